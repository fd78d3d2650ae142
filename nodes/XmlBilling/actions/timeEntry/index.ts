import {
	byWorkDate,
	createTimeEntryOptions,
	newTimeEntry,
	timeEntryChanges,
	timeEntryFields,
	timeEntryFilters,
	unbilledTimeFilters,
} from './forms';
import { listRecords } from '../../execution/recordReads';
import { timeEntryLocator } from '../../descriptions/locators';
import { updateOptions, writeOptions } from '../../descriptions/options';
import { timeEntryRecord } from '../../records';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { getUnbilledSummary } from './unbilledSummary';
import { createTimeEntry, markTimeEntry, updateTimeEntry } from './write';

export const timeEntry: Resource = {
	option: { name: 'Time Entry', value: 'timeEntry' },
	operations: [
		createOf(timeEntryRecord, [...newTimeEntry, timeEntryFields, createTimeEntryOptions], createTimeEntry, {
			description: 'Log hours worked on a project',
		}),
		deleteOf(timeEntryRecord),
		getOf(timeEntryRecord),
		listOf(timeEntryRecord, [timeEntryFilters], { run: listRecords(timeEntryRecord, byWorkDate) }),
		operation({
			option: {
				name: 'Get Unbilled Summary',
				value: 'getUnbilledSummary',
				action: 'Get summary of unbilled time',
				description: 'Add up unbilled hours, and their value before taxes',
			},
			properties: [unbilledTimeFilters],
			run: getUnbilledSummary,
		}),
		operation({
			option: {
				name: 'Mark as Billed',
				value: 'markBilled',
				action: 'Mark time entry as billed',
				description: 'Keep a time entry from being billed again, for example if you billed it by hand',
			},
			shows: timeEntryRecord,
			properties: [timeEntryLocator, writeOptions],
			prepare: markTimeEntry('Yes'),
		}),
		operation({
			option: {
				name: 'Mark as Unbilled',
				value: 'markUnbilled',
				action: 'Mark time entry as unbilled',
				description: 'Let a time entry be billed again, for example once its invoice is deleted',
			},
			shows: timeEntryRecord,
			properties: [timeEntryLocator, writeOptions],
			prepare: markTimeEntry('No'),
		}),
		updateOf(timeEntryRecord, [timeEntryChanges, updateOptions], updateTimeEntry),
	],
};
