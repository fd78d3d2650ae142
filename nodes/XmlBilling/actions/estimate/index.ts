import {
	createEstimateOptions,
	estimateChanges,
	estimateFields,
	estimateFilters,
	estimateSort,
} from './forms';
import {
	addedLinesFrom,
	changedEstimateLines,
	changedLinesFrom,
	linesFrom,
	newLinesFrom,
	plainLines,
	linesToDelete,
} from '../documents/lineForms';
import { linesPerItem } from '../documents/linesPerItem';
import { documentClient, estimateLocator } from '../../descriptions/locators';
import { lineOptions, updateDocumentOptions, writeOptions } from '../../descriptions/options';
import { documentPeriod } from '../../execution/period';
import { estimateRecord } from '../../records';
import { createDocument } from '../documents/create';
import { addLines, deleteLines, updateLines } from '../documents/changeLines';
import { afterCreatingEstimate } from '../documents/afterCreating';
import { documentNumber } from '../documents/headerFields';
import { updateDocument } from '../documents/update';
import { actOn } from '../common/actOn';
import { operation, type Resource } from '../../execution/operation';
import { deleteOf, getOf, listOf } from '../common/rows';
import { listRecords } from '../../execution/recordReads';

export const estimate: Resource = {
	option: { name: 'Estimate', value: 'estimate' },
	operations: [
		operation({
			option: {
				name: 'Add Lines',
				value: 'addItems',
				action: 'Add lines to estimate',
				description: 'Add lines to an existing estimate',
			},
			method: 'addEstimateItem',
			shows: estimateRecord,
			properties: [estimateLocator, ...addedLinesFrom, ...plainLines, lineOptions],
			grouping: linesPerItem,
			prepare: addLines(estimateRecord),
		}),
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create estimate',
				description: 'Create an estimate with its lines',
			},
			method: 'createEstimate',
			shows: estimateRecord,
			properties: [
				documentClient,
				documentNumber,
				...linesFrom,
				...plainLines,
				afterCreatingEstimate,
				estimateFields,
				createEstimateOptions,
			],
			grouping: linesPerItem,
			prepare: createDocument(estimateRecord),
		}),
		deleteOf(estimateRecord),
		operation({
			option: {
				name: 'Delete Lines',
				value: 'deleteItems',
				action: 'Delete lines from estimate',
				description: 'Delete lines from an estimate. No operation can restore them.',
			},
			method: 'deleteEstimateItem',
			shows: estimateRecord,
			properties: [estimateLocator, linesToDelete('estimateItemId', 'estimateId'), writeOptions],
			prepare: deleteLines(estimateRecord),
		}),
		getOf(estimateRecord, { description: 'Retrieve an estimate. To see its lines, turn off Simplify.' }),
		listOf(estimateRecord, [estimateFilters, estimateSort], {
			run: listRecords(estimateRecord, documentPeriod),
		}),
		operation({
			option: {
				name: 'Send',
				value: 'send',
				action: 'Send estimate to client by email',
				description: 'Email an estimate to its client. May use the address from when the estimate was made.',
			},
			method: 'sendEstimateMail',
			shows: estimateRecord,
			properties: [estimateLocator, writeOptions],
			prepare: (item) => actOn(item, { type: estimateRecord, done: 'sent' }),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update estimate',
				description: 'Change some values of an estimate and keep the rest',
			},
			method: 'updateEstimate',
			shows: estimateRecord,
			properties: [estimateLocator, newLinesFrom, ...plainLines, estimateChanges, updateDocumentOptions],
			grouping: linesPerItem,
			// Unchanged lines are not resent: their taxes can't be read (§2.2), and would be lost.
			prepare: updateDocument(estimateRecord),
		}),
		operation({
			option: {
				name: 'Update Lines',
				value: 'updateItems',
				action: 'Update lines of estimate',
				description: 'Change some values of estimate lines and keep the rest',
			},
			method: 'updateEstimateItem',
			shows: estimateRecord,
			properties: [estimateLocator, ...changedLinesFrom, ...changedEstimateLines, lineOptions],
			prepare: updateLines(estimateRecord),
		}),
	],
};
