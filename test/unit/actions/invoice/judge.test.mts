import Big from 'big.js';
import fc from 'fast-check';
import {
	findMatches,
	makeBook,
	onlyNumbered,
	type Billed,
} from '../../../../nodes/XmlBilling/actions/invoice/matching/matches';
import { IS_ALL, SEED } from '../../../share.mts';
import { judge, type Invoice, type Payment } from './judge.mts';
import { lines, type Line } from './statementLines.mts';

const COUNT = IS_ALL ? 3_000 : 1_000;

/** The invoice that is answered as certain. */
type Matcher = (account: readonly Invoice[], payment: Payment) => number | undefined;

const theNode: Matcher = (account, payment) => {
	const book = makeBook(account.filter(({ isActive }) => isActive).map(billed));
	return onlyNumbered(payment, findMatches(payment, book))?.id;
};

/** Takes the first open invoice with the amount whose number is anywhere in the text. */
const naive: Matcher = (account, { amount, text }) =>
	account.find(
		({ number, outstanding, state }) => state === 'open' && outstanding.eq(amount) && text.includes(number),
	)?.id;

function billed({ id, number, outstanding, state, client, currency }: Invoice): Billed {
	return {
		id,
		number,
		clientId: client.id,
		organization: client.name,
		contact: '',
		dueDate: '2026-03-01',
		outstanding,
		currency,
		isDraft: state === 'draft',
	};
}

interface Tally {
	lines: number;
	certain: number;
	obvious: number;
	found: number;
	/** Certain answers that are wrong, and obvious invoices that aren't found. */
	wrong: string[];
	missed: string[];
}

function tally(matcher: Matcher, sample: readonly Line[]): Tally {
	const result: Tally = { lines: sample.length, certain: 0, obvious: 0, found: 0, wrong: [], missed: [] };
	for (const line of sample) {
		const { verdict, invoices } = judge(line.account, line.payment);
		const answer = matcher(line.account, line.payment);
		if (verdict === 'certain') {
			result.obvious++;
			if (answer === invoices[0]) result.found++;
			else result.missed.push(shown(line, answer));
		}
		if (answer === undefined) continue;
		result.certain++;
		const isFilledIn = line.meant.every((id) => id === answer);
		if (!isFilledIn || !invoices.includes(answer)) result.wrong.push(shown(line, answer));
	}
	return result;
}

function shown({ kind, account, payment, meant }: Line, answer?: number): string {
	const named = (id: number) => account.find((invoice) => invoice.id === id)?.number ?? 'no invoice';
	const numbers = account.map(({ number, isActive, state }) => `${number} ${isActive ? state : 'archived'}`);
	return (
		`${kind}: ${JSON.stringify(payment.text)}, meant ${meant.map(named).join(' and ')}, ` +
		`answered ${answer === undefined ? 'none' : named(answer)} (${numbers.join(', ')})`
	);
}

function print(name: string, { lines, certain, obvious, found, wrong }: Tally): void {
	process.stdout.write(
		`${name}: ${lines} lines (SEED=${SEED}), ${certain} certain, ` +
			`${found} of ${obvious} obvious ones found, ${wrong.length} wrong\n`,
	);
}

describe(`${COUNT} random lines of statements (SEED=${SEED})`, () => {
	const sample = fc.sample(lines, { seed: SEED, numRuns: COUNT });

	it('finds every obvious invoice, and is never certain of a wrong one', () => {
		const result = tally(theNode, sample);
		print('the node', result);
		expect(result.wrong.slice(0, 20)).toEqual([]);
		expect(result.missed.slice(0, 20)).toEqual([]);
	});

	it('convicts a matcher that looks for the number anywhere', () => {
		const result = tally(naive, sample);
		print('a naive matcher', result);
		expect(result.wrong.length).toBeGreaterThan(COUNT / 10);
	});

	it('has a judge that finds every line obvious that was written so', () => {
		const doubted = sample.filter(
			({ account, payment, isObvious }) => isObvious && judge(account, payment).verdict !== 'certain',
		);
		expect(doubted.map((line) => shown(line))).toEqual([]);
	});

	it('has a judge that agrees with what the payer meant', () => {
		const misjudged = sample.filter(({ account, payment, meant }) => {
			const { verdict, invoices } = judge(account, payment);
			return verdict === 'certain' && !meant.every((id) => invoices.includes(id));
		});
		expect(misjudged.map((line) => shown(line))).toEqual([]);
	});
});

