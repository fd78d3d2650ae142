import { grouped, handled, toLookAt, specified, together, untested, type Check, type Finding } from './check';
import { findsNothing, isSuccess } from '../../../xml/answer';
import { NO_ID, REFUSED, SILENT, type Asked } from './inquiry';

const ACCOUNT = ['company', 'name', 'country_code', 'currency_code'];
const INVALID = / id is invalid\.$/;

function refusalOf(many: string, asked: Asked | undefined): Finding[] {
	const answer = asked?.answer;
	if (asked?.facts === undefined) return [];
	if (answer === undefined) return [toLookAt(`${many}: ${reasonOf(asked)}`)];
	const found = `${many}: status ${answer.status}`;
	if (answer.status === 404) return [specified(found)];
	const isInvalid = !isSuccess(answer.status) && INVALID.test(answer.message);
	return [isInvalid ? specified(`${found}, with the message of the interface`) : toLookAt(found)];
}

/** The encoding of answers, and whether they name it. */
function encodingOf(asked: readonly Asked[]): Finding {
	// Pages of proxies have a character set of their own. Of an answer in an unknown one, nothing can be read.
	const facts = asked.flatMap(({ answer, facts: seen }) =>
		seen !== undefined && (answer !== undefined || [seen.inHeader, seen.inDeclaration].includes('unknown'))
			? seen
			: [],
	);
	if (facts.length === 0) return untested('no answers');
	const all = (words: readonly string[]) => [...new Set(words)].sort().join(' and ');
	const inHeader = facts.map((fact) => fact.inHeader ?? 'none');
	const inDeclaration = facts.map((fact) =>
		fact.hasDeclaration ? (fact.inDeclaration ?? 'without encoding') : 'missing',
	);
	const bytes = facts.map((fact) => fact.bytes);
	const text = bytes.includes('other') ? 'not UTF-8' : bytes.includes('UTF-8') ? 'UTF-8' : 'ASCII only';
	const found = `HTTP header: ${all(inHeader)}; XML declaration: ${all(inDeclaration)}; text: ${text}`;
	const named = [...inHeader, ...inDeclaration];
	if (named.includes('unknown')) return toLookAt(found);
	const isPlain = named.every((name) => ['utf-8', 'none', 'without encoding'].includes(name));
	return (isPlain && text !== 'not UTF-8' ? specified : handled)(found);
}

function reasonOf({ answer, facts }: Asked): string {
	if (answer !== undefined) return `status ${answer.status}`;
	return facts === undefined ? 'no answer' : `HTTP ${facts.httpStatus} without an answer of the interface`;
}

/** A number with one digit that counts. */
function roughly(value: number): number {
	const step = 10 ** Math.floor(Math.log10(Math.max(1, value)));
	return Math.round(value / step) * step;
}

/** The checks that look at all requests, after all others. */
export const answerChecks: readonly Check[] = [
	{
		check: 'Account info',
		handling: 'The trigger recognizes the account by company and name. If both are empty, it fails.',
		find({ asked }) {
			const answer = asked.find(({ method }) => method === 'getAccountInfo')?.answer;
			if (answer === undefined) return untested('no answer');
			const account = answer.body.children.find(({ name }) => name === 'account');
			if (account === undefined) return toLookAt(`no account, status ${answer.status}`);
			const filled = account.children.filter(({ text }) => text.trim() !== '').map(({ name }) => name);
			const missing = ACCOUNT.filter((name) => !filled.includes(name));
			return missing.length === 0 ? specified('complete') : toLookAt(`without ${missing.join(', ')}`);
		},
	},
	{
		check: 'Unknown record',
		handling:
			'For the node, a record is missing with status 404 or "... id is invalid." Anything else is an error.',
		async find({ ask, stopped }) {
			const invoice = await ask('getInvoice', { invoice_id: NO_ID });
			const client = await ask('getClient', { client_id: NO_ID });
			return together(
				[...refusalOf('invoices', invoice), ...refusalOf('clients', client)],
				stopped() ?? 'no answer',
			);
		},
	},
	{
		check: 'HTTP status',
		handling: 'The status in the answer counts. The HTTP status counts only without an answer.',
		find({ asked }) {
			const pairs = asked.flatMap(({ answer, facts }) =>
				answer === undefined || facts === undefined ? [] : { own: answer.status, http: facts.httpStatus },
			);
			if (pairs.every(({ http }) => http === 200)) return specified('always 200');
			if (pairs.every(({ own, http }) => own === http)) return handled('equal to the status of the answer');
			const words = pairs.map(({ own, http }) => `${http} with status ${own}`);
			return handled([...new Set(words)].sort().join('; '));
		},
	},
	{
		check: 'Character set',
		handling: 'If header and declaration differ, text that is valid UTF-8 is read as UTF-8.',
		find: ({ asked }) => encodingOf(asked),
	},
	{
		check: 'Failed requests',
		handling: 'Reads are sent again after passing faults. Others are errors.',
		find({ asked }) {
			const failed = asked.filter(
				({ answer }) =>
					answer === undefined ||
					(!isSuccess(answer.status) && !findsNothing(answer) && !INVALID.test(answer.message)),
			);
			if (failed.length === 0) return specified('none');
			return toLookAt(grouped(failed.map((one) => [reasonOf(one), one.method])));
		},
	},
	{
		check: 'Speed',
		handling: 'Max Concurrent Requests and Timeout in the credential suit the node to the service.',
		find({ asked, stopped }) {
			const tookMs = asked.reduce((sum, one) => sum + one.tookMs, 0);
			const perMinute = roughly((asked.length * 60_000) / Math.max(1, tookMs));
			const found = `${asked.length} requests, one after another, at about ${perMinute} a minute`;
			const reason = stopped();
			return reason === REFUSED || reason === SILENT
				? toLookAt(`${found}; then ${reason}`)
				: specified(found);
		},
	},
];
