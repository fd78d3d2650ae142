import { answer, element, leaves, repeated, type Answer, type Output } from '../answer.ts';
import { deleteMethod } from '../deletion.ts';
import { textAt, wordAt } from '../element.ts';
import { addLinks, linkedIds, replaceLinks } from '../links.ts';
import { listRecord } from '../listRecord.ts';
import { answerList, filterPaths, filtersOf, statusFilter } from '../lists.ts';
import type { Call, Methods } from '../method.ts';
import { ownIdsAt, ownRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { StaffRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { isTaken } from '../uniqueness.ts';
import { decimalOr } from '../values/decimal.ts';
import { emailOr } from '../values/email.ts';
import { wordOr, YES_NO } from '../values/words.ts';

const CLIENTS = 'assigned_clients/client_id';

const STAFF_PATHS = ['name', 'username', 'email', 'billing_rate', 'user_access_own_record', CLIENTS];

/** What createStaff needs (§4.7). */
const MANDATORY = ['name', 'username', 'email'];

/** The level of a member who is not the owner of the account. */
const USER_LEVEL = 2;

const SUMMARY = ['staff_id', 'name', 'email', 'status'];

/** The methods of §4.7. */
export const staff: Methods = {
	createStaff: { elements: STAFF_PATHS, answer: createStaff },
	updateStaff: { elements: ['staff_id', ...STAFF_PATHS], answer: updateStaff },
	deleteStaff: deleteMethod('staff', 'staff_id', 'Staff is invalid.'),
	getStaff: {
		elements: ['staff_id'],
		answer: (call) => answer(element('staff', staffFields(call.store, staffAt(call)))),
	},
	listStaff: {
		elements: filterPaths('email', 'status'),
		answer: (call) =>
			answerList<StaffRow>(call, {
				table: 'staff',
				conditions: [
					statusFilter(call.request, 'status', 'staff.status'),
					...filtersOf(call.request, { email: 'staff.email = ? COLLATE NOCASE' }),
				],
				wrapper: 'staff_users',
				count: 'total',
				record: (row) => listRecord(call.listRecords, 'staff', staffFields(call.store, row), SUMMARY),
			}),
	},
};

function createStaff(call: Call): Answer {
	const { request, store, account, clock } = call;
	if (MANDATORY.some((name) => textAt(request, name) === '')) reject('Please provide mandatory data.');
	const values = readStaffValues(call, {
		name: '',
		username: '',
		email: '',
		bill_rate: '0.00',
		access_own_record: 'No',
	});
	const clients = assignedClientsAt(call);
	const id = store.insert('staff', {
		account_id: account.id,
		...values,
		user_level: USER_LEVEL,
		status: 'Active',
		date_added: clock.now(),
		last_login: '',
	});
	addLinks(store, 'clientsOfStaff', id, clients);
	return answer(element('staff_id', id));
}

/** What the request leaves out stays as it is; the assigned clients are replaced when the request names some. */
function updateStaff(call: Call): Answer {
	const member = staffAt(call);
	const values = readStaffValues(call, member);
	const clients = assignedClientsAt(call);
	call.store.update('staff', member.id, values);
	if (clients.length > 0) replaceLinks(call.store, 'clientsOfStaff', member.id, clients);
	return answer();
}

type StaffValues = Pick<StaffRow, 'name' | 'username' | 'email' | 'bill_rate' | 'access_own_record'>;

/** The values of a member. What the request leaves out, or sends empty, is taken from the defaults. Throws a Rejection with the message of §7.1. */
function readStaffValues(call: Call, defaults: StaffValues & { id?: number }): StaffValues {
	const { request } = call;
	const username = wordAt(request, 'username') || defaults.username;
	if (isTaken(call, 'staff', 'username', username, defaults.id))
		reject(`Username [${username}] already exists.`);
	return {
		name: textAt(request, 'name') || defaults.name,
		username,
		email: emailOr(wordAt(request, 'email'), defaults.email),
		bill_rate: decimalOr(wordAt(request, 'billing_rate'), defaults.bill_rate, 'Billing rate is invalid.', 0n),
		access_own_record: wordOr(YES_NO, wordAt(request, 'user_access_own_record'), defaults.access_own_record),
	};
}

function assignedClientsAt(call: Call): number[] {
	const { ids, invalid } = ownIdsAt(call, 'client', CLIENTS);
	return invalid.length > 0 ? reject('Client is invalid.') : ids;
}

function staffAt(call: Call): StaffRow {
	return ownRecord<StaffRow>(call, 'staff', wordAt(call.request, 'staff_id'));
}

/** The fields of a member as getStaff returns them (§2.2). */
function staffFields(store: Store, member: StaffRow): Output[] {
	return [
		...leaves({
			staff_id: member.id,
			bill_rate: member.bill_rate,
			name: member.name,
			username: member.username,
			email: member.email,
			user_level: member.user_level,
			access_own_record: member.access_own_record,
			status: member.status,
			date_added: member.date_added,
			last_login: member.last_login,
		}),
		element('assigned_clients', repeated('client_id', linkedIds(store, 'clientsOfStaff', member.id))),
	];
}
