import type { Store } from '../store/store.ts';
import { addDays } from '../values/date.ts';
import { cycle } from './catalogue.ts';

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
	accountId: number,
	clientIds: readonly number[],
	size: { projects: number; timeEntries: number; expenses: number },
	today: string,
): void {
	const created = `${addDays(today, -200)} 10:00:00`;
	const staff = STAFF.map(([name, rate]) => addStaff(store, accountId, name, rate, today));
	for (const [index, staff_id] of staff.entries())
		store.insert('staff_client', { staff_id, client_id: cycle(clientIds, index) });
	const tasks = TASKS.map(([name, description, rate]) =>
		store.insert('task', {
			account_id: accountId,
			name,
			description,
			rate,
			billable: 'Y',
			created_date: created,
			status: 'Active',
		}),
	);
	const projects = PROJECTS.slice(0, size.projects).map((name, index) => {
		const id = store.insert('project', {
			account_id: accountId,
			client_id: cycle(clientIds, index),
			project_manager_id: cycle(staff, index),
			name,
			description: '',
			rate: '100.00',
			billing_method: 'task',
			created_date: created,
			status: 'Active',
		});
		for (const task_id of tasks) store.insert('project_task', { project_id: id, task_id });
		store.insert('project_staff', { project_id: id, staff_id: cycle(staff, index) });
		return id;
	});
	for (let index = 0; index < size.timeEntries; index += 1) {
		store.insert('time_entry', {
			account_id: accountId,
			project_id: cycle(projects, index),
			task_id: cycle(tasks, index + (index >> 2)),
			work_date: addDays(today, index - size.timeEntries),
			hours_worked: cycle(['1.50', '0.25', '4.00', '7.75', '2.00'], index),
			notes: cycle(NOTES, index),
			billed: index % 4 === 0 ? 'Yes' : 'No',
			status: 'Active',
		});
	}
	seedExpenses(store, accountId, clientIds, projects, size.expenses, today);
}

function addStaff(store: Store, accountId: number, name: string, rate: string, today: string): number {
	const username = name.toLowerCase().replace(' ', '.');
	return store.insert('staff', {
		account_id: accountId,
		name,
		username,
		email: `${username}@studio.example`,
		bill_rate: rate,
		user_level: 2,
		access_own_record: 'No',
		status: 'Active',
		date_added: `${addDays(today, -300)} 09:00:00`,
		last_login: `${today} 08:00:00`,
	});
}

function seedExpenses(
	store: Store,
	accountId: number,
	clientIds: readonly number[],
	projects: readonly number[],
	count: number,
	today: string,
): void {
	const categories = CATEGORIES.map((name) =>
		store.insert('expense_category', {
			account_id: accountId,
			name,
			status: 'Active',
			date_added: `${addDays(today, -300)} 09:00:00`,
		}),
	);
	for (let index = 0; index < count; index += 1) {
		store.insert('expense', {
			account_id: accountId,
			client_id: cycle(clientIds, index),
			project_id: index < projects.length ? cycle(projects, index) : null,
			category_id: cycle(categories, index),
			vendor: cycle(VENDORS, index),
			date: `${addDays(today, (index - count) * 2)} 12:00:00`,
			amount: cycle(['184.40', '59.00', '712.35', '23.80', '46.10', '9.99'], index),
			notes: index % 3 === 0 ? 'Receipt kept' : '',
			recurring_frequency: '',
			recurring_end_date: '',
			invoiced: index % 4 === 3 ? 'Yes' : 'No',
			status: index % 8 === 6 ? 'Archived' : 'Active',
		});
	}
}
