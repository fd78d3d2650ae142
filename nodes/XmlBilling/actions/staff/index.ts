import { updateOptions } from '../../descriptions/options';
import { staffRecord } from '../../records';
import { createUnlessKnown } from '../common/duplicates';
import { updateKept } from '../common/updateKept';
import type { Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { createStaffOptions, newMember, staffChanges, staffFields, staffFilters } from './forms';

export const staff: Resource = {
	option: { name: 'Staff', value: 'staff' },
	operations: [
		createOf(staffRecord, [...newMember, staffFields, createStaffOptions], createUnlessKnown(staffRecord)),
		deleteOf(staffRecord),
		getOf(staffRecord),
		listOf(staffRecord, [staffFilters]),
		updateOf(staffRecord, [staffChanges, updateOptions], updateKept(staffRecord)),
	],
};
