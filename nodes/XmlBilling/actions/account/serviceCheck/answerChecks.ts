import { grouped, groupBy, handled, lookAt, specified, together, untested, type Finding } from './check';
import type { Facts } from '../../../transport/observe';
import { isRefused, type Asked } from './inquiry';
import { listedIn, type Survey } from './survey';

const ACCOUNT = ['company', 'name', 'country_code', 'currency_code'];

/** Which details of the account the service tells (§2.2). */
export function findAccount({ inquiry }: Survey): Finding {
	const answer = inquiry.asked.find(({ method }) => method === 'getAccountInfo')?.answer;
	if (answer === undefined) return untested('no answer');
	const account = answer.body.children.find(({ name }) => name === 'account');
	if (account === undefined) return lookAt(`no account, status ${answer.status}`);
	const filled = account.children.filter(({ text }) => text.trim() !== '').map(({ name }) => name);
	const missing = ACCOUNT.filter((name) => !filled.includes(name));
	return missing.length === 0 ? specified('complete') : lookAt(`without ${missing.join(', ')}`);
}

/** The HTTP statuses beside those of the documents (§7). */
export function findHttp({ inquiry }: Survey): Finding {
	const answers = inquiry.asked.flatMap(({ answer, facts }) =>
		answer === undefined || facts === undefined ? [] : { own: answer.status, http: facts.httpStatus },
	);
	if (answers.every(({ http }) => http === 200)) return specified('always 200');
	if (answers.every(({ own, http }) => own === http)) return handled('equal to the status of the answer');
	const pairs = answers.map(({ own, http }) => `${http} with status ${own}`);
	return handled([...new Set(pairs)].sort().join('; '));
}

/** How answers are encoded, and whether they say so. */
export function findEncoding({ inquiry }: Survey): Finding {
	const facts = inquiry.asked.flatMap(({ answer, facts: seen }) =>
		seen !== undefined && (answer !== undefined || isUnreadable(seen)) ? seen : [],
	);
	if (facts.length === 0) return untested('no answers');
	const all = (words: ReadonlyArray<string | undefined>) =>
		[...new Set(words.map((word) => word ?? 'none'))].sort().join(' and ');
	const bytes = facts.map((fact) => fact.bytes);
	const text = bytes.includes('other') ? 'not UTF-8' : bytes.includes('UTF-8') ? 'UTF-8' : 'ASCII only';
	const found = [
		`HTTP header: ${all(facts.map(({ inHeader }) => inHeader))}`,
		`XML declaration: ${all(facts.map(({ hasDeclaration, inDeclaration }) => (hasDeclaration ? (inDeclaration ?? 'without encoding') : 'missing')))}`,
		`text: ${text}`,
	].join('; ');
	const named = facts.flatMap(({ inHeader, inDeclaration }) => [inHeader, inDeclaration]);
	if (named.includes('unknown')) return lookAt(found);
	const isPlain = text !== 'not UTF-8' && named.every((name) => name === undefined || name === 'utf-8');
	return isPlain && facts.every(({ hasDeclaration }) => hasDeclaration) ? specified(found) : handled(found);
}

// Pages of proxies have a character set of their own.
const isUnreadable = ({ inHeader, inDeclaration }: Facts): boolean =>
	[inHeader, inDeclaration].includes('unknown');

const NO_ID = '2147483646';
const INVALID = / id is invalid\.$/;

/** What the service says to the identifier of a record that doesn't exist (§7, §7.1). */
export async function findUnknownRecord({ inquiry }: Survey): Promise<Finding> {
	const invoice = await inquiry.ask('getInvoice', { invoice_id: NO_ID });
	const client = await inquiry.ask('getClient', { client_id: NO_ID });
	return together(
		[...refusalOf('invoices', invoice), ...refusalOf('clients', client)],
		inquiry.stopped() ?? 'no answer',
	);
}

function refusalOf(many: string, asked: Asked | undefined): Finding[] {
	const answer = asked?.answer;
	if (answer === undefined) return [];
	const found = `${many}: status ${answer.status}`;
	if (answer.status === 404) return [specified(found)];
	if (answer.status !== 200 && INVALID.test(answer.message))
		return [specified(`${found}, with the message of the interface`)];
	return [lookAt(found)];
}

/** What the service says to a method that the interface lacks (§7). */
export async function findUnknownMethod({ inquiry }: Survey): Promise<Finding> {
	const asked = await inquiry.ask('getNothingAtAll');
	if (asked === undefined) return untested(inquiry.stopped() ?? '');
	const { answer, facts } = asked;
	if (answer === undefined) return lookAt(facts ? `HTTP ${facts.httpStatus} without an answer` : 'no answer');
	if (answer.status === 501) return specified('status 501');
	return answer.status === 200 ? lookAt('status 200') : handled(`status ${answer.status}`);
}

