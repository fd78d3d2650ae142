import {
	changedProfileLines,
	linesFrom,
	newLinesFrom,
	plainLines,
	untaxedLines,
} from '../documents/lineForms';
import { linesPerItem } from '../documents/linesPerItem';
import { documentClient } from '../../descriptions/locators';
import { lineOptions } from '../../descriptions/options';
import {
	emailEachInvoice,
	firstDate,
	frequency,
	profileChanges,
	profileFields,
	profileFilters,
} from './forms';
import { recurringRecord } from '../../records';
import { addLinesOf, deleteLinesOf, updateLinesOf } from '../documents/lineOperations';
import { createDocument } from '../documents/create';
import type { Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { documentPeriod } from '../../execution/period';
import { listRecords } from '../../execution/recordReads';
import { today } from '../../xml/dates';
import { textOf } from '../../xml/shape';
import { updateDocument } from '../documents/update';

export const recurringProfile: Resource = {
	option: { name: 'Recurring Profile', value: 'recurringProfile' },
	operations: [
		addLinesOf(
			recurringRecord,
			untaxedLines,
			'Add lines without taxes to a recurring profile. To add taxes, use Update Lines.',
		),
		createOf(
			recurringRecord,
			[
				documentClient,
				frequency,
				firstDate,
				emailEachInvoice,
				...linesFrom,
				...plainLines,
				profileFields,
				lineOptions,
			],
			(item) => {
				const first = textOf(item.body['date']);
				if (first !== '' && first < today(item))
					item.warn(
						'The first invoice is dated before today. Check what the service bills for the time since.',
					);
				return createDocument(recurringRecord)(item);
			},
			{
				action: 'Create recurring profile of automatic invoices',
				description: 'Create a profile that invoices a client at regular intervals',
				grouping: linesPerItem,
			},
		),
		deleteOf(recurringRecord),
		deleteLinesOf(recurringRecord),
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
		updateLinesOf(recurringRecord, changedProfileLines),
	],
};
