import type { Values } from '../../sandbox/store.mts';

/** Makes a row of a table from its position, its day and the number of clients. */
type RowOf = (index: number, date: string, clients: number) => Values;

interface OtherTable {
	perInvoices: number;
	row: RowOf;
}

/** How many rows a table has in an account with this many invoices. */
export const rowCount = ({ perInvoices }: OtherTable, invoices: number): number =>
	Math.ceil(invoices / perInvoices);

const name = (kind: string, index: number): string => `${kind} ${index + 1}`;

/** The columns that all documents share. */
export const documentRow = (index: number, date: string, clients: number) => ({
	client_id: 1 + (index % clients),
	address: '12 Quay Street\nBristol BS1 4RN',
	title: 'Monthly services',
	number: String(index + 1).padStart(6, '0'),
	date,
	po_number: '',
	notes: '',
	terms: 'Payable without deduction until the due date.',
});

export const numberKey = (index: number): string => String(index + 1).padStart(12, '0');

const goods =
	(kind: string): RowOf =>
	(index, date) => ({
		name: name(kind, index),
		unit_cost: '39.90',
		quantity: '1.00',
		description: '',
		date: `${date} 09:00:00`,
		status: 'Active',
	});

/** The other tables: the number of invoices per row, and that row. */
export const OTHER_TABLES = {
	client: {
		perInvoices: 50,
		row: (index) => ({
			name: name('Client', index),
			organization: name('Organization', index),
			username: `client.${index + 1}`,
			email: `client.${index + 1}@clients.example`,
			work_phone: '',
			address: '12 Quay Street\nBristol BS1 4RN',
			country: 'GBR',
			language: 'en',
			currency: 'GBP',
			status: 'Active',
		}),
	},
	estimate: {
		perInvoices: 20,
		row: (index, date, clients) => ({
			...documentRow(index, date, clients),
			number_key: numberKey(index),
			schedule_date: '',
			estimate_status: 'Sent',
			status: 'Active',
		}),
	},
	recurring: {
		perInvoices: 200,
		row: (index, date, clients) => ({
			...documentRow(index, date, clients),
			frequency: '1 Month',
			occurence: 0,
			recurring_status: 'Active',
		}),
	},
	expense: {
		perInvoices: 10,
		row: (index, date, clients) => ({
			client_id: 1 + (index % clients),
			project_id: null,
			category_id: 1,
			vendor: 'Railway Line Co.',
			date: `${date} 12:00:00`,
			amount: '59.00',
			notes: '',
			tax1: null,
			tax2: null,
			recurring_frequency: '',
			recurring_end_date: '',
			invoiced: 'No',
			status: 'Active',
		}),
	},
	project: {
		perInvoices: 100,
		row: (index, date, clients) => ({
			client_id: 1 + (index % clients),
			project_manager_id: null,
			name: name('Project', index),
			description: '',
			rate: '100.00',
			billing_method: 'task',
			created_date: `${date} 10:00:00`,
			status: 'Active',
		}),
	},
	task: {
		perInvoices: 50,
		row: (index, date) => ({
			name: name('Task', index),
			description: '',
			billable: 'Y',
			rate: '90.00',
			created_date: `${date} 10:00:00`,
			status: 'Active',
		}),
	},
	time_entry: {
		perInvoices: 2,
		row: (_, date) => ({
			project_id: 1,
			task_id: 1,
			work_date: date,
			hours_worked: '1.50',
			notes: '',
			billed: 'No',
			status: 'Active',
		}),
	},
	product: { perInvoices: 500, row: goods('Product') },
	service: { perInvoices: 500, row: goods('Service') },
	staff: {
		perInvoices: 500,
		row: (index, date) => ({
			name: name('Staff', index),
			username: `staff.${index + 1}`,
			email: `staff.${index + 1}@studio.example`,
			bill_rate: '95.00',
			user_level: 2,
			access_own_record: 'No',
			status: 'Active',
			date_added: `${date} 09:00:00`,
			last_login: `${date} 09:00:00`,
		}),
	},
} satisfies Readonly<Record<string, OtherTable>>;
