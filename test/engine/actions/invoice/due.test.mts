import type { INodeParameters } from 'n8n-workflow';
import { useBilling } from '../../billing.mts';

const FIRST = 'Pacific/Kiritimati';
const LAST = 'Etc/GMT+12';
const DAY_MS = 86_400_000;

/** The day in a time zone, or some days from it. */
const dayIn = (timeZone: string, days = 0): string =>
	new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone });

const ids = (output: Array<Record<string, unknown>>) => output.map(({ invoice_id }) => Number(invoice_id));

describe('Invoice > Get Many', () => {
	const billing = useBilling();
	const active = () =>
		billing.sandbox
			.records('invoice')
			.filter(({ account_id, status }) => account_id === 1 && status === 'Active')
			.sort((one, other) => other.number_key.localeCompare(one.number_key));
	const unpaid = () =>
		active().filter(
			({ outstanding, invoice_status }) => Number(outstanding) > 0 && invoice_status !== 'Draft',
		);
	const getMany = async (
		filters: INodeParameters,
		more: INodeParameters = { returnAll: true },
		zone = LAST,
	) => ids(await billing.outputOf('invoice', 'getAll', { ...more, filters }, { timezone: zone }));
	const overdue = { overdueOnly: true };
	beforeEach(() => {
		// All but those that a test makes overdue are due next year.
		for (const { id } of active()) billing.sandbox.change('invoice', id, { due_date: dayIn(LAST, 365) });
	});

	it('Overdue Only begins on the day after the due date, in the time zone of the workflow', async () => {
		const [today = 0, yesterday = 0, before = 0] = unpaid().map(({ id }) => id);
		billing.sandbox.change('invoice', today, { due_date: dayIn(LAST) });
		billing.sandbox.change('invoice', yesterday, { due_date: dayIn(LAST, -1) });
		billing.sandbox.change('invoice', before, { due_date: dayIn(LAST, -400) });
		expect(await getMany(overdue)).toEqual([yesterday, before]);
		expect(await getMany(overdue, { returnAll: true }, FIRST)).toEqual([today, yesterday, before]);
	});

	it('Overdue Only lists neither drafts nor what is paid, archived or canceled, nor what is never due', async () => {
		const [late = 0, draft = 0, paid = 0, settled = 0, undated = 0, archived = 0, canceled = 0] =
			unpaid().map(({ id }) => id);
		for (const id of [late, draft, paid, settled, archived, canceled])
			billing.sandbox.change('invoice', id, { due_date: dayIn(LAST, -9) });
		billing.sandbox.change('invoice', draft, { invoice_status: 'Draft' });
		billing.sandbox.change('invoice', paid, { invoice_status: 'Paid' });
		billing.sandbox.change('invoice', settled, { outstanding: '0.00' });
		billing.sandbox.change('invoice', undated, { due_date: '' });
		billing.sandbox.change('invoice', archived, { status: 'Archived' });
		billing.sandbox.change('invoice', canceled, { status: 'Cancel' });
		expect(await getMany(overdue)).toEqual([late]);
		expect(billing.warnings()).toBe('');
		for (const invoiceRecordStatus of ['Archived', 'Cancel'])
			expect(await getMany({ ...overdue, invoiceRecordStatus })).toEqual([]);
	});

	it('reads dates with blanks and times, and names the invoices whose due dates cannot be read', async () => {
		const [blanks = 0, time = 0, none = 0, foreign = 0] = unpaid().map(({ id }) => id);
		billing.sandbox.change('invoice', blanks, { due_date: ` ${dayIn(LAST, -1)} ` });
		billing.sandbox.change('invoice', time, { due_date: `${dayIn(LAST, -1)} 23:59:59` });
		billing.sandbox.change('invoice', none, { due_date: ' ' });
		billing.sandbox.change('invoice', foreign, { due_date: '31/12/2020' });
		expect(await getMany(overdue)).toEqual([blanks, time]);
		expect(billing.warnings()).toContain(`match the filters: ${foreign}.`);
	});

	it('Unpaid Only lists what was sent and is not paid, and names the invoices whose amounts cannot be read', async () => {
		expect(await getMany({ unpaidOnly: true })).toEqual(unpaid().map(({ id }) => id));
		const [first, ...others] = unpaid();
		billing.sandbox.change('invoice', first?.id ?? 0, { outstanding: '1.200,00' });
		expect(await getMany({ unpaidOnly: true })).toEqual(others.map(({ id }) => id));
		expect(billing.warnings()).toContain(`match the filters: ${first?.id}.`);
		expect((await getMany({ unpaidOnly: false })).length).toBeGreaterThan(others.length + 1);
	});

	it('counts its limit over what is overdue, wherever that stands in the list', async () => {
		const late = unpaid().filter((_, index) => index % 2 === 1);
		for (const { id } of late) billing.sandbox.change('invoice', id, { due_date: dayIn(LAST, -2) });
		expect(late.length).toBeGreaterThan(10);
		expect(await getMany(overdue, { limit: 10 })).toEqual(late.slice(0, 10).map(({ id }) => id));
	});

	it('Due From and Due To include their days, and go with the other filters', async () => {
		const [early = 0, first = 0, last = 0, late = 0, undated = 0] = active().map(({ id }) => id);
		const days = ['2026-02-28', '2026-03-01', '2026-03-31 18:00:00', '2026-04-01', ''];
		for (const [index, id] of [early, first, last, late, undated].entries())
			billing.sandbox.change('invoice', id, { due_date: days[index] ?? '' });
		expect(await getMany({ dueFrom: '2026-03-01', dueTo: '2026-03-31' })).toEqual([first, last]);
		expect(await getMany({ dueFrom: '2026-03-01', dueTo: '2026-03-31' }, { limit: 1 })).toEqual([first]);
		expect(await getMany({ dueTo: '2026-03-01' })).toEqual([early, first]);
		const open = unpaid().map(({ id }) => id);
		expect(await getMany({ dueTo: '2026-04-01', ...overdue })).toEqual(
			[early, first, last, late].filter((id) => open.includes(id)),
		);
		expect(billing.warnings()).toBe('');
	});
});

describe('Due From', () => {
	const billing = useBilling();

	it('must not be after Due To', async () => {
		const filters = { dueFrom: '2026-03-02', dueTo: '2026-03-01' };
		const message = await billing.errorOf('invoice', 'getAll', { filters });
		expect(message).toContain('Filters › Due From is after Due To');
		expect(message).toContain('Due From is 2026-03-02, and Due To is 2026-03-01.');
		expect(billing.methods()).toEqual([]);
	});
});
