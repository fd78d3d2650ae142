import { hundredths } from '../amounts.mts';
import { countAgainstPlan, counterOf, type Call } from '../call.mts';
import {
	type Field,
	type Methods,
	checked,
	CONTACTS,
	CUSTOM_FIELDS,
	date,
	decimal,
	email,
	field,
	filter,
	oneOf,
	oneWord,
	own,
	statusFilter,
	text,
	word,
} from '../fields.mts';
import { findOwnRecord, isTaken, type Kind } from '../ownership.mts';
import { addLinks, linkedIds, markDeleted, replaceLinks, resource } from '../records.mts';
import { reject } from '../rejection.mts';
import type { Store, Values } from '../store.mts';
import { COUNTRIES, CURRENCIES, isDate, LANGUAGES, textOr } from '../values.mts';
import { element, listed, repeated, type Output } from '../xml.mts';

// §4.6 to §4.10: a table for each kind of record, with what its methods take and show.

const mandatory = { required: { message: 'Please provide mandatory data.' } };
const valid = { required: { message: 'Please provide valid data.' } };

const code = (path: string, example: string, codes: ReadonlySet<string>, message: string, returned?: null) =>
	oneWord(path, example, [...codes], { message, returned }, 'ZZZ');

const notTaken = (call: Call, kind: Kind, column: string, wanted: string, called: string) =>
	isTaken(call, kind, column, wanted) ? reject(`${called}[${wanted}] already exists.`) : wanted;

const clients = resource({
	...{ section: '4.6', name: 'Client', kind: 'client', path: 'clients/client', example: '{newClient}' },
	elements: [
		text('name', "Zoë O'Neil", mandatory),
		text('organization', 'Fish & Ships <Ltd>', mandatory),
		email('email', 'zoe@ships.example'),
		text('work_phone', '0044 20 7946 0000'),
		text('address', '2 Harbour Road\nBristol'),
		code('country', 'NZL', COUNTRIES, 'Country code is invalid.', null),
		code('currency', 'NZD', CURRENCIES, 'Currency code is invalid.'),
		code('language', 'swd', LANGUAGES, 'Language is invalid.', null),
		checked(
			'username',
			'zoe_o.neil@1-2',
			'zoe1',
			// §8: at least five characters.
			(wanted, call) =>
				/^[A-Za-z0-9_.@-]{5,}$/.test(wanted)
					? notTaken(call, 'client', 'username', wanted, 'Username ')
					: undefined,
			{ returned: null },
		),
		CUSTOM_FIELDS,
	],
	more: [CONTACTS],
	isNeededAgain: true,
	shows: '*client_id=id *name *organization address *email work_phone currency',
	last: (store, { id }) => [
		listed(
			'credits/credit',
			store.rows('credit', 'client_id', id),
			'amount payment_method payment_note credit_date',
		),
	],
	count: 'total',
	filters: [
		statusFilter('client_status', 'client.status'),
		filter('client_id', '{client}', 'client.id = ?'),
		filter('client_email', '{clientEmail}', 'client.email = ? COLLATE NOCASE'),
	],
	defaults: (call) => {
		countAgainstPlan(call, 'clients');
		const { country_code: country, currency_code: currency } = call.account;
		return { country, currency, language: 'en', username: newUsername(call), status: 'Active' };
	},
	answers: 'text()',
	before: (call, { id, currency }) => {
		const sql = `SELECT 1 FROM invoice WHERE client_id = ? AND invoice_status <> 'Draft'`;
		if ((call.values['currency'] ?? currency) !== currency && call.store.one(sql, id) !== undefined)
			reject('Currency can not be changed.');
	},
	// Documented by the vendor: a client with an active project or recurring profile stays.
	remove: ({ store }, id) => {
		const sql = `SELECT 1 FROM project WHERE client_id = ? AND status = 'Active'
			UNION SELECT 1 FROM recurring WHERE client_id = ? AND recurring_status = 'Active'`;
		if (store.one(sql, id, id) !== undefined) return false;
		markDeleted(store, 'client', id);
		return true;
	},
});

/** A user name that no client of the account has. */
function newUsername(call: Call): string {
	let number = counterOf(call.store, call.account.id, 'clients');
	while (isTaken(call, 'client', 'username', `client${number}`)) number += 1;
	return `client${number}`;
}

