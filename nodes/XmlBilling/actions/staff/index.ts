import { staffLocator } from '../common/locators';
import { batchOptions, listOptions, readOptions, updateOptions } from '../common/options';
import { paging } from '../common/paging';
import { STAFF_EMAIL } from '../../engine/resolveLocators';
import { simplifyField } from '../../records/simplify';
import { staffRecord } from '../../records';
import { actOnMany } from '../../engine/batch';
import { createUnlessKnown } from '../../guards/duplicates';
import { shownDecimal, shownIds, shownText, updateKept, type ResentFields } from '../common/resendUnchanged';
import { operation, type Resource } from '../../engine/operation';
import { createStaffOptions, newMember, staffChanges, staffFields, staffFilters } from './forms';
import { getRecord, listRecords } from '../common/standard';

// Where an answer shows what a request takes (§2.2, §4.7).
const KEPT: ResentFields = {
	name: shownText('name'),
	username: shownText('username'),
	email: shownText('email'),
	billing_rate: shownDecimal('bill_rate'),
	user_access_own_record: shownText('access_own_record'),
	'assigned_clients/client_id': shownIds('assigned_clients'),
};

export const staff: Resource = {
	option: { name: 'Staff', value: 'staff' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create a staff member',
				description: 'Add a staff member',
			},
			method: 'createStaff',
			returns: 'The full staff member',
			properties: [...newMember, staffFields, createStaffOptions],
			run: createUnlessKnown(STAFF_EMAIL, 'email'),
		}),
		operation({
			option: {
				name: 'Delete',
				value: 'delete',
				action: 'Delete a staff member',
				description: 'Remove a staff member',
			},
			method: 'deleteStaff',
			returns: '`staff_id` and `deleted` for each item',
			properties: [staffLocator, batchOptions],
			runTogether: actOnMany(staffRecord, 'deleted'),
		}),
		operation({
			option: {
				name: 'Get',
				value: 'get',
				action: 'Get a staff member',
				description: 'Get one staff member',
			},
			method: 'getStaff',
			returns: 'The staff member',
			properties: [staffLocator, simplifyField, readOptions],
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
			returns: 'One item per staff member',
			properties: [...paging, simplifyField, staffFilters, listOptions],
			run: listRecords(staffRecord),
		}),
		operation({
			option: {
				name: 'Update',
				value: 'update',
				action: 'Update a staff member',
				description: 'Change some values of a staff member and keep the rest',
			},
			method: 'updateStaff',
			returns: 'The full staff member',
			properties: [staffLocator, staffChanges, updateOptions],
			run: updateKept(staffRecord, KEPT),
		}),
	],
};
