import { columns, element, leaves, repeated, type Output } from '../answer.mts';
import { filter, statusFilter } from '../fields/filters.mts';
import { decimal, email, field, oneOf, own, text, type Options } from '../fields/kinds.mts';
import { addLinks, linkedIds, replaceLinks } from '../links.mts';
import { listMethod } from '../lists.mts';
import type { Methods } from '../method.mts';
import { isTaken } from '../ownership.mts';
import { createMethod, deleteMethod, getMethod, recordType, updateMethod } from '../records.mts';
import { reject } from '../rejection.mts';
import type { StaffRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';

const STAFF = recordType('4.7', 'staff');

/** The level of a member who is not the owner of the account. */
const USER_LEVEL = 2;

const fields = (options: Options) => [
	text('name', "Zoë O'Neil & <son>", options),
	field(
		'username',
		'zoe.oneil',
		(wanted, call) =>
			isTaken(call, 'staff', 'username', wanted) ? reject(`Username [${wanted}] already exists.`) : wanted,
		options,
	),
	email('email', 'zoe@studio.example', options),
	decimal('billing_rate', '87.25', 'Billing rate is invalid.', { key: 'bill_rate', least: 0n }),
	oneOf('user_access_own_record', 'Yes', ['Yes', 'No'], { key: 'access_own_record' }),
	own('assigned_clients/client_id', '{newClient}', 'client', 'Client is invalid.', {
		key: 'clients',
		repeats: true,
	}),
];

/** The methods of §4.7. */
export const staff: Methods = {
	createStaff: createMethod(
		STAFF,
		fields({ required: { message: 'Please provide mandatory data.', when: 'first' } }),
		({ clock }) => ({
			bill_rate: '0.00',
			access_own_record: 'No',
			user_level: USER_LEVEL,
			status: 'Active',
			date_added: clock.now(),
		}),
		({ store, lists }, id) => addLinks(store, 'clientsOfStaff', id, lists['clients']),
	),
	// The assigned clients are replaced when the request names some.
	updateStaff: updateMethod(STAFF, fields({}), {
		after: ({ store, lists }, id) => replaceLinks(store, 'clientsOfStaff', id, lists['clients']),
	}),
	deleteStaff: deleteMethod(STAFF, undefined, 'Staff is invalid.'),
	getStaff: getMethod(STAFF, 'staff', staffFields),
	listStaff: listMethod({
		...STAFF,
		path: 'staff_users/staff',
		count: 'total',
		filters: [
			statusFilter('status', 'staff.status'),
			filter('email', '{staffEmail}', 'staff.email = ? COLLATE NOCASE'),
		],
		fields: staffFields,
		summary: ['staff_id', 'name', 'email', 'status'],
	}),
};

const COLUMNS = 'bill_rate name username email user_level access_own_record status date_added last_login';

/** The fields of a member as getStaff returns them (§2.2). */
function staffFields(store: Store, member: StaffRow): Output[] {
	const clients = repeated('client_id', linkedIds(store, 'clientsOfStaff', member.id));
	return [
		...leaves({ staff_id: member.id, ...columns(member, COLUMNS) }),
		element('assigned_clients', clients),
	];
}