const staff = resource({
	...{ section: '4.7', name: 'Staff', kind: 'staff', path: 'staff_users/staff', count: 'total' },
	elements: [
		text('name', "Zoë O'Neil & <son>", mandatory),
		field(
			'username',
			'zoe.oneil',
			(wanted, call) => notTaken(call, 'staff', 'username', wanted, 'Username '),
			mandatory,
		),
		email('email', 'zoe@studio.example', mandatory),
		decimal('billing_rate', '87.25', { key: 'bill_rate', least: 0n }),
		oneOf('user_access_own_record', 'Yes', ['Yes', 'No'], { key: 'access_own_record' }),
		own('assigned_clients/client_id', '{newClient}', 'client', {
			message: 'Client is invalid.',
			key: 'clients',
			repeats: true,
		}),
	],
	shows: `*staff_id=id bill_rate *name username *email user_level access_own_record *status date_added last_login assigned_clients/client_id=clientsOfStaff`,
	filters: [
		statusFilter('status', 'staff.status'),
		filter('email', '{staffEmail}', 'staff.email = ? COLLATE NOCASE'),
	],
	// Level 2 is not the owner of the account.
	defaults: ({ clock }) => ({
		...{ bill_rate: '0.00', access_own_record: 'No', user_level: 2, status: 'Active' },
		date_added: clock.now(),
	}),
	after: ({ store, lists }, id) => replaceLinks(store, 'clientsOfStaff', id, lists['clients']),
	refusal: 'Staff is invalid.',
});

/** The vendor's list. Its own example writes `minutes`, so any letter case is taken, and saved as here. */
const UNITS = ['Hour', 'Month', 'Minutes', 'Year', 'Day', 'Basic'];

/** §4.8: a product's quantity is a decimal; a service's is the unit that it is charged in, under another name. */
const goods = (
	name: 'Product' | 'Service',
	example: string,
	cost: Field,
	quantity: Field,
	none: Values,
): Methods => {
	const kind = name === 'Product' ? 'product' : 'service';
	return resource({
		...{ section: '4.8', kind, name, path: `${kind}s/${kind}` },
		elements: [
			{
				...text('name', example, valid),
				read: (wanted, call) => notTaken(call, kind, 'name', wanted, `${name}- `),
			},
			...[cost, quantity, text('description', 'Matt, "A2"\n<recycled> & more')],
		],
		// The vendor documents lists without a description.
		shows: `*${kind}_id=id *${kind}_name=name *unit_cost quantity [description] date *status`,
		filters: [
			statusFilter('item_status', `${kind}.status`),
			filter(`${kind}_id`, `{${kind}}`, `${kind}.id = ?`),
			filter('item_name', `{${kind}Name}`, `${kind}.name = ? COLLATE NOCASE`),
			decimal('filter/item_cost', `{${kind}Cost}`, {
				message: cost.wrong?.message,
				sql: `${kind}.unit_cost = ?`,
			}),
		],
		defaults: ({ clock }) => ({ unit_cost: '0.00', ...none, date: clock.now(), status: 'Active' }),
	});
};

const products = goods(
	'Product',
	'Poster & <frame>',
	decimal('unitcost', '19.99', { key: 'unit_cost', message: 'Unit cost is invalid.' }),
	decimal('quantity', '12.50', { least: 0n }),
	{ quantity: '0.00' },
);

const services = goods(
	'Service',
	'Retouching & <proofs>',
	decimal('cost', '85.50', { key: 'unit_cost' }),
	checked(
		'unit',
		'Hour',
		'Hours',
		(unit) => UNITS.find((known) => known.toLowerCase() === unit.toLowerCase()),
		{ key: 'quantity' },
	),
	{},
);