describe('the judge', () => {
	it.each([
		['INV-0042', 'INV-0042'],
		['INV-0042', 'inv-0042.'],
		['INV-0042', 'Payment INV-0042, thank you'],
		['INV-0042', 'Hosting (INV-0042) Miete'],
		['INV-0042', 'Inv. INV-0042'],
		['1042', 'Rechnung Nr. 1042'],
		['1042', 'Invoice #1042'],
		['1042', '#1042'],
		['1042', 'Zahlung 1042 vom 10.03.2026'],
		['2026/17', '2026-03-10 2026/17'],
		['RE10023', 'RE10023 EUR 500,00'],
		['A-7-0042', 'A-7-0042 Hosting €500.00'],
		['20042', 'NORDLICHT VERLAG 20042'],
		['INV-0042', 'Vielen Dank\nINV-0042\nHosting'],
	])('finds %s obvious in %j', (number, text) => {
		expect(judged([number], text)).toEqual({ verdict: 'certain', invoices: [1] });
	});

	it.each([
		[['1061'], 'Order ORD-1061'],
		[['INV-0042'], 'CN-INV-0042'],
		[['INV-1042'], '5-INV-1042'],
		[['INV-0069'], 'INV-0069/A'],
		[['INV-10'], 'INV-10\n00'],
		[['INV-1000', 'INV-10'], 'INV-10\n00'],
		[['DE10'], 'IBAN DE10 3704 0044 0532 0130 00'],
		[['DE10'], 'DE10370400440532013000'],
		[['INV-0056'], 'INV-0056 bis 57'],
		[['INV-0056'], 'INV-0056 +57'],
		[['INV-0056'], 'INV-0056, 57'],
		[['INV-0056'], 'INV-0056-58'],
		[['INV-1001'], 'INV-1001 and INV-1002'],
		[['INV-1002'], 'INV-1001 and INV-1002'],
		[['INV-1001', 'INV-1002'], 'INV-1001 and INV-1002'],
		[['INV10', 'INV-0001'], 'INV-10'],
		[['2026/104'], '2026/104 and 2026.6'],
		[['2026/104'], '2026/104 and 2026.16'],
		[['104/2026'], '104/2026 and 6/2026'],
		[['1042'], 'Kundennummer 1042'],
		[['1042'], 'Rechnung 1042 USD 500,00'],
	])('is certain of none of %j in %j', (numbers, text) => {
		expect(judged(numbers, text)).toEqual({ verdict: 'notCertain', invoices: [] });
	});

	// Banks keep the blank at which they break a line.
	it.each(
		['EUR \n500.00', '500.00 \nEUR', '€\n500.00', 'EU\nR 500.00'].map(
			(amount) => `2026/48 thank you ${amount}`,
		),
	)('takes no amount in %j for a second number', (text) => {
		expect(judged(['2026/48'], text)).toEqual({ verdict: 'either', invoices: [1] });
	});

	it.each<[string, Partial<Invoice>, Partial<Payment>]>([
		['a draft', { state: 'draft' }, {}],
		['a paid invoice', { state: 'paid', outstanding: new Big(0) }, { amount: new Big(0) }],
		['an archived invoice', { isActive: false }, {}],
		['another amount', {}, { amount: new Big('500.01') }],
		['another client', {}, { clientId: 8 }],
		['another currency', {}, { currency: 'USD' }],
	])('the judge is not certain of %s', (_, invoice, payment) => {
		expect(judged(['INV-0042'], 'INV-0042', invoice, payment).verdict).toBe('notCertain');
	});
});

/** Judges a text in an account in which each of the invoices is open with the amount of the payment. */
function judged(
	numbers: string[],
	text: string,
	invoice: Partial<Invoice> = {},
	payment: Partial<Payment> = {},
) {
	const open = { outstanding: new Big(500), state: 'open', isActive: true, currency: 'EUR' } as const;
	const client = { id: 7, name: 'Nordlicht Verlag' };
	const account = numbers.map((number, at) => ({ id: at + 1, number, client, ...open, ...invoice }));
	return judge(account, { amount: new Big(500), text, ...payment });
}
