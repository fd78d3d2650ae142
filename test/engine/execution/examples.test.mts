import type { IDataObject } from 'n8n-workflow';
import { createContext, runInContext } from 'node:vm';
import { readExampleFiles } from '../../../host/examples.mts';
import { byId, containing, including, useBilling } from '../billing.mts';

// What examples compute for the node, tried on what the node itself refuses: a sign or a place that is lost on the way is
// another amount, and a day of another time zone may be another month.
const billing = useBilling();

const parametersOf = (file: string, node: string): Record<string, unknown> =>
	new Map(readExampleFiles()).get(file)?.nodes.find(({ name }) => name === node)?.parameters ?? {};

/** What a preview would record of each item, or its error. */
async function recorded(items: IDataObject[], amount: string, date: string): Promise<unknown[]> {
	const { outputs } = await billing.run(
		'invoice',
		'recordPayment',
		{
			...{ invoiceId: byId(4), amount, paymentMethod: 'Cash', simplify: false },
			...{ date, options: { preview: true, allowOverpayment: true } },
		},
		{ items, timezone: 'Europe/Berlin', settings: { onError: 'continueRegularOutput' } },
	);
	return (outputs[0] ?? []).map(({ json: { error, request } }) => error ?? request);
}

const sent = (amount: string, date: string) => ({ invoice: [including({ amount, date })] });
const NO_SIGN = containing('Amount must be greater than zero');
const NO_NUMBER = containing('Amount takes a plain number');
const TOO_FINE = containing('Amount takes at most two decimal places');

it("takes Stripe's amounts as they are, and the day in the workflow's time zone", async () => {
	const { assignments } = parametersOf('8-stripe-payment-to-invoice.json', 'Payment')['assignments'] as {
		assignments: Array<{ name: string; value: string }>;
	};
	const valueOf = (field: string) => assignments.find(({ name }) => name === field)?.value ?? '';
	const noon = 1_793_620_800;
	const PAYMENTS: ReadonlyArray<readonly [amount: unknown, currency: string, created: number, unknown]> = [
		[4908, 'gbp', noon, sent('49.08', '2026-11-02')],
		[4908, 'jpy', noon, sent('4908', '2026-11-02')],
		[12340, 'kwd', noon, sent('12.34', '2026-11-02')],
		[12345, 'kwd', noon, TOO_FINE],
		[4908.5, 'gbp', noon, TOO_FINE],
		[-4908, 'gbp', noon, NO_SIGN],
		[null, 'gbp', noon, NO_SIGN],
		['49,08', 'gbp', noon, NO_NUMBER],
		// 22:30 in UTC, half past midnight in Berlin.
		[29, 'gbp', 1_774_996_200, sent('0.29', '2026-04-01')],
	];
	const items = PAYMENTS.map(([amount_received, currency, created]) => ({
		data: { object: { amount_received, currency, created } },
	}));
	expect(await recorded(items, valueOf('amount'), valueOf('date'))).toEqual(
		PAYMENTS.map(([, , , one]) => one),
	);
});

it("keeps the sign of a bank's amounts, and leaves to the node what it can't read", async () => {
	const code = String(parametersOf('7-bank-statement-to-payments.json', 'Booked lines')['jsCode']);
	const DAY = { Dt: '2026-03-31' };
	const ENTRIES: ReadonlyArray<readonly [sign: unknown, amount: string, day: object, unknown]> = [
		['CRDT', '620.50', DAY, sent('620.5', '2026-03-31')],
		['DBIT', '620.50', DAY, NO_SIGN],
		[undefined, '620.50', DAY, NO_NUMBER],
		['D', '620.50', DAY, NO_NUMBER],
		['CRDT', '-620.50', DAY, NO_SIGN],
		['DBIT', '-620.50', DAY, NO_NUMBER],
		['CRDT', '1250,00', DAY, NO_NUMBER],
		['CRDT', '1.250', DAY, TOO_FINE],
		['CRDT', '7', { Dt: '2026-03-31+01:00' }, sent('7', '2026-03-31')],
		['CRDT', '7', { DtTm: '2026-03-31T23:30:00' }, sent('7', '2026-03-31')],
		['CRDT', '7', { DtTm: '2026-03-31T23:30:00+02:00' }, sent('7', '2026-03-31')],
		['CRDT', '7', { DtTm: '2026-03-31T22:30:00Z' }, sent('7', '2026-04-01')],
		['CRDT', '7', {}, containing('Date evaluated to nothing')],
	];
	const Ntry = ENTRIES.map(([CdtDbtInd, _, BookgDt]) => ({
		...{ Amt: { _, Ccy: 'GBP' }, CdtDbtInd, Sts: 'BOOK', BookgDt, RmtInf: {} },
	}));
	const json = { Document: { BkToCstmrStmt: { Stmt: { Id: 'S', Ntry } } } };
	const $input = { first: () => ({ json }) };
	const rows = runInContext(`(() => {${code}})()`, createContext({ $input })) as Array<{ json: IDataObject }>; // as n8n demands
	const items = rows.map((row) => row.json);
	expect(await recorded(items, '={{ $json.Amount }}', '={{ $json.Date }}')).toEqual(
		ENTRIES.map(([, , , one]) => one),
	);
});
