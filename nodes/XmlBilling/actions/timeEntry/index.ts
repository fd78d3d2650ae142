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
import { operation, type Operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { getUnbilledSummary } from './unbilledSummary';
import { createTimeEntry, markTimeEntry, updateTimeEntry } from './write';

const markAs = (state: 'Billed' | 'Unbilled', description: string): Operation =>
	operation({
		option: {
			name: `Mark as ${state}`,
			value: `mark${state}`,
			action: `Mark time entry as ${state.toLowerCase()}`,
			description,
		},
		shows: timeEntryRecord,
		properties: [timeEntryLocator, writeOptions],
		prepare: markTimeEntry(state === 'Billed' ? 'Yes' : 'No'),
	});

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
		markAs('Billed', 'Keep a time entry from being billed again, for example if you billed it by hand'),
		markAs('Unbilled', 'Let a time entry be billed again, for example once its invoice is deleted'),
		updateOf(timeEntryRecord, [timeEntryChanges, updateOptions], updateTimeEntry),
	],
};
