import { byId, containing, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';

// A service that shows less than the sandbox, or in other words, must not cause any loss or change.
const billing = useBilling();
const service = useScriptedService();
const more = () => ({ credential: service.credential() });
const ENTRY = { projectId: byId(1), taskId: byId(2), workDate: '2026-03-09', hoursWorked: '1.5' };

describe('Time Entry > Update', () => {
	const update = async () => {
		const parameters = { timelogId: byId(7), updateFields: { notes: 'New' }, options: { return: 'id' } };
		await billing.outputOf('timeEntry', 'update', parameters, more());
		return service.sent('updateTimeLog');
	};
	const entry = (date: string) =>
		`<project_id>1</project_id><task_id>2</task_id><work_date>${date}</work_date><hours_worked>1.50</hours_worked>`;

	beforeEach(() => service.answer('updateTimeLog', ''));

	it('sends the day alone of a date with a time', async () => {
		service.answer('getTimeLog', `<timelog>${entry('2026-03-09 00:00:00')}</timelog>`);
		service.answer('listTimeLog', listed('timelogs', ''));
		expect(await update()).toEqual([
			`<timelog_id>7</timelog_id><notes>New</notes>${entry('2026-03-09').replace('1.50', '1.5')}`,
		]);
	});

	it('sends no date of zeros', async () => {
		service.answer('getTimeLog', `<timelog>${entry('0000-00-00')}</timelog>`);
		service.answer('listTimeLog', listed('timelogs', ''));
		expect(await update()).toEqual([expect.not.stringContaining('work_date')]);
	});
});

describe('The guard of a new time entry', () => {
	const parameters = { ...ENTRY, options: { ifExists: 'existing', return: 'id' } };
	const record = (values: object) =>
		Object.entries({
			timelog_id: 8,
			project_id: 1,
			task_id: 2,
			work_date: '2026-03-09',
			hours_worked: '1.50',
			...values,
		})
			.map(([name, value]) => `<${name}>${value}</${name}>`)
			.join('');
	beforeEach(() => service.answer('createTimeLog', '<timelog_id>9</timelog_id>'));

	it('knows an equal entry by its day, also where its notes are not shown', async () => {
		const shown = `<timelog>${record({ work_date: '2026-03-09 00:00:00' })}</timelog>`;
		service.answer('listTimeLog', listed('timelogs', shown));
		service.answer('getTimeLog', shown);
		expect(await billing.outputOf('timeEntry', 'create', parameters, more())).toEqual([
			{ timelog_id: 8, result: 'existing' },
		]);
	});
});

describe('Project', () => {
	it.each(['0', ''])('sends no client %j and no manager %j, which are none', async (id) => {
		const none = `<client_id>${id}</client_id><project_manager_id>${id}</project_manager_id>`;
		service.answer('getProject', `<project>${none}<project_name>Old</project_name></project>`);
		service.answer('updateProject', '<project_id>1</project_id>');
		const updateFields = { description: 'New' };
		const parameters = { projectId: byId(1), updateFields, options: { return: 'id' } };
		await billing.outputOf('project', 'update', parameters, more());
		expect(service.sent('updateProject')).toEqual([
			'<project_id>1</project_id><description>New</description><name>Old</name>',
		]);
	});

	it('does not touch the billing of a project with a budget, in whatever case its method is shown', async () => {
		service.answer('getProject', '<project><billing_method>Flat</billing_method></project>');
		service.answer('updateProject', '<project_id>1</project_id>');
		const parameters = { projectId: byId(1), updateFields: { name: 'New' }, options: { return: 'id' } };
		await billing.outputOf('project', 'update', parameters, more());
		expect(service.sent('updateProject')).toEqual(['<project_id>1</project_id><name>New</name>']);
	});

	it('warns of links that failed in a way that cannot be read', async () => {
		service.answer('createProject', '<project_id>1</project_id><invalid>Some are locked</invalid>');
		const parameters = { name: 'New', budget: '1', options: { ifExists: 'create', return: 'id' } };
		expect(await billing.outputOf('project', 'create', parameters, more())).toEqual([
			{ project_id: 1, result: 'created' },
		]);
		expect(billing.warnings()).toContain('could not link it to some of the tasks');
	});
});

describe('A line that shows nothing for its quantity', () => {
	const item =
		'<item><item_id>1</item_id><name>Free</name><type>Services</type><unit_cost>10</unit_cost><quantity></quantity><amount>9</amount></item>';

	it('is still not charged when something else of it changes', async () => {
		service.answer('getInvoice', `<invoice><items>${item}</items></invoice>`);
		service.answer('updateInvoiceItem', '');
		const line = [{ invoiceItemId: '1', changes: { description: 'New' } }];
		const parameters = { invoiceId: byId(5), lineItems: { line } };
		await billing.outputOf('invoice', 'updateItems', parameters, more());
		expect(service.sent('updateInvoiceItem')).toEqual([containing('<quantity>0</quantity>')]);
	});

	it('is not charged by the invoice that an estimate becomes, although it shows more than that takes', async () => {
		const client = '<client><client_id>1</client_id></client>';
		service.answer(
			'getEstimate',
			`<estimate>${client}<total_tax>0</total_tax><items>${item}</items></estimate>`,
		);
		service.answer('createInvoiceFromEstimate', '<invoice_id>7</invoice_id>');
		const parameters = { estimateId: byId(5), additionalFields: { address: '' }, options: { return: 'id' } };
		await billing.outputOf('invoice', 'createFromEstimate', parameters, more());
		expect(service.sent('createInvoiceFromEstimate')).toEqual([containing('<quantity>0</quantity>')]);
	});
});