/** How empty lists look (§4.1), as far as some were. */
export function findEmpty({ inquiry, kinds }: Survey): Finding {
	const lists = inquiry.asked.flatMap((asked) => {
		const kind = kinds.find(({ kind: { list } }) => list === asked.method)?.kind;
		return kind === undefined || asked.answer === undefined ? [] : { kind, asked, answer: asked.answer };
	});
	const empty = lists.filter(
		({ kind, asked, answer }) =>
			answer.status === 404 || (answer.status === 200 && (listedIn(asked, kind)?.records.length ?? 0) === 0),
	);
	const words = new Set(
		empty.map(({ kind, asked, answer }) => {
			if (answer.status === 404) return 'status 404';
			return listedIn(asked, kind) === undefined
				? 'status 200 without a list'
				: 'status 200 and an empty list';
		}),
	);
	const findings = [...words].map((word) => {
		if (word === 'status 404') return specified(word);
		return word.endsWith('without a list') ? lookAt(word) : handled(word);
	});
	return together(findings, 'no list was empty');
}

/** Whether invoices show their payments, and the taxes of their lines (§2.2). */
export function findInside({ of }: Survey): Finding {
	const { kind, page, single } = of('invoices') ?? {};
	if (kind === undefined || single === undefined) return untested('no invoice to look at');
	const has = (name: string) => (entriesOf(single.record[name]) > 0 ? 'shown' : 'none seen');
	const isPaid = Number(single.record['total_paid'] ?? 0) > 0;
	const payments = has('transactions');
	const inLists = (page?.records ?? []).some(({ transactions }) => entriesOf(transactions) > 0);
	const taxes = single.element.children
		.filter(({ name }) => name === 'items')
		.flatMap(({ children }) => children)
		.some(({ children }) => children.some(({ name }) => name === 'tax1_percent'));
	return together(
		[
			isPaid && payments === 'none seen'
				? lookAt('a paid invoice shows no payments')
				: payments === 'shown'
					? specified('single invoices show payments')
					: untested('no payments seen'),
			inLists ? specified('lists show payments') : handled('lists show no payments'),
			...(has('items') === 'none seen'
				? []
				: [taxes ? specified('lines show their taxes') : lookAt('lines show no taxes')]),
		],
		'',
	);
}

const entriesOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Reads of the check that failed. */
export function findFailures({ inquiry }: Survey): Finding {
	const failed = inquiry.asked.filter(({ answer }) => ![200, 404].includes(answer?.status ?? 0));
	// These were meant to fail.
	const unexpected = failed.filter(({ method, answer }) => {
		return method !== 'getNothingAtAll' && !(answer !== undefined && INVALID.test(answer.message));
	});
	if (unexpected.length === 0) return specified('none');
	const found = grouped(groupBy(unexpected, reasonOf, ({ method }) => method));
	return lookAt(found);
}

function reasonOf({ answer, facts }: Asked): string {
	if (answer !== undefined) return `status ${answer.status}`;
	return facts === undefined ? 'no answer' : `HTTP ${facts.httpStatus} without an answer of the interface`;
}

/** How fast the service answers, and how much it bears. */
export function findSpeed({ inquiry }: Survey): Finding {
	const { asked } = inquiry;
	const times = asked.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
	const median = times[Math.floor(times.length / 2)] ?? 0;
	const total = Math.max(
		1,
		times.reduce((sum, time) => sum + time, 0),
	);
	const perMinute = roughly((asked.length * 60_000) / total);
	const found = `${asked.length} requests, one after another, at about ${perMinute} a minute; answers take ${secondsOf(median)}`;
	if (asked.some(isRefused)) return lookAt(`${found}; then the service refused further requests for now`);
	const stopped = inquiry.stopped();
	return stopped !== undefined && stopped.startsWith('the service')
		? lookAt(`${found}; then ${stopped}`)
		: specified(found);
}

/** A number with one digit that counts. */
function roughly(value: number): number {
	const step = 10 ** Math.floor(Math.log10(Math.max(1, value)));
	return Math.round(value / step) * step;
}

function secondsOf(ms: number): string {
	if (ms < 100) return 'less than 0.1 seconds';
	return `about ${ms < 1000 ? (Math.round(ms / 100) / 10).toFixed(1) : Math.round(ms / 1000)} seconds`;
}
