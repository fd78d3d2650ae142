import type { INodeParameters } from 'n8n-workflow';
import { TODAY } from '../../billing.mts';
import { startSandbox } from '../../harness/service.mts';
import { openGate } from '../../pairs/gate.mts';
import { listed, useScriptedService } from '../../scripted.mts';
import { own } from '../../unbilled.mts';

describe('What others change while an invoice of time is made', () => {
	const byId = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });
	let database: Uint8Array;
	beforeAll(async () => {
		const base = await startSandbox({ today: () => TODAY });
		database = base.store.database.serialize();
		await base.close();
	});

	it.each(['all', 'chosen'])(
		'leaves an entry billed that is updated at the same moment (%s)',
		async (from) => {
			const gate = await openGate(database);
			try {
				const ofClient = own(gate.sandbox.records('project')).filter(({ client_id }) => client_id === 1);
				const entryOf = () => own(gate.sandbox.records('timeEntry'));
				const { id } = entryOf().find(
					({ billed, project_id }) =>
						billed === 'No' && ofClient.some((project) => project.id === project_id),
				) ?? { id: 0 };
				const run = async (parameters: INodeParameters) =>
					void (await engine.run({ credential: gate.credential, parameters }));
				const updateFields = { notes: 'Corrected' };
				const update = {
					resource: 'timeEntry',
					operation: 'update',
					timelogId: byId(Number(id)),
					updateFields,
				};
				const entries = { entriesFrom: from, timeEntries: { entry: [{ id: byId(Number(id)) }] } };
				const bill = {
					resource: 'invoice',
					operation: 'createFromTimeTracking',
					clientId: byId(1),
					...entries,
				};
				await gate.atOnce(
					async () => await run(update),
					async () => await run(bill),
				);
				expect(entryOf().find((one) => one.id === id)).toMatchObject({ billed: 'Yes', notes: 'Corrected' });
			} finally {
				await gate.close();
			}
		},
	);
});

describe('Where lists show bare entries', () => {
	const scripted = useScriptedService();

	it('a later item bills the hours as they are by then', async () => {
		let hours = 2;
		scripted.answer('getClient', '<client><client_id>1</client_id><address>A</address></client>');
		const project = '<project><project_id>1</project_id><client_id>1</client_id></project>';
		scripted.answer('listProject', listed('projects', project));
		scripted.answer('getProject', project);
		scripted.answer(
			'getTask',
			'<task><task_id>1</task_id><task_name>Design</task_name><task_rate>50</task_rate><task_billable>Y</task_billable></task>',
		);
		scripted.answer('getInvoice', '<invoice><number>1</number></invoice>');
		const bare = [5, 6].map((id) => `<timelog><timelog_id>${id}</timelog_id></timelog>`).join('');
		scripted.answer('listTimeLog', listed('timelogs', bare));
		scripted.answer('getTimeLog', (document) =>
			document.includes('>6<')
				? `<timelog><project_id>1</project_id><task_id>1</task_id><hours_worked>${hours}</hours_worked><work_date>2026-04-01</work_date><notes>n</notes></timelog>`
				: '<timelog><project_id>1</project_id><task_id>1</task_id><hours_worked>1</hours_worked><work_date>2026-03-01</work_date><notes>n</notes></timelog>',
		);
		scripted.answer('createInvoiceFromTimeTracking', () => {
			hours = 8;
			return '<invoice_id>70</invoice_id>';
		});
		const period = { until: '={{ $json.to }}', filters: { dateFrom: '={{ $json.from }}' } };
		await engine.run({
			credential: scripted.credential(),
			parameters: {
				...{ resource: 'invoice', operation: 'createFromTimeTracking', entriesFrom: 'all', ...period },
				clientId: { __rl: true, mode: 'id', value: '1' },
			},
			items: [
				{ from: '2026-03-01', to: '2026-03-31' },
				{ from: '2026-04-01', to: '2026-04-30' },
			],
		});
		const quantities = scripted
			.sent('createInvoiceFromTimeTracking')
			.map((body) => /<quantity>([^<]*)/.exec(body)?.[1]);
		expect(quantities).toEqual(['1', '8']);
	});
});
