import { updateOptions, ifKnown, optionsOfWrite, returnField } from '../../descriptions/options';
import { staffRecord } from '../../records';
import { createUnlessKnown } from '../common/duplicates';
import { updateKept } from '../common/updateKept';
import type { Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import type { Property } from '../../descriptions/property';
import {
	additionalFields,
	filters,
	optional,
	RECORD_STATES,
	severalFromList,
	updateFields,
	formField,
	switchField,
} from '../../descriptions/fields';
import { email, recordName } from '../../descriptions/commonFields';

const memberName: Property = {
	...recordName,
	placeholder: 'e.g. Nathan Smith',
	description: 'Full name, as shown in lists',
};

const username = formField('Username', {
	required: true,
	placeholder: 'e.g. nathan.smith',
	kind: 'word',
	description: 'Name the staff member signs in with. It must not be in use.',
});

const memberEmail: Property = {
	...email,
	placeholder: 'e.g. nathan@example.com',
	description: 'Work email, which also identifies the staff member',
};

const assignedClients = severalFromList('getClients', 'Assigned Client', {
	name: 'assignedClients',
	description: 'Complete list of the clients the staff member works for, such as 4, 7',
	kind: 'identifiers',
	element: 'assigned_clients/client_id',
});

const billingRate = formField('Billing Rate', {
	placeholder: 'e.g. 95.00',
	description: 'Hourly rate, such as 95.00. The output shows it as bill_rate.',
	kind: 'money',
});

const limitToOwnRecords = switchField('Limit to Own Records', {
	name: 'userAccessOwnRecord',
	description:
		'Whether the staff member sees only their own records. The output shows it as access_own_record.',
	flag: ['Yes', 'No'],
});

/** Required and optional fields of a new staff member (§4.7). */
const newMember = [memberName, username, memberEmail];
const staffFields = additionalFields(assignedClients, billingRate, limitToOwnRecords);

const createStaffOptions = optionsOfWrite(ifKnown('Email', 'staff member'), returnField);

/** Filters of a list of staff members (§4.7). */
const staffFilters = filters(
	optional(memberEmail, { description: 'Only the staff member with this email' }),
	formField('Status', {
		type: 'options',
		options: RECORD_STATES,
		default: 'Active',
		description: 'Only staff members with this status. Defaults to active ones.',
	}),
);

/** Fields that an update of a staff member can change (§4.7). */
const staffChanges = updateFields(
	assignedClients,
	billingRate,
	optional(memberEmail),
	limitToOwnRecords,
	optional(memberName),
	optional(username),
);

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
