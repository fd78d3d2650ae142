import { staffLocator } from '../../forms/locators';
import { previewOptions, listOptions, updateOptions } from '../../forms/options';
import { paging } from '../../forms/paging';
import { staffRecord } from '../../records';
import { createUnlessKnown } from '../../engine/writes/duplicates';
import { updateKept } from '../../engine/writes/resendUnchanged';
import { operation, type Resource } from '../../engine/operation';
import { createStaffOptions, newMember, staffChanges, staffFields, staffFilters } from './forms';
import { getRecord, listRecords } from '../../engine/reads/recordReads';

export const staff: Resource = {
	option: { name: 'Staff', value: 'staff' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create staff member',
				description: 'Add a staff member',
			},
			method: 'createStaff',
			shows: staffRecord,
			returns: 'The full staff member',
			properties: [...newMember, staffFields, createStaffOptions],
			prepare: createUnlessKnown(staffRecord),
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete staff member',
				description: 'Remove a staff member',
			},
			method: 'deleteStaff',
			returns: '`staff_id` and `deleted` for each item',
			properties: [staffLocator, previewOptions],
			batch: { type: staffRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get staff member',
				description: 'Get one staff member',
			},
			method: 'getStaff',
			shows: staffRecord,
			returns: 'The staff member',
			properties: [staffLocator],
			run: getRecord(staffRecord),
		}),
		operation({
			option: {
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many staff members',
				description: 'List staff members',
			},
			method: 'listStaff',
			shows: staffRecord,
			returns: 'One item per staff member',
			properties: [...paging, staffFilters, listOptions],
			run: listRecords(staffRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update staff member',
				description: 'Change some values of a staff member and keep the rest',
			},
			method: 'updateStaff',
			shows: staffRecord,
			returns: 'The full staff member',
			properties: [staffLocator, staffChanges, updateOptions],
			prepare: updateKept(staffRecord),
		}),
	],
};
