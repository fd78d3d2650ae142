import { refuse } from './lines.ts';
import { NOTHING_FOUND, PAGING } from './lists.ts';
import { STAFF_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const READ = { method: 'getStaff', identifier: 'staff_id' };

const USERNAME_TAKEN = {
	status: 400,
	message: 'Username [{takenStaffUsername}] already exists.',
	when: 'another staff member has the user name',
	change: { username: '{takenStaffUsername}' },
};

/** The elements that createStaff requires (§4.7). */
const IDENTITY: readonly ElementSpecification[] = [
	{ path: 'name', example: "Zoë O'Neil & <son>", readBack: 'name' },
	{ path: 'username', example: 'zoe.oneil', readBack: 'username' },
	{
		path: 'email',
		example: 'zoe@studio.example',
		readBack: 'email',
		invalid: refuse('Email is invalid.', 'zoe', 'zoe@', '@studio.example', 'zoe o@studio.example'),
	},
];

/** The other elements that createStaff and updateStaff share (§4.7). */
const SETTINGS: readonly ElementSpecification[] = [
	{
		path: 'billing_rate',
		example: '87.25',
		readBack: 'bill_rate',
		invalid: refuse('Billing rate is invalid.', 'abc', '1.999', '1,000.00', '$5', '1e3'),
	},
	{
		path: 'user_access_own_record',
		example: 'Yes',
		readBack: 'access_own_record',
		accepts: [{ value: 'No', returned: 'No' }],
	},
	{
		path: 'assigned_clients/client_id',
		repeatable: true,
		example: '{newClient}',
		readBack: 'assigned_clients/client_id',
		invalid: refuse('Client is invalid.', 'abc', '{foreignClient}', '{unknown}'),
	},
];

/** §4.7 */
export const staff: readonly MethodSpecification[] = [
	{
		method: 'createStaff',
		group: 'staff',
		section: '§4.7',
		elements: [
			...IDENTITY.map(({ invalid = [], ...element }) => ({
				...element,
				required: 'always' as const,
				invalid: [...invalid, ...refuse('Please provide mandatory data.', null, '')],
			})),
			...SETTINGS,
		],
		answer: { kind: 'identifier', element: 'staff_id' },
		read: READ,
		refusals: [USERNAME_TAKEN],
	},
	{
		method: 'updateStaff',
		group: 'staff',
		section: '§4.7',
		elements: [{ path: 'staff_id', required: 'always', example: '{staff}' }, ...IDENTITY, ...SETTINGS],
		answer: { kind: 'empty' },
		read: READ,
		refusals: [USERNAME_TAKEN],
	},
	{
		method: 'deleteStaff',
		group: 'staff',
		section: '§4.7',
		elements: [
			{
				path: 'staff_id',
				required: 'always',
				repeatable: true,
				example: '{staff}',
				invalid: refuse('Staff is invalid.', null, ''),
			},
		],
		answer: { kind: 'empty' },
	},
	{
		method: 'getStaff',
		group: 'staff',
		section: '§4.7',
		elements: [{ path: 'staff_id', required: 'always', example: '{staff}' }],
		answer: { kind: 'record', element: 'staff', fields: STAFF_FIELDS },
	},
	{
		method: 'listStaff',
		group: 'staff',
		section: '§4.7',
		elements: [
			{ path: 'filter/email', example: '{staffEmail}' },
			{ path: 'filter/status', example: 'Active' },
			...PAGING,
		],
		answer: { kind: 'list', wrapper: 'staff_users', record: 'staff', identifier: 'staff_id', count: 'total' },
		refusals: NOTHING_FOUND,
	},
];
