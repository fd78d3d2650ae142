import { createSemaphore } from '../../nodes/XmlBilling/transport/retry';
import { FAULTS, type Fault, type FaultRule } from '../../sandbox/index.mts';
import { matching } from './billing.mts';
import { useScriptedService } from './scripted.mts';
import { isTried, SHARE } from '../share.mts';
import { allAttempts, rulesFor, type Attempt, type Outcome } from './secrets/attempts.mts';
import { MARKS, spellingsOf, startMarkedSandbox, TOKEN } from './secrets/marks.mts';
import { search, searched, searchIn, textsIn } from './secrets/search.mts';

/** These take until a time limit, or many megabytes, so only a few attempts meet them. */
const LONG: readonly Fault[] = ['hang', 'slow', 'huge', 'gzipBomb', 'manyElements'];
const ALL_FAULTS = Object.keys(FAULTS) as Fault[]; // as declared
const QUICK = ALL_FAULTS.filter((fault) => !LONG.includes(fault));

/** In each run, every attempt meets one in this many faults. */
const ONE_IN = 48;
const AT_ONCE = 10;
const FAULTS_AT_ONCE = 3;
const MOST_SHOWN = 20;

let runs = 0;
const leaks: string[] = [];
/** Everything that n8n logged at any level, and everything printed. */
const logged: unknown[] = [];
const printed: string[] = [];

let stopListening: () => void;
beforeAll(() => {
	stopListening = engine.listenToLogs((line) => logged.push(JSON.parse(line)));
	for (const stream of [process.stdout, process.stderr]) {
		const write = stream.write.bind(stream);
		jest.spyOn(stream, 'write').mockImplementation((...what: Parameters<typeof write>) => {
			printed.push(String(what[0]));
			return write(...what);
		});
	}
});
afterAll(() => {
	stopListening();
	jest.restoreAllMocks();
	process.stdout.write(
		`secrets: ${runs} runs, ${searched.texts} texts and ${logged.length} log entries ` +
			`(${(searched.characters / 1e6).toFixed(1)} MB) searched, ${leaks.length} tokens or values found ` +
			`(${SHARE})\n`,
	);
});

function look(fault: string, { what, data, kept, error }: Outcome): void {
	const stored = JSON.stringify({ data, kept });
	const found = [...search(stored, [MARKS.token]), ...searchIn({ data: { json: data }, kept, error })];
	leaks.push(...found.map((part) => `${what}, ${fault}, ${part}`));
}

/** Processes all items with limited concurrency. */
async function mapInOrder<Item>(
	items: readonly Item[],
	limit: number,
	work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
	const inTurn = createSemaphore(limit);
	await Promise.all(items.map((item, index) => inTurn(() => work(item, index))));
}

async function make(attempts: readonly Attempt[], rules: readonly FaultRule[], turn: number): Promise<void> {
	const sandbox = await startMarkedSandbox();
	try {
		await sandbox.setFaults(rules);
		await mapInOrder(attempts, AT_ONCE, async (attempt, index) => {
			runs += 1;
			look(rules[0]?.fault ?? 'none', await attempt.make(sandbox, turn + index));
		});
		expect(sandbox.strays).toEqual([]);
	} finally {
		await sandbox.close();
	}
}

/** Each read meets the fault; each write meets it itself and, for a few, in what they read before or after. */
async function meet(
	fault: Fault,
	attempts: readonly Attempt[],
	all: readonly Attempt[],
	turn: number,
): Promise<void> {
	const writes = attempts.filter(({ kind }) => kind === 'write');
	const others = attempts.filter((attempt, index) => attempt.kind !== 'write' || (index + turn) % 3 === 0);
	await make(others, rulesFor(fault, all, 'read'), turn);
	await make(writes, rulesFor(fault, all, 'write'), turn);
}

describe('whatever fails', () => {
	let attempts: readonly Attempt[];
	beforeAll(async () => {
		const sample = await startMarkedSandbox();
		attempts = allAttempts(sample);
		await sample.close();
	});

	it('token, values and pages appear only in the data of items', async () => {
		await mapInOrder(QUICK, FAULTS_AT_ONCE, async (fault, turn) => {
			const share = attempts.filter(({ name }) => isTried(ONE_IN, fault, name));
			await meet(fault, share, attempts, turn);
		});
		expect({ share: SHARE, leaks: leaks.slice(0, MOST_SHOWN) }).toEqual({ share: SHARE, leaks: [] });
	}, 600_000);

	it('nothing of them was logged or printed at any level', () => {
		expect(logged.length).toBeGreaterThan(runs);
		// At debug level, n8n logs complete errors, including the node's form.
		expect([...logged, ...printed].flatMap(searchIn).slice(0, MOST_SHOWN)).toEqual([]);
	});
});

describe('a service that repeats the token in its message', () => {
	const service = useScriptedService();
	const credential = () => ({ ...service.credential(), token: TOKEN });
	const basic = Buffer.from(`${TOKEN}:x`).toString('base64');
	const message = [
		`The token ${TOKEN} (Basic ${basic}, ?token=${encodeURIComponent(TOKEN)}) is wrong.`,
		'\r\n2026-01-01 | error | This line was made up.',
	].join(' ');
	const escaped = message.replaceAll('\r', '&#13;').replaceAll('\n', '&#10;');

	it.each([302, 400, 401, 403, 404])('passes on neither it nor its line breaks (%d)', async (status) => {
		const redirect = { http: 302, location: `https://elsewhere.example/${TOKEN}` };
		service.answerWith(() => (status === 302 ? redirect : { status, body: escaped }));
		const create = {
			...{ resource: 'client', operation: 'create', name: 'Ada', organization: 'Engine Ltd' },
			options: { ifExists: 'create' },
		};
		const { error } = await engine.run({ credential: credential(), parameters: create });
		const tested = await engine.testCredential(credential());
		const polled = await engine
			.trigger({ credential: credential(), parameters: { events: ['clientCreated'] } })
			.poll()
			.catch((thrown: unknown) => thrown);
		for (const outcome of [error, tested, polled]) {
			expect(outcome).toMatchObject({ message: matching(/is wrong\. |redirects to https:/) });
			const texts = [...textsIn(outcome)].map(({ text }) => text);
			expect(texts.filter((text) => MARKS.token.test(text))).toEqual([]);
			expect(texts.filter((text) => /\n2026/.test(text))).toEqual([]);
		}
	});
});

it('what a service says of its own failure is not passed on by a credential test', async () => {
	const sandbox = await startMarkedSandbox();
	await sandbox.setFaults([{ fault: 'echo' }]);
	const { message } = await engine.testCredential({ baseUrl: sandbox.url, token: TOKEN });
	await sandbox.close();
	expect(message).toContain('The service answered with the status 500.');
	expect(Object.values(MARKS).filter((mark) => mark.test(message))).toEqual([]);
});

describe('the search itself', () => {
	it.each(spellingsOf(TOKEN))('would find the token as %s', (spelling) => {
		expect(MARKS.token.test(`Basic ${spelling}`)).toBe(true);
	});

	it.each(['', 'a', 'ab', 'Basic ', 'user='])('would find the token in Base64 behind %j', (before) => {
		const encoded = Buffer.from(`${before}${TOKEN}:x`).toString('base64');
		expect(MARKS.token.test(encoded)).toBe(true);
	});
});
