import { repeated, numbers, texts, words } from '../xml/shape';
import type { RecordType } from './recordType';
import { sameTexts, shownDecimal, shownIds, shownWord } from './keptFields';

/** §4.7 */
export const staffRecord = {
	name: 'staff',
	label: 'staff member',
	id: 'staff_id',
	wrapper: 'staff_users',
	list: 'listStaff',
	get: 'getStaff',
	shape: {
		...texts('name'),
		...words('username', 'email', 'access_own_record', 'status', 'date_added', 'last_login'),
		...numbers('staff_id', 'bill_rate', 'user_level'),
		assigned_clients: repeated('client_id', 'number'),
	},
	knownBy: {
		word: 'email',
		field: 'email',
		filter: 'email',
		mode: 'staffEmail',
		example: 'alex@example.com',
	},
	picker: { search: 'searchStaff', exampleId: '3', needs: 'name', detail: ['email'] },
	links: [
		{ field: 'assigned_clients', to: 'client', adds: { assigned_client_organizations: 'organization' } },
	],
	columns: {
		names: ['name', 'email', 'username'],
		money: ['bill_rate'],
		others: ['user_level', 'access_own_record', 'status', 'date_added', 'last_login'],
		ids: ['staff_id'],
	},
	isWide: true,
	keptOnUpdate: {
		...sameTexts('name', 'username'),
		email: shownWord('email'),
		billing_rate: shownDecimal('bill_rate'),
		user_access_own_record: shownWord('access_own_record'),
		'assigned_clients/client_id': shownIds('assigned_clients'),
	},
	unlisted: [],
	watched: {
		filled: ['name', 'username', 'email', 'status'],
		present: ['bill_rate', 'access_own_record', 'assigned_clients'],
	},
} as const satisfies RecordType;
