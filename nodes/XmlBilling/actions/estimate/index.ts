import {
	createEstimateOptions,
	estimateChanges,
	estimateFields,
	estimateFilters,
	estimateSort,
} from './forms';
import { changedEstimateLines, linesFrom, newLinesFrom, plainLines } from '../documents/lineForms';
import { linesPerItem } from '../documents/linesPerItem';
import { documentClient, estimateLocator } from '../../descriptions/locators';
import { updateDocumentOptions, writeOptions } from '../../descriptions/options';
import { documentPeriod } from '../../execution/period';
import { estimateRecord } from '../../records';
import { createDocument } from '../documents/create';
import { addLinesOf, deleteLinesOf, updateLinesOf } from '../documents/lineOperations';
import { afterCreatingEstimate } from '../documents/afterCreating';
import { documentNumber } from '../documents/headerFields';
import { updateDocument } from '../documents/update';
import { actOn } from '../common/actOn';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { listRecords } from '../../execution/recordReads';

export const estimate: Resource = {
	option: { name: 'Estimate', value: 'estimate' },
	operations: [
		addLinesOf(estimateRecord, plainLines),
		createOf(
			estimateRecord,
			[
				documentClient,
				documentNumber,
				...linesFrom,
				...plainLines,
				afterCreatingEstimate,
				estimateFields,
				createEstimateOptions,
			],
			createDocument(estimateRecord),
			{ description: 'Create an estimate with its lines', grouping: linesPerItem },
		),
		deleteOf(estimateRecord),
		deleteLinesOf(estimateRecord),
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
		// Unchanged lines are not resent: their taxes can't be read (§2.2), and would be lost.
		updateOf(
			estimateRecord,
			[newLinesFrom, ...plainLines, estimateChanges, updateDocumentOptions],
			updateDocument(estimateRecord),
			{ grouping: linesPerItem },
		),
		updateLinesOf(estimateRecord, changedEstimateLines),
	],
};
