import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { byId, containing, useBilling } from '../billing.mts';
import { IS_ALL } from '../../share.mts';
import { measure } from './memory.mts';

const billing = useBilling();
const TEN = Array.from({ length: 10 }, (_, index) => ({ id: index + 1 }));
/** Ten at once take 40 to 130, as memory is released late on a busy machine; without the rule that large answers wait, 350. */
const MOST_MB = 200;
/** Ten answers of 100 MB take a busy machine long. */
const LONGEST_MS = 240_000;

/** Requests ten invoices at once, and returns how many MB that takes. */
async function getTen(given = billing.credential(), timeout = 240) {
	const credential = { ...given, timeout };
	const parameters = { invoiceId: byId('={{ $json.id }}'), simplify: false };
	const settings = { onError: 'continueRegularOutput' as const };
	const run = () => billing.run('invoice', 'get', parameters, { items: TEN, credential, settings });
	const { result, highest } = await measure(run);
	return { told: (result.outputs[0] ?? []).map(({ json }) => json), megabytes: highest / 1024 / 1024 };
}

const TOO_LARGE = [
	['manyElements', 'far too many XML elements'],
	// The same rule for 100 MB, which take longer.
	...(IS_ALL ? (['gzipBomb', 'huge'] as const).map((fault) => [fault, 'more than 32 MB'] as const) : []),
] as const;

it.each(TOO_LARGE)(
	'ten concurrent answers that are too large (%s) take no more memory than one',
	async (fault, says) => {
		await billing.sandbox.setFaults([{ fault, method: 'getInvoice' }]);
		const { told, megabytes } = await getTen();
		expect(told.map(({ error }) => error)).toEqual(TEN.map(() => containing(says)));
		process.stdout.write(`Ten answers at once (${fault}): ${Math.ceil(megabytes)} MB of memory at most\n`);
		expect(megabytes).toBeLessThan(MOST_MB);
	},
	LONGEST_MS,
);

describe('large answers', () => {
	const LINES = 4_000;
	let server: Server;
	let asked: number;
	/** How many of the first answers never end. */
	let unending: number;

	beforeEach(async () => {
		[asked, unending] = [0, 0];
		const line = `<item><name>Hosting</name><description>${'x'.repeat(1_000)}</description></item>`;
		const begun = `<response status="200"><invoice><number>1</number><items>${line.repeat(LINES)}`;
		server = createServer((_, response) => {
			response.write(begun);
			if ((asked += 1) > unending) response.end('</items></invoice></response>');
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => server.close().closeAllConnections());

	const get = async (timeout?: number) => {
		const { port } = server.address() as AddressInfo; // it listens on a port
		return await getTen({ ...billing.credential(), baseUrl: `http://127.0.0.1:${port}` }, timeout);
	};

	it('are all read, however many at once', async () => {
		const { told } = await get();
		expect(told.map(({ items: lines }) => Array.isArray(lines) && lines.length)).toEqual(
			TEN.map(() => LINES),
		);
	});

	it('are read once one that hangs has timed out', async () => {
		unending = 1;
		const { told } = await get(5);
		expect(told.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(asked).toBeGreaterThan(TEN.length);
	});
});
