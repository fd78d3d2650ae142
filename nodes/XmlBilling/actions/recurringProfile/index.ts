import {
	addedLinesFrom,
	changedLinesFrom,
	changedProfileLines,
	linesFrom,
	newLinesFrom,
	unshownTaxLines,
	untaxedLines,
	linesToDelete,
} from '../documents/lineFields';
import { documentClient, recurringLocator } from '../common/locators';
import { previewOptions, lineOptions, listOptions, writeOptions } from '../common/options';
import { paging } from '../common/paging';
import { frequency, profileChanges, profileFields, profileFilters } from './forms';
import { simplifyField } from '../common/simplifyField';
import { recurringRecord } from '../../records';
import { addLines, deleteLines, updateLines } from '../documents/changeLines';
import { PROFILE } from '../documents/types';
import { operation, type Resource } from '../../engine/operation';
import { createProfile, updateProfile } from './write';
import { getRecord, listRecords } from '../common/standard';

export const recurringProfile: Resource = {
	option: { name: 'Recurring Profile', value: 'recurringProfile' },
	operations: [
		operation({
			option: {
				name: 'Add Lines',
				value: 'addItems',
				action: 'Add lines to a recurring profile',
				description: 'Put further lines on a recurring profile. Give them taxes with Update Lines.',
			},
			method: 'addRecurringItem',
			returns: 'The recurring profile in full, with `recurring_item_ids`, the identifiers of the new lines',
			properties: [recurringLocator, addedLinesFrom, ...untaxedLines, lineOptions],
			prepare: addLines(PROFILE),
		}),
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create a recurring profile',
				description: 'Add a profile by which the service makes invoices again and again',
			},
			method: 'createRecurring',
			returns: 'The recurring profile in full',
			properties: [documentClient, frequency, linesFrom, ...unshownTaxLines, profileFields, lineOptions],
			prepare: createProfile,
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete a recurring profile',
				description: 'Remove a recurring profile',
			},
			method: 'deleteRecurring',
			returns: '`recurring_id` and `deleted`, for each item',
			properties: [recurringLocator, previewOptions],
			batch: { type: recurringRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Delete Lines',
				value: 'deleteItems',
				action: 'Delete lines of a recurring profile',
				description: 'Take lines off a recurring profile',
			},
			method: 'deleteRecurringItem',
			returns: 'The recurring profile in full',
			properties: [recurringLocator, linesToDelete('recurringItemId', 'recurringId'), writeOptions],
			prepare: deleteLines(PROFILE),
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get a recurring profile',
				description: 'Read one recurring profile with its lines',
			},
			method: 'getRecurring',
			returns: 'The recurring profile',
			properties: [recurringLocator, simplifyField],
			run: getRecord(recurringRecord),
		}),
		operation({
			option: {
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many recurring profiles',
				description: 'List recurring profiles',
			},
			method: 'listRecurring',
			returns: 'One item per recurring profile',
			properties: [...paging, simplifyField, profileFilters, listOptions],
			run: listRecords(recurringRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update a recurring profile',
				description: 'Change some values of a recurring profile and keep the others',
			},
			method: 'updateRecurring',
			returns: 'The recurring profile in full',
			properties: [recurringLocator, newLinesFrom, ...unshownTaxLines, profileChanges, lineOptions],
			prepare: updateProfile,
		}),
		operation({
			option: {
				name: 'Update Lines',
				value: 'updateItems',
				action: 'Update lines of a recurring profile',
				description: 'Change lines of a recurring profile and keep what is not changed',
			},
			method: 'updateRecurringItem',
			returns: 'The recurring profile in full',
			properties: [recurringLocator, changedLinesFrom, ...changedProfileLines, lineOptions],
			prepare: updateLines(PROFILE),
		}),
	],
};
