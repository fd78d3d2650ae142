// What 200 writes cost, with the full record read back after each, compared with bare requests for the same
// documents, sent one after another as writes are. Both run in turn in n8n's engine in this process; the service runs in
// another and delays every answer by 20 ms. Needs a built package.
import type { INodeParameters } from 'n8n-workflow';
import { documentOf, idsFrom, openArena, type Item, type ItemsOf } from './common/arena.mts';
import { report, times, type Figure } from './common/report.mts';
import { inTurn, ratio, type Rounds } from './common/rounds.mts';

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

const WRITE: Record<'creates' | 'updates' | 'additions', Write> = {
	creates: {
		parameters: {
			...{ resource: 'client', operation: 'create' },
			...{ name: '={{ $json.name }}', organization: '={{ $json.name }}', options: { ifExists: 'create' } },
		},
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

const NUMBERED = {
	resource: 'invoice',
	operation: 'create',
	clientId: { __rl: true, mode: 'id', value: 1 },
	lineItems: { line: [LINE] },
	number: '={{ $json.number }}',
};
const numberedDocument = (number: Item[string] | undefined) =>
	`<client><client_id>1</client_id></client><number>${number}</number><items><item><name>Hosting</name><unit_cost>50.00</unit_cost><quantity>1.00</quantity></item></items>`;

const arena = await openArena({ invoices: 50 * WRITES, open: 50 * WRITES, latencyMs: LATENCY_MS });
try {
	const itemsOf =
		(way: string): ItemsOf =>
		(round) =>
			idsFrom(1, WRITES).map(({ id }) => ({ id, name: `${way} ${round} ${id}` }));
	const ours = ({ parameters }: Write, way: string) => arena.ours(parameters, itemsOf(way));
	const bare = ({ document }: Write, way: string) => arena.bare(document, itemsOf(way), 1);
	const rounds = await inTurn({
		'creates, full record': ours(WRITE.creates, 'Full'),
		'creates, bare': bare(WRITE.creates, 'Bare'),
		'updates, full record': ours(WRITE.updates, 'Changed'),
		'updates, bare': bare(WRITE.updates, 'Bare change'),
		'line additions, full record': ours(WRITE.additions, 'Line'),
		'line additions, bare': bare(WRITE.additions, 'Bare line'),
	});
	const numbered = await inTurn({
		'this package': arena.ours(NUMBERED, (round) => [{ number: `OURS-${round}` }]),
		'bare request': arena.bare(
			({ number }) => documentOf('createInvoice', numberedDocument(number)),
			(round) => [{ number: `BARE-${round}` }],
			1,
		),
	});
	report([
		...figuresOf(rounds),
		{
			what: 'An invoice created with a number',
			beside: 'a bare request',
			figure: times(ratio(numbered['this package'], numbered['bare request'])),
			means: 'search first, read back',
		},
	]);
} finally {
	await arena.close();
}

function figuresOf(rounds: Rounds<string>): Figure[] {
	const figure = (what: string, way: string, means: string): Figure => ({
		...{ what, beside: 'bare requests', means },
		figure: times(ratio(rounds[`${way}, full record`] ?? [], rounds[`${way}, bare`] ?? [])),
	});
	return [
		figure('200 clients created', 'creates', 'each is read back'),
		figure('200 clients updated', 'updates', 'read before as well'),
		figure('A line added to 200 invoices', 'line additions', 'read back as well'),
	];
}
