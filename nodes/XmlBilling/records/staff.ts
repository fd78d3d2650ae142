import { listOf, words } from '../xml/shape';
import type { RecordType } from './recordType';
import { shownDecimal, shownIds, shownText } from './resent';

/** §4.7 */
export const staffRecord = {
	name: 'staff',
	label: 'staff member',
	id: 'staff_id',
	wrapper: 'staff_users',
	list: 'listStaff',
	get: 'getStaff',
	shape: {
		...words('username', 'email', 'access_own_record', 'status', 'date_added', 'last_login'),
		staff_id: 'number',
		bill_rate: 'number',
		user_level: 'number',
		assigned_clients: listOf('client_id', 'number'),
	},
	knownBy: {
		word: 'email',
		field: 'email',
		filter: 'email',
		mode: 'staffEmail',
		example: 'alex@example.com',
	},
	picker: { search: 'searchStaff', exampleId: '3', shows: 'name', title: ['name'], detail: ['email'] },
	simplified: [
		'staff_id',
		'name',
		'username',
		'email',
		'bill_rate',
		'user_level',
		'access_own_record',
		'status',
		'date_added',
		'last_login',
	],
	resent: {
		name: shownText('name'),
		username: shownText('username'),
		email: shownText('email'),
		billing_rate: shownDecimal('bill_rate'),
		user_access_own_record: shownText('access_own_record'),
		'assigned_clients/client_id': shownIds('assigned_clients'),
	},
	watched: {
		lists: [{}],
		filled: ['name', 'username', 'email', 'status'],
		present: ['bill_rate', 'access_own_record', 'assigned_clients'],
	},
} as const satisfies RecordType;
