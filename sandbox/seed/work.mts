import type { Store, Values } from '../store/store.mts';
import { addDays } from '../values/date.mts';
import { cycle } from './catalogue.mts';

const STAFF = [
	['Alex Rowan', '95.00'],
	['Mina Castell', '80.00'],
	['Jonas Beck', '72.50'],
] as const;

const TASKS = [
	['Design', 'Layouts and prototypes', '90.00'],
	['Development', 'Building and testing', '105.00'],
	['Meetings', 'Calls and workshops', '75.00'],
	['Travel time', '', '40.00'],
] as const;

const PROJECTS = 'Website relaunch,Spring campaign,Product catalogue,Annual report,Shop signage'.split(',');

const CATEGORIES = ['Travel', 'Software', 'Printing', 'Postage', 'Meals'];

const VENDORS = ['Railway Line Co.', 'Pixel Tools', 'Inkwell Printers', 'Parcel Post', 'The Corner Bistro'];

const NOTES = [
	'First draft',
	'Corrections after feedback',
	'',
	'Review with the client',
	'Preparing the handover',
];

/** Gives an account staff, projects with tasks, time entries and expenses: about three quarters of them unbilled. */
export function seedWork(
	store: Store,
	account_id: number,
	clientIds: readonly number[],
	size: { projects: number; timeEntries: number; expenses: number },
	today: string,
): void {
	const add = (table: string, values: Values) =>
		store.insert(table, { account_id, status: 'Active', ...values });
	const created_date = `${addDays(today, -200)} 10:00:00`;
	const date_added = `${addDays(today, -300)} 09:00:00`;
	const staff = STAFF.map(([name, bill_rate]) => {
		const username = name.toLowerCase().replace(' ', '.');
		const seen = { date_added, last_login: `${today} 08:00:00` };
		const email = `${username}@studio.example`;
		return add('staff', {
			name,
			username,
			email,
			bill_rate,
			user_level: 2,
			access_own_record: 'No',
			...seen,
		});
	});
	for (const [index, staff_id] of staff.entries())
		store.insert('staff_client', { staff_id, client_id: cycle(clientIds, index) });
	const tasks = TASKS.map(([name, description, rate]) =>
		add('task', { name, description, rate, billable: 'Y', created_date }),
	);
	const projects = PROJECTS.slice(0, size.projects).map((name, index) => {
		const people = { client_id: cycle(clientIds, index), project_manager_id: cycle(staff, index) };
		const billing = { rate: '0.00', billing_method: 'task' };
		const project_id = add('project', { ...people, name, description: '', ...billing, created_date });
		for (const task_id of tasks) store.insert('project_task', { project_id, task_id });
		store.insert('project_staff', { project_id, staff_id: cycle(staff, index) });
		return project_id;
	});
	for (let index = 0; index < size.timeEntries; index += 1)
		add('time_entry', {
			project_id: cycle(projects, index),
			task_id: cycle(tasks, index + (index >> 2)),
			work_date: addDays(today, index - size.timeEntries),
			hours_worked: cycle(['1.50', '0.25', '4.00', '7.75', '2.00'], index),
			notes: cycle(NOTES, index),
			billed: index % 4 === 0 ? 'Yes' : 'No',
		});
	const categories = CATEGORIES.map((name) => add('expense_category', { name, date_added }));
	for (let index = 0; index < size.expenses; index += 1)
		add('expense', {
			client_id: cycle(clientIds, index),
			project_id: index < projects.length ? cycle(projects, index) : null,
			category_id: cycle(categories, index),
			vendor: cycle(VENDORS, index),
			date: `${addDays(today, (index - size.expenses) * 2)} 12:00:00`,
			amount: cycle(['184.40', '59.00', '712.35', '23.80', '46.10', '9.99'], index),
			notes: index % 3 === 0 ? 'Receipt kept' : '',
			recurring_frequency: '',
			recurring_end_date: '',
			invoiced: index % 4 === 3 ? 'Yes' : 'No',
			status: index % 8 === 6 ? 'Archived' : 'Active',
		});
}
