// What 200 writes cost, with the full record read back after each, compared with bare requests for the same
// documents, sent one after another as writes are, and with n8n's Invoice Ninja node against a JSON service. All run
// in turn in n8n's engine in this process; the services run in other processes and delay every answer by 20 ms. Needs
// a built package.
import type { INodeParameters } from 'n8n-workflow';
import { documentOf, idsFrom, openArena, type Item, type ItemsOf } from './common/arena.ts';
import { openInvoiceNinja } from './common/invoiceNinja.ts';
import { atMost, plain, printRounds, report, times, type Figure } from './common/report.ts';
import { inTurn, ratio, type Entrant, type Rounds } from './common/rounds.ts';

const WRITES = 200;
const LATENCY_MS = 20;

const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const names = (name: Item[string] | undefined) => `<name>${name}</name><organization>${name}</organization>`;
const LINE = { name: 'Hosting', unitCost: '50.00', quantity: '1' };

/** A write, for this package and as a bare request. */
interface Write {
	parameters: INodeParameters;
	document: (item: Item) => string;
}

const CREATE = {
	resource: 'client',
	operation: 'create',
	name: '={{ $json.name }}',
	organization: '={{ $json.name }}',
};
const WRITE: Record<'creates' | 'updates' | 'additions', Write> = {
	creates: {
		parameters: { ...CREATE, options: { ifExists: 'create' } },
		document: ({ name }) => documentOf('createClient', names(name)),
	},
	updates: {
		parameters: {
			resource: 'client',
			operation: 'update',
			clientId: byId,
			updateFields: { name: '={{ $json.name }}', organization: '={{ $json.name }}' },
		},
		document: ({ id, name }) => documentOf('updateClient', `<client_id>${id}</client_id>${names(name)}`),
	},
	additions: {
		parameters: { resource: 'invoice', operation: 'addItems', invoiceId: byId, lineItems: { line: [LINE] } },
		document: ({ id }) =>
			documentOf(
				'addInvoiceItem',
				`<invoice_id>${id}</invoice_id><items><item><name>Hosting</name><unit_cost>50.00</unit_cost><quantity>1.00</quantity></item></items>`,
			),
	},
};

const arena = await openArena({ invoices: 50 * WRITES, open: 50 * WRITES, latencyMs: LATENCY_MS });
const peer = await openInvoiceNinja({ latencyMs: LATENCY_MS, invoice: { organization: 'Harbour' } });
try {
	const itemsOf =
		(way: string): ItemsOf =>
		(round) =>
			idsFrom(1, WRITES).map(({ id }) => ({ id, name: `${way} ${round} ${id}` }));
	const ours = ({ parameters }: Write, way: string) => arena.ours(parameters, itemsOf(way));
	const bare = ({ document }: Write, way: string) => arena.bare(document, itemsOf(way), 1);
	const clientName = '={{ $json.name }}';
	const ninja = { resource: 'client', operation: 'create', additionalFields: { clientName } };
	const invoiceNinja: Entrant = {
		served: async () => await peer.served(),
		run: async (round) => void (await peer.run(ninja, itemsOf('Ninja')(round))),
	};
	const rounds = await inTurn({
		'creates, full record': ours(WRITE.creates, 'Full'),
		'creates, ID only': ours(
			{ ...WRITE.creates, parameters: { ...CREATE, options: { ifExists: 'create', return: 'id' } } },
			'Id',
		),
		'creates, bare': bare(WRITE.creates, 'Bare'),
		'creates, Invoice Ninja': invoiceNinja,
		'updates, full record': ours(WRITE.updates, 'Changed'),
		'updates, bare': bare(WRITE.updates, 'Bare change'),
		'line additions, full record': ours(WRITE.additions, 'Line'),
		'line additions, bare': bare(WRITE.additions, 'Bare line'),
	});
	printRounds('200 writes', rounds);
	report(figuresOf(rounds));
} finally {
	await Promise.all([arena.close(), peer.close()]);
}

function figuresOf(rounds: Rounds<string>): Figure[] {
	const compare = (one: string, other: string) => ratio(rounds[one] ?? [], rounds[other] ?? []);
	const goal = (way: string) =>
		atMost(
			`200 ${way} with the full record beside bare requests: time`,
			compare(`${way}, full record`, `${way}, bare`),
			1.15,
			times,
		);
	return [
		goal('creates'),
		goal('updates'),
		goal('line additions'),
		plain(
			'200 creates by Invoice Ninja beside this package: time',
			times(compare('creates, Invoice Ninja', 'creates, full record')),
		),
	];
}