const expenses = resource({
	...{ section: '4.9', name: 'Expense', kind: 'expense', path: 'expenses/expense' },
	elements: [
		own('expense_category_id', '{newCategory}', 'expenseCategory', { key: 'category_id', required: {} }),
		decimal('amount', '49.95', { least: 1n, required: {} }),
		// Requests give a day, answers a day and a time (§2.1, §2.2).
		checked(
			'date',
			'2026-02-28',
			'2026-02-30',
			(found) => (isDate(found) ? `${found} 00:00:00` : undefined),
			{ returned: '2026-02-28 00:00:00', required: {} },
		),
		own('tax1', '{tax}', 'tax', { message: 'Tax-1 id is invalid.' }),
		own('tax2', '{otherTax}', 'tax', { message: 'Tax-2 id is invalid.' }),
		checked('recurring_frequency', '28', '0', (found) => (/^[1-9]\d{0,8}$/.test(found) ? found : undefined)),
		date('recurring_end_date', '2027-02-28'),
		own('project_id', '{otherProject}', 'project'),
		own('client_id', '{newClient}', 'client'),
		text('vendor', 'North & <South> Rail'),
		text('notes', 'Return ticket,\n"second class"'),
	],
	shows: `*expense_id=id *client_id project_id expense_category_id=category_id *vendor *date *amount notes tax1 tax2 is_expense_recurring recurring_frequency recurring_end_date *status`,
	derive: (_, { recurring_frequency }) => ({ is_expense_recurring: recurring_frequency === '' ? 0 : 1 }),
	filters: [
		statusFilter('status', 'expense.status'),
		filter('client_id', '{client}', 'expense.client_id = ?'),
		filter('expense_category_id', '{category}', 'expense.category_id = ?'),
		filter('is_expense_invoiced', 'No', 'expense.invoiced = ?'),
		decimal('filter/amount', '{expenseAmount}', { sql: 'expense.amount = ?' }),
	],
	defaults: () => ({ invoiced: 'No', status: 'Active' }),
	answers: 'text()',
});

const categories = resource({
	...{ section: '4.9', name: 'ExpenseCategory', kind: 'expenseCategory', path: 'categories/category' },
	...{ example: '{newCategory}', count: 'total', isListedOnly: true, isNeededAgain: true },
	elements: [text('name', 'Trains & <trams>', valid)],
	shows: '*category_id=id *name *status *date_added',
	filters: [statusFilter('status', 'expense_category.status')],
	defaults: ({ clock }) => ({ status: 'Active', date_added: clock.now() }),
});

/** The billing methods, and which of them need a budget. §4.10 names the first two; the others are this service's own. */
const NEEDS_BUDGET = new Map([
	['flat', true],
	['project', true],
	['staff', false],
	['task', false],
]);

const NO_AMOUNT = 'Amount is invalid.';

const projects = resource({
	...{ section: '4.10', name: 'Project', kind: 'project', path: 'projects/project', example: '{newProject}' },
	elements: [
		text('name', 'Relaunch <2>', valid),
		oneWord('billing_method', 'flat', [...NEEDS_BUDGET.keys()], { required: {} }, 'hourly'),
		decimal('budget', '1200.50', {
			...{ key: 'rate', message: NO_AMOUNT, least: 0n, returned: null },
		}),
		own('client_id', '{client}', 'client'),
		own('project_manager_id', '{staff}', 'staff'),
		text('description', 'Pages & <forms>'),
		word('tasks/task_id', '{task}', { key: 'tasks', repeats: true }),
	],
	shows: `*project_id=id *client_id project_manager_id *project_name=name project_description=description project_rate *billing_method project_billed created_date *status staff/staff_id=staffOfProject task/task_id=tasksOfProject`,
	derive: (store, { id, billing_method, rate }) => ({
		// The vendor's sample shows a budget of a flat project nowhere.
		project_rate: billing_method === 'flat' ? '0.00' : rate,
		project_billed: isBilled(store, id) ? 'Yes' : 'No',
	}),
	filters: [
		// §4.10 gives the status no default: without one, only deleted projects are left out.
		{ ...statusFilter('project_status', 'project.status'), otherwise: `project.status <> 'Deleted'` },
		filter('client_id', '{projectClient}', 'project.client_id = ?'),
		filter('task_id', '{task}', 'project.id IN (SELECT project_id FROM project_task WHERE task_id = ?)'),
		filter('project_name', '{projectName}', 'project.name = ? COLLATE NOCASE'),
	],
	defaults: ({ clock, values }) => {
		assertBudget(values);
		return { rate: '0.00', created_date: clock.now(), status: 'Active' };
	},
	before: ({ values }, { billing_method, rate }) => assertBudget({ billing_method, rate, ...values }),
	answers: 'identifier',
	after: linkProject,
});

function assertBudget({ billing_method, rate = '0.00' }: Values): void {
	if (NEEDS_BUDGET.get(textOr(billing_method)) && hundredths(textOr(rate)) === 0n) reject(NO_AMOUNT);
}

