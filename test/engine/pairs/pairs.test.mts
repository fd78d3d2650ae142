import type { INodeParameters } from 'n8n-workflow';
import { createMissing, ownRows } from '../distinctValues.mts';
import { startSandbox } from '../harness/service.mts';
import { byId, containing, TODAY } from '../billing.mts';
import { isTried, seedOf, SHARE } from '../../share.mts';
import { openGate, type Gate } from './gate.mts';
import { CHANGES, customRequest, updated, type FormOf, type Role } from './writes.mts';

/**
 * Two executions of one process that write the same record at the same time leave it as they would one after the
 * other. The second one runs when the first has read what it needs and is about to write.
 */
/** Each run tests one in this many pairs. */
const ONE_IN = 24;
/** Some values don't fit together, and are refused. */
const MAX_ATTEMPTS = 20;

interface RecordWrite {
	readonly name: string;
	readonly kind: string;
	/** The form of a write that succeeds if nothing else is written before. */
	readonly form: (role: Role) => Promise<INodeParameters>;
}

let database: Uint8Array;
let tried = 0;

beforeAll(async () => {
	const sandbox = await startSandbox({ today: () => TODAY });
	await createMissing(sandbox);
	// A payment changes the status of an invoice that is still open.
	const [invoice] = ownRows(sandbox, 'invoice');
	if (invoice === undefined) throw new RangeError('There is no invoice');
	const { id, net_balance: outstanding } = invoice;
	sandbox.store.run('DELETE FROM payment WHERE invoice_id = ?', id);
	sandbox.change('invoice', id, { invoice_status: 'Sent', total_paid: '0.00', outstanding });
	// A client with a project or a recurring profile is not deleted.
	const [client = 0, other = 0] = ownRows(sandbox, 'client').map((row) => row.id);
	for (const table of ['project', 'recurring'])
		sandbox.store.run(`UPDATE ${table} SET client_id = ? WHERE client_id = ?`, other, client);
	database = sandbox.store.database.serialize();
	await sandbox.close();
});
afterAll(() => process.stdout.write(`pairs: ${tried} of two writes at the same moment (${SHARE})\n`));

async function inGate<Result>(work: (gate: Gate) => Promise<Result>): Promise<Result> {
	const gate = await openGate(database);
	try {
		return await work(gate);
	} finally {
		await gate.close();
	}
}

const write = async ({ credential }: Gate, parameters: INodeParameters) =>
	await engine.run({ credential, parameters });

async function findForm(name: string, formOf: FormOf, role: Role): Promise<INodeParameters> {
	const errors: unknown[] = [];
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
		const found = await inGate(async (gate) => {
			const before = gate.stored();
			const form = formOf(gate.sandbox, role, (...part) => seedOf(...part, String(attempt)));
			const { error } = await write(gate, form);
			if (error === undefined && gate.stored() !== before) return form;
			errors.push(error?.message);
			return undefined;
		});
		if (found !== undefined) return found;
	}
	throw new Error(`${name} changes nothing: ${errors.join(', ')}`);
}

const byRole = (find: (role: Role) => Promise<INodeParameters>): RecordWrite['form'] => {
	const found = new Map<Role, Promise<INodeParameters>>();
	return async (role) => {
		const form = found.get(role) ?? find(role);
		found.set(role, form);
		return await form;
	};
};

/** The writes of each operation, and the same updates as a user's own requests. */
const WRITES = CHANGES.flatMap(({ name, kind, method, formOf }): RecordWrite[] => {
	const form = byRole(async (role) => await findForm(name, formOf, role));
	if (updated(method) === undefined) return [{ name, kind, form }];
	const own = byRole(
		async (role) =>
			await inGate(async (gate) => {
				await write(gate, await form(role));
				return customRequest(kind, gate.sandbox);
			}),
	);
	return [
		{ name, kind, form },
		{ name: `${name} as a custom request`, kind, form: own },
	];
});

it.each([
	['before the other execution has its turn', 'pay', []],
	['between two of its turns', 'send', [true]],
])('An invoice that is paid %s is not sent', async (_, first, sentBefore) => {
	await inGate(async (gate) => {
		const open = ownRows(gate.sandbox, 'invoice').filter(
			({ status, invoice_status, total_paid }) =>
				status === 'Active' && invoice_status === 'Sent' && Number(total_paid) === 0,
		);
		const [paid, other] = open.map(({ id }) => id);
		const pay = async () =>
			await write(gate, {
				...{ resource: 'invoice', operation: 'recordPayment', paymentMethod: 'Cash' },
				invoiceId: byId(paid ?? 0),
			});
		const send = async () => {
			const { outputs } = await engine.run({
				credential: gate.credential,
				parameters: { resource: 'invoice', operation: 'send', invoiceId: byId('={{ $json.id }}') },
				items: first === 'pay' ? [{ id: paid }] : [{ id: other }, { id: paid }],
				settings: { onError: 'continueRegularOutput' },
			});
			expect(outputs[0]?.map(({ json }) => json['sent'] ?? json['error'])).toEqual([
				...sentBefore,
				containing('is paid, and sending it would set its status to Sent'),
			]);
		};
		if (first === 'pay') await gate.atOnce(pay, send);
		else await gate.atOnce(send, pay);
	});
});

it('Two writes of one record at the same moment leave what they leave one after the other', async () => {
	const pairs = WRITES.flatMap((first) =>
		WRITES.filter(({ kind }) => kind === first.kind).map((second) => [first, second] as const),
	);
	const wrong: string[] = [];
	for (const [first, second] of pairs) {
		if (!isTried(ONE_IN, first.name, second.name)) continue;
		tried += 1;
		const forms = [await first.form(0), await second.form(1)] as const;
		const inTurn = async (...order: INodeParameters[]) =>
			await inGate(async (gate) => {
				for (const form of order) await write(gate, form);
				return gate.stored();
			});
		const atOnce = await inGate(async (gate) => {
			await gate.atOnce(
				async () => await write(gate, forms[0]),
				async () => await write(gate, forms[1]),
			);
			return gate.stored();
		});
		const possible = [await inTurn(...forms), await inTurn(forms[1], forms[0])];
		if (!possible.includes(atOnce)) {
			wrong.push(`${first.name}, ${second.name}`);
		}
	}
	expect(wrong).toEqual([]);
}, 3_600_000);
