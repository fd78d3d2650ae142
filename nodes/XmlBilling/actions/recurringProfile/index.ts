import {
	addedLinesFrom,
	changedLinesFrom,
	changedProfileLines,
	linesFrom,
	newLinesFrom,
	plainLines,
	untaxedLines,
	linesToDelete,
} from '../documents/lineForms';
import { linesPerItem } from '../documents/linesPerItem';
import { documentClient, recurringLocator } from '../../descriptions/locators';
import { lineOptions, writeOptions } from '../../descriptions/options';
import {
	emailEachInvoice,
	firstDate,
	frequency,
	profileChanges,
	profileFields,
	profileFilters,
} from './forms';
import { recurringRecord } from '../../records';
import { addLines, deleteLines, updateLines } from '../documents/changeLines';
import { createDocument } from '../documents/create';
import { operation, type Resource } from '../../execution/operation';
import { deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { documentPeriod } from '../../execution/period';
import { listRecords } from '../../execution/recordReads';
import { today } from '../../xml/dates';
import { textOf } from '../../xml/shape';
import { updateDocument } from '../documents/update';

export const recurringProfile: Resource = {
	option: { name: 'Recurring Profile', value: 'recurringProfile' },
	operations: [
		operation({
			option: {
				name: 'Add Lines',
				value: 'addItems',
				action: 'Add lines to recurring profile',
				description: 'Add lines without taxes to a recurring profile. To add taxes, use Update Lines.',
			},
			method: 'addRecurringItem',
			shows: recurringRecord,
			properties: [recurringLocator, ...addedLinesFrom, ...untaxedLines, lineOptions],
			grouping: linesPerItem,
			prepare: addLines(recurringRecord),
		}),
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create recurring profile of automatic invoices',
				description: 'Create a profile that invoices a client at regular intervals',
			},
			method: 'createRecurring',
			shows: recurringRecord,
			properties: [
				documentClient,
				frequency,
				firstDate,
				emailEachInvoice,
				...linesFrom,
				...plainLines,
				profileFields,
				lineOptions,
			],
			grouping: linesPerItem,
			prepare(item) {
				const first = textOf(item.body['date']);
				if (first !== '' && first < today(item))
					item.warn(
						'The first invoice is dated before today. Check what the service bills for the time since.',
					);
				return createDocument(recurringRecord)(item);
			},
		}),
		deleteOf(recurringRecord),
		operation({
			option: {
				name: 'Delete Lines',
				value: 'deleteItems',
				action: 'Delete lines from recurring profile',
				description: 'Delete lines from a recurring profile. No operation can restore them.',
			},
			method: 'deleteRecurringItem',
			shows: recurringRecord,
			properties: [recurringLocator, linesToDelete('recurringItemId', 'recurringId'), writeOptions],
			prepare: deleteLines(recurringRecord),
		}),
		getOf(recurringRecord, {
			description: 'Retrieve a recurring profile. To see its lines, turn off Simplify.',
		}),
		listOf(recurringRecord, [profileFilters], { run: listRecords(recurringRecord, documentPeriod) }),
		updateOf(
			recurringRecord,
			[newLinesFrom, ...plainLines, profileChanges, lineOptions],
			updateDocument(recurringRecord),
			{ grouping: linesPerItem },
		),
		operation({
			option: {
				name: 'Update Lines',
				value: 'updateItems',
				action: 'Update lines of recurring profile',
				description: 'Change some values of recurring profile lines and keep the rest',
			},
			method: 'updateRecurringItem',
			shows: recurringRecord,
			properties: [recurringLocator, ...changedLinesFrom, ...changedProfileLines, lineOptions],
			prepare: updateLines(recurringRecord),
		}),
	],
};
