import { byId, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';

// Lists that show more than requested, or less, or something else.
const billing = useBilling();
const service = useScriptedService();
const more = () => ({ credential: service.credential() });
const elements = (values: object) =>
	Object.entries(values)
		.map(([name, value]) => `<${name}>${value}</${name}>`)
		.join('');
/** The identifiers of the entries of the one request of a method. */
const idsIn = (method: string) =>
	service
		.sent(method)
		.map((request) => [...request.matchAll(/<id>(\d+)<\/id>/g)].map(([, id]) => Number(id)));
const all = {
	...{ clientId: byId(1), entriesFrom: 'all', options: { return: 'id' } },
	additionalFields: { address: '' },
};

describe('All unbilled expenses', () => {
	const shown = {
		client_id: 1,
		project_id: 2,
		date: '2026-03-01',
		amount: 5,
		vendor: 'V',
		notes: 'N',
		tax1: 0,
		tax2: 0,
	};
	const expense = (values: object) => `<expense>${elements(values)}</expense>`;
	const bill = async (...expenses: string[]) => {
		service.answer('listExpense', listed('expenses', expenses.join('')));
		service.answer('createInvoiceFromExpense', '<invoice_id>7</invoice_id>');
		await billing.outputOf('invoice', 'createFromExpense', all, more());
		return idsIn('createInvoiceFromExpense');
	};

	it.each([{ status: 'Archived' }, { status: 'Deleted' }, { is_expense_invoiced: 'Yes' }])(
		'exclude one that shows %j',
		async (closed) => {
			const open = { status: 'Active', is_expense_invoiced: 'No' };
			expect(
				await bill(
					expense({ expense_id: 11, ...shown, ...closed }),
					expense({ expense_id: 12, ...shown, ...open }),
				),
			).toEqual([[12]]);
		},
	);
});

describe('All unbilled time entries', () => {
	const shown = { project_id: 3, task_id: 4, work_date: '2026-03-01', hours_worked: '1.50', notes: 'N' };
	const entry = (values: object) => `<timelog>${elements(values)}</timelog>`;
	const bill = async (...entries: string[]) => {
		service.answer('listTimeLog', listed('timelogs', entries.join('')));
		service.answer('getTask', '<task><task_name>Work</task_name><task_rate>10</task_rate></task>');
		service.answer('createInvoiceFromTimeTracking', '<invoice_id>7</invoice_id>');
		await billing.outputOf('invoice', 'createFromTimeTracking', all, more());
		return idsIn('createInvoiceFromTimeTracking');
	};

	it.each([{ log_status: 'Archived' }, { log_status: 'Deleted' }, { billed: 'Yes' }])(
		'exclude one that shows %j',
		async (closed) => {
			service.answer(
				'listProject',
				listed('projects', '<project><project_id>3</project_id><client_id>1</client_id></project>'),
			);
			service.answer('getProject', '<project><project_id>3</project_id></project>');
			const open = { status: 'Active', log_status: 'Active', billed: 'No' };
			expect(
				await bill(
					entry({ timelog_id: 11, ...shown, ...closed }),
					entry({ timelog_id: 12, ...shown, ...open }),
				),
			).toEqual([[12]]);
		},
	);
});

describe('A simplified list', () => {
	it('shows what is nested elsewhere, also where the list shows it at the top', async () => {
		const flat = { invoice_id: 1, number: 'A', client_id: 5, organization: 'Acme', notes: 'N' };
		const client = '<client><client_id>6</client_id><organization>Nest</organization></client>';
		const nested = `<invoice><invoice_id>2</invoice_id>${client}</invoice>`;
		service.answer('listInvoice', listed('invoices', `<invoice>${elements(flat)}</invoice>${nested}`));
		const parameters = { simplify: false, options: { includeNames: false } };
		expect(await billing.outputOf('invoice', 'getAll', parameters, more())).toEqual([
			{ invoice_id: 1, number: 'A', client_organization: 'Acme', client_id: 5, notes: 'N' },
			{ invoice_id: 2, client_organization: 'Nest', client_id: 6 },
		]);
	});
});

it('A list without a page that it announces is an error, and not short', async () => {
	const first =
		'<clients page="1" total_pages="2" total_records="2"><client><client_id>1</client_id></client></clients>';
	service.answer('listClient', (document) =>
		document.includes('<page>1<') ? first : '<clients page="2" total_records="0"/>',
	);
	const { error } = await billing.run('client', 'getAll', { returnAll: true }, more());
	expect(error?.message).toBe('The service answered with the status 404.');
	expect(service.sent('listClient')).toHaveLength(4);
});
