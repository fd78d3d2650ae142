import { updateOptions } from '../../descriptions/options';
import { staffRecord } from '../../records';
import { createUnlessKnown } from '../common/duplicates';
import { updateKept } from '../common/updateKept';
import { operation, type Resource } from '../../execution/operation';
import { deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { createStaffOptions, newMember, staffChanges, staffFields, staffFilters } from './forms';

export const staff: Resource = {
	option: { name: 'Staff', value: 'staff' },
	operations: [
		operation({
			option: {
				name: 'Create',
				value: 'create',
				action: 'Create staff member',
				description: 'Create a staff member',
			},
			method: 'createStaff',
			shows: staffRecord,
			properties: [...newMember, staffFields, createStaffOptions],
			prepare: createUnlessKnown(staffRecord),
		}),
		deleteOf(staffRecord),
		getOf(staffRecord),
		listOf(staffRecord, [staffFilters]),
		updateOf(staffRecord, [staffChanges, updateOptions], updateKept(staffRecord)),
	],
};
