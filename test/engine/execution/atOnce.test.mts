import type { INodeParameters } from 'n8n-workflow';
import type { RecordKind } from '../../../sandbox/index.mts';
import { byId, containing, useBilling } from '../billing.mts';

// Executions of one process that write the same record at the same moment. Each resends all of the record but what it changes, so
// that one which reads before the other has written would undo it. Answers take long enough for all of them to read first.
const slow = useBilling({ latencyMs: 20 });
const item = { linesFrom: 'json', linesJson: '[{ "name": "Extra", "unit_cost": 5, "quantity": 1 }]' };
const update = (resource: string, id: string, updateFields: INodeParameters) => ({
	...{ resource, operation: 'update', [`${id}Id`]: byId(2), updateFields },
});
const custom = (requestMethod: string, body: object) => ({
	...{ resource: 'settings', operation: 'customRequest', requestMethod },
	requestBody: JSON.stringify(body),
});

it.each<[RecordKind, INodeParameters, INodeParameters, object]>([
	[
		'client',
		update('client', 'client', { workPhone: '7' }),
		update('client', 'client', { address: 'Street 9' }),
		{ work_phone: '7', address: 'Street 9' },
	],
	[
		'invoice',
		update('invoice', 'invoice', { notes: 'N' }),
		update('invoice', 'invoice', { terms: 'T' }),
		{ notes: 'N', terms: 'T' },
	],
	[
		'task',
		custom('updateTask', { task_id: 2, name: 'New' }),
		update('task', 'task', { description: 'D' }),
		{ name: 'New', description: 'D' },
	],
	[
		'timeEntry',
		update('timeEntry', 'timelog', { notes: 'N' }),
		update('timeEntry', 'timelog', { hoursWorked: '3.5' }),
		{ notes: 'N', hours_worked: '3.50' },
	],
	[
		'estimate',
		update('estimate', 'estimate', { notes: 'N' }),
		update('estimate', 'estimate', { terms: 'T' }),
		{ notes: 'N', terms: 'T' },
	],
])('Neither of two updates of one %s undoes the other', async (kind, one, other, both) => {
	const credential = slow.credential();
	const ended = await Promise.all([one, other].map((parameters) => engine.run({ credential, parameters })));
	expect(ended.map(({ error }) => error)).toEqual([undefined, undefined]);
	expect(slow.sandbox.records(kind).find(({ id }) => id === 2)).toMatchObject(both);
});

it('Updates that are compared afterwards count no lines that another execution adds', async () => {
	const open = slow.sandbox
		.records('invoice')
		.filter((row) => row.account_id === 1 && row.status === 'Active');
	const items = open.slice(0, 10).map(({ id }) => ({ id }));
	const each = { invoiceId: byId('={{ $json.id }}') };
	const ended = await Promise.all([
		slow.run('invoice', 'update', { ...each, updateFields: { notes: 'New' } }, { items }),
		slow.run('invoice', 'addItems', { ...each, ...item }, { items }),
	]);
	expect(ended.map(({ error, hints }) => [error, hints])).toEqual([
		[undefined, []],
		[undefined, []],
	]);
});

it.each([
	['before the turn of the other execution', false],
	['between two of its turns', true],
])('An invoice that is paid %s is not sent', async (_, isBetween) => {
	const [paid, other] = slow.sandbox
		.records('invoice')
		.filter((row) => row.status === 'Active' && row.invoice_status === 'Sent' && Number(row.total_paid) === 0)
		.map(({ id }) => ({ id }));
	const pay = () =>
		slow.run('invoice', 'recordPayment', { invoiceId: byId(paid?.id ?? 0), paymentMethod: 'Cash' });
	const send = () =>
		slow.run(
			'invoice',
			'send',
			{ invoiceId: byId('={{ $json.id }}') },
			{
				items: [...(isBetween && other ? [other] : []), ...(paid ? [paid] : [])],
				settings: { onError: 'continueRegularOutput' },
			},
		);
	const first = isBetween ? send() : pay();
	while (slow.methods().length === 0) await new Promise(setImmediate);
	const [one, two] = await Promise.all([first, isBetween ? pay() : send()]);
	const [output = []] = (isBetween ? one : two).outputs;
	expect(output.map(({ json }) => json['sent'] ?? json['error'])).toEqual([
		...(isBetween ? [true] : []),
		containing('is paid, and sending it would set its status to Sent'),
	]);
});

it.each(['all', 'chosen'])(
	'A time entry that is updated while it is billed is billed (%s)',
	async (entriesFrom) => {
		const own = slow.sandbox.records('project').filter(({ client_id }) => client_id === 1);
		const { id = 0 } =
			slow.sandbox
				.records('timeEntry')
				.find(
					({ billed, project_id }) => billed === 'No' && own.some((project) => project.id === project_id),
				) ?? {};
		const timeEntries = { entry: [{ id: byId(id) }] };
		await Promise.all([
			slow.run('timeEntry', 'update', { timelogId: byId(id), updateFields: { notes: 'Corrected' } }),
			slow.run('invoice', 'createFromTimeTracking', { clientId: byId(1), entriesFrom, timeEntries }),
		]);
		expect(slow.sandbox.records('timeEntry').find((row) => row.id === id)).toMatchObject({
			billed: 'Yes',
			notes: 'Corrected',
		});
	},
);