/** Links a project to its manager and to the tasks of the request. The answer lists the tasks that cannot be linked (§4.10). */
function linkProject(call: Call, id: number): Output[] {
	const { store, values, lists } = call;
	const manager = values['project_manager_id'];
	if (manager !== undefined) addLinks(store, 'staffOfProject', id, [manager]);
	const texts = (lists['tasks'] ?? []).map(String);
	const isOwn = (found: string) => findOwnRecord(call, 'task', found) !== undefined;
	replaceLinks(store, 'tasksOfProject', id, texts.filter(isOwn));
	const refused = texts.filter((found) => !isOwn(found));
	return refused.length > 0 ? [element('invalid', repeated('task_id', refused))] : [];
}

/** True when a project has time entries, and all of them are billed. */
function isBilled(store: Store, id: number): boolean {
	const sql = `SELECT DISTINCT billed FROM time_entry WHERE project_id = ? AND status <> 'Deleted'`;
	const found = store.all<{ billed: string }>(sql, id);
	return found.length > 0 && found.every(({ billed }) => billed === 'Yes');
}

const tasks = resource({
	...{ section: '4.10', name: 'Task', kind: 'task', path: 'tasks/task', example: '{newTask}' },
	elements: [
		text('name', 'Proof & print', valid),
		text('description', 'Two <rounds>'),
		oneOf('task_billable', 'Y', ['Y', 'N'], { key: 'billable' }),
		decimal('task_rate', '72.50', { key: 'rate', least: 0n }),
		own('projects/project_id', '{project}', 'project', { key: 'projects', repeats: true }),
	],
	shows: `*task_id=id *task_name=name task_description=description *task_billable=billable *task_rate=rate created_date *status project/project_id=projectsOfTask`,
	filters: [
		statusFilter('task_status', 'task.status'),
		filter('project_id', '{project}', 'task.id IN (SELECT task_id FROM project_task WHERE project_id = ?)'),
		filter('task_name', '{taskName}', 'task.name = ? COLLATE NOCASE'),
		filter('task_billable', '{taskBillable}', 'task.billable = ?'),
	],
	defaults: ({ clock }) => ({ billable: 'N', rate: '0.00', created_date: clock.now(), status: 'Active' }),
	after: ({ store, lists }, id) => replaceLinks(store, 'projectsOfTask', id, lists['projects']),
});

const timeLogs = resource({
	...{ section: '4.10', name: 'TimeLog', kind: 'timeEntry', path: 'timelogs/timelog' },
	elements: [
		own('project_id', '{project}', 'project', valid),
		own('task_id', '{task}', 'task', valid),
		date('work_date', '2026-02-28', valid),
		decimal('hours_worked', '1.25', { message: 'Hours is invalid.', least: 1n, ...valid }),
		text('notes', 'Layout & <text>'),
		oneOf('billed', 'Yes', ['Yes', 'No'], { returned: null }),
	],
	// §2.2 shows the fields of this list's records, so summaries have them all.
	shows: '*project_id *task_id *work_date *hours_worked *notes *log_status=status',
	always: `time_entry.status = 'Active'`,
	filters: [
		filter('project_id', '{project}', 'time_entry.project_id = ?'),
		filter('task_id', '{task}', 'time_entry.task_id = ?'),
		filter('billed', 'No', 'time_entry.billed = ?'),
		date('filter/work_date', '{workDate}', { sql: 'time_entry.work_date = ?' }),
	],
	defaults: (call) => {
		assertLinked(call, call.values);
		return { billed: 'No', status: 'Active' };
	},
	// An entry may keep a project and a task that are no longer linked.
	before: (call, { project_id, task_id }) => {
		const wanted = { project_id, task_id, ...call.values };
		if (wanted.project_id !== project_id || wanted.task_id !== task_id) assertLinked(call, wanted);
	},
});

function assertLinked({ store }: Call, { project_id, task_id }: Values): void {
	if (!linkedIds(store, 'tasksOfProject', Number(project_id)).includes(Number(task_id)))
		reject('Task is not associated with provided project.');
}

const ALL = [clients, staff, products, services, expenses, categories, projects, tasks, timeLogs];

/** The methods on all of these. */
export const recordMethods: Methods = Object.fromEntries(ALL.flatMap((methods) => Object.entries(methods)));
