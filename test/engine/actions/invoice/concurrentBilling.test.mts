import type { INodeParameters } from 'n8n-workflow';
import { TODAY } from '../../billing.mts';
import { startSandbox } from '../../harness/service.mts';
import { openGate } from '../../pairs/gate.mts';
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
