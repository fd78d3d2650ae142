import { byId, useBilling } from '../billing.mts';

// The moments of n8n's expressions come from n8n's own luxon, and the package has its own.
const billing = useBilling();

const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

const expense = (date: unknown) => ({ categoryId: '2', amount: '12.50', date: String(date) });

async function dayOf(date: string, timezone: string, json = {}): Promise<unknown> {
	await billing.outputOf('expense', 'create', expense(date), { timezone, items: [json] });
	const [request] = billing.sent('createExpense');
	return typeof request === 'object' ? request['date'] : undefined;
}

const NOW = ['={{ $now }}', '={{ $now.setZone("utc") }}', '={{ new Date() }}', '={{ $now.toISO() }}'];

it.each(ZONES.flatMap((zone) => NOW.map((now) => [now, zone] as const)))(
	'takes %s for today in %s',
	async (now, timezone) => {
		const dayThere = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date());
		const before = dayThere();
		const day = await dayOf(now, timezone);
		expect([before, dayThere()]).toContain(day);
	},
);

it.each([
	['={{ DateTime.fromISO("2026-11-21T00:30:00Z") }}', 'America/New_York', '2026-11-20'],
	['={{ DateTime.fromISO("2026-11-21T00:30:00+01:00", { setZone: true }) }}', 'UTC', '2026-11-20'],
	['={{ DateTime.fromISO("2026-12-31T23:30:00-05:00") }}', 'Europe/Berlin', '2027-01-01'],
	['={{ DateTime.fromISO("2026-01-31").plus({ months: 1 }) }}', 'Europe/Berlin', '2026-02-28'],
	['={{ new Date("2026-11-21T00:30:00Z") }}', 'America/New_York', '2026-11-20'],
	['={{ $json.day.toDateTime() }}', 'Europe/Berlin', '2026-11-21'],
	['2026-03-01T00:00:00.000Z', 'America/Los_Angeles', '2026-03-01'],
	['={{ DateTime.fromISO("2026-03-01T00:00:00.000Z") }}', 'America/Los_Angeles', '2026-03-01'],
	['={{ new Date("2026-03-01") }}', 'America/Los_Angeles', '2026-03-01'],
])('takes %s in %s for %s', async (date, timezone, day) => {
	expect(await dayOf(date, timezone, { day: '2026-11-21' })).toBe(day);
});

it('takes midnight UTC for its day wherever a day is asked for', async () => {
	const more = { timezone: 'America/Los_Angeles' };
	const day = '2026-03-01T00:00:00.000Z';
	const invoice = { clientId: byId(1), lineItems: { line: [{ name: 'Advice', unitCost: '100' }] } };
	const due = { due: 'date', dueDate: '2026-03-15T00:00:00.000Z' };
	const [created] = await billing.outputOf(
		'invoice',
		'create',
		{ ...invoice, ...due, additionalFields: { date: day } },
		more,
	);
	expect(created).toMatchObject({ date: '2026-03-01', invoice_due_date: '2026-03-15' });
	const payment = {
		invoiceId: byId(Number(created?.['invoice_id'])),
		amount: '10',
		paymentMethod: 'Cash',
		additionalFields: { date: day },
	};
	await billing.outputOf('invoice', 'recordPayment', payment, more);
	await billing.outputOf('timeEntry', 'getAll', { filters: { workDate: day } }, more);
	await billing.outputOf('invoice', 'getAll', { filters: { dateFrom: day } }, more);
	expect(billing.sent('invoiceOfflinePayment')).toMatchObject([{ invoice: { date: '2026-03-01' } }]);
	expect(billing.sent('listTimeLog')).toMatchObject([{ filter: { work_date: '2026-03-01' } }]);
	expect(billing.sent('listInvoice').at(-1)).toMatchObject({ filter: { date_from: '2026-03-01' } });
});

it.each([
	'={{ DateTime.fromISO("31/12/2026") }}',
	'={{ DateTime.invalid("none") }}',
	'={{ new Date("none") }}',
])('refuses %s, and says that it is invalid', async (date) => {
	const message = await billing.errorOf('expense', 'create', expense(date));
	expect(message).toContain('Date takes a date such as 2026-01-31, not an invalid date');
	expect(billing.methods()).toEqual([]);
});

it.each([{ isLuxonDateTime: true, ts: 0 }, { toMillis: 0 }])('does not take %j for a moment', async (day) => {
	const message = await billing.errorOf('expense', 'create', expense('={{ $json.day }}'), {
		items: [{ day }],
	});
	expect(message).toContain('Date takes a date such as 2026-01-31');
	expect(billing.methods()).toEqual([]);
});
