import type { INodeParameters } from 'n8n-workflow';
import type { RecordKind } from '../../../sandbox/index.mts';
import { containing, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';

interface List {
	readonly resource: string;
	readonly kind: RecordKind;
	/** The field that shows the day, and the identifier. */
	readonly field: string;
	readonly id: string;
	readonly list: string;
	/** What the service can filter by. */
	readonly filter: 'period' | 'day' | 'nothing';
}

const listOf = (
	resource: string,
	kind: RecordKind,
	noun: string,
	field: string,
	id: string,
	filter: List['filter'],
): List => ({ resource, kind, field, id, filter, list: `list${noun}` });

const TIME_ENTRIES = listOf('timeEntry', 'timeEntry', 'TimeLog', 'work_date', 'timelog_id', 'day');
const LISTS = [
	listOf('invoice', 'invoice', 'Invoice', 'date', 'invoice_id', 'period'),
	listOf('estimate', 'estimate', 'Estimate', 'date', 'estimate_id', 'period'),
	listOf('recurringProfile', 'recurring', 'Recurring', 'date', 'recurring_id', 'period'),
	TIME_ENTRIES,
	listOf('expense', 'expense', 'Expense', 'date', 'expense_id', 'nothing'),
];

const DAYS = ['2026-02-01', '2026-01-31', '2026-02-28', '2026-03-01', '2026-02-15', '2026-02-10'];
const FEBRUARY = { dateFrom: '2026-02-01', dateTo: '2026-02-28' };

type Billing = ReturnType<typeof useBilling>;

async function getMany(
	billing: Billing,
	{ resource, id }: List,
	parameters: INodeParameters = {},
): Promise<number[]> {
	const output = await billing.outputOf(resource, 'getAll', { returnAll: true, ...parameters });
	return output.map((record) => Number(record[id])).sort((one, other) => one - other);
}

/** Spreads all records of a list over the days. @returns those that have a day in a period */
async function spread(billing: Billing, list: List) {
	const ids = await getMany(billing, list);
	const dayOf = (index: number) => DAYS[index % DAYS.length] ?? '';
	for (const [index, id] of ids.entries())
		billing.sandbox.change(list.kind, id, { [list.field]: dayOf(index) });
	billing.sandbox.clearRequests();
	return (from: string, to = from) => ids.filter((_, index) => dayOf(index) >= from && dayOf(index) <= to);
}

describe('A period', () => {
	const billing = useBilling();

	it.each(LISTS)('of $resource has both of its days, either of which may be left open', async (list) => {
		const between = await spread(billing, list);
		const filtered = async (filters: INodeParameters) => await getMany(billing, list, { filters });
		expect(await filtered(FEBRUARY)).toEqual(between('2026-02-01', '2026-02-28'));
		expect(await filtered({ dateFrom: '2026-02-28' })).toEqual(between('2026-02-28', '9999'));
		expect(await filtered({ dateTo: '2026-02-01T23:30:00' })).toEqual(between('0000', '2026-02-01'));
		expect(between('2026-02-28', '9999')).not.toEqual(between('2026-02-28'));
	});

	it.each(LISTS)(
		'of $resource is sent as far as the service can filter by it',
		async ({ resource, list, filter }) => {
			await billing.outputOf(resource, 'getAll', { filters: FEBRUARY, limit: 1 });
			const sent = {
				date_from: FEBRUARY.dateFrom,
				date_to: FEBRUARY.dateTo,
				page: '1',
				per_page_record: '1',
			};
			const all = { page: '1', per_page_record: '100' };
			expect(billing.sent(list)[0]).toEqual({ filter: filter === 'period' ? sent : all });
		},
	);

	it.each([
		[{ dateFrom: '2026-02-15', dateTo: '2026-02-15' }, '2026-02-15', true],
		[{ workDate: '2026-02-15' }, '2026-02-15', true],
		[{ workDate: '2026-02-15', ...FEBRUARY }, '2026-02-15', true],
		[{ workDate: '2026-01-31', ...FEBRUARY }, '2026-01-31', false],
	])('of time entries that is one day is sent as this day: %j', async (filters, day, isInside) => {
		const between = await spread(billing, TIME_ENTRIES);
		const wanted = isInside ? between(day) : [];
		expect(await getMany(billing, TIME_ENTRIES, { filters })).toEqual(wanted);
		expect(billing.sent('listTimeLog')[0]).toEqual({
			filter: { work_date: day, page: '1', per_page_record: '100' },
		});
	});

	it.each(LISTS)(
		'of $resource that ends before it begins is an error that names both ends',
		async ({ resource }) => {
			const filters = { dateFrom: '2026-03-01', dateTo: '2026-02-28' };
			const { error } = await billing.run(resource, 'getAll', { filters });
			expect(error).toMatchObject({
				message: containing('Filters › Date From is after Date To'),
				description: containing('Date From is 2026-03-01, and Date To is 2026-02-28'),
			});
			const wrong = await billing.errorOf(resource, 'getAll', { filters: { dateTo: 'soon' } });
			expect(wrong).toContain('Filters › Date To takes a date');
			expect(billing.methods()).toEqual([]);
		},
	);

	it.each(LISTS.slice(0, 1))(
		'of $resource may end some days before today, in the time zone of the workflow',
		async (list) => {
			const noon = (days: number) => new Date(Date.now() - days * 86_400_000);
			const zone = 'Pacific/Kiritimati';
			const dayOf = (days: number) => noon(days).toLocaleDateString('sv-SE', { timeZone: zone });
			const [today = 0, atLimit = 0, over = 0, old = 0] = await getMany(billing, list);
			const ages = new Map(
				[today, atLimit, over, old].map((id, index) => [id, [0, 14, 15, 400][index] ?? 0]),
			);
			for (const { id } of billing.sandbox.records(list.kind))
				billing.sandbox.change(list.kind, id, { date: dayOf(ages.get(id) ?? -30) });
			const older = async (olderThanDays: number | string, more: INodeParameters = {}, timezone = zone) => {
				const parameters = { returnAll: true, filters: { olderThanDays, ...more } };
				const output = await billing.outputOf(list.resource, 'getAll', parameters, { timezone });
				return output.map((record) => Number(record[list.id])).sort((one, other) => one - other);
			};
			expect(await older(14)).toEqual([over, old]);
			expect(billing.sent(list.list).at(-1)).toMatchObject({ filter: { date_to: dayOf(15) } });
			expect(await older('13')).toEqual([atLimit, over, old]);
			expect(await older(0)).toEqual([atLimit, over, old]);
			expect(await older(36_500)).toEqual([]);
			// Where today is a day earlier, everything is a day younger.
			expect(await older(14, {}, 'Etc/GMT+12')).toEqual([old]);
			expect(await older(14, { dateFrom: dayOf(20), dateTo: dayOf(0) })).toEqual([over]);
			expect(await older(0, { dateTo: dayOf(15) })).toEqual([over, old]);
			for (const olderThanDays of [-1, 1.5, 36_501, '={{ "soon" }}', '={{ "" }}']) {
				const filters = { olderThanDays };
				const error = await billing.errorOf(list.resource, 'getAll', { filters });
				expect(error).toContain('Filters › Older Than Days ');
			}
		},
	);
});

describe('A record without a readable day', () => {
	const billing = useBilling();
	const service = useScriptedService();
	const expense = (id: number, date: string) =>
		`<expense><expense_id>${id}</expense_id><date>${date}</date><amount>5</amount></expense>`;

	it('is in no period, and a warning names it', async () => {
		const days = ['2026-02-03 00:00:00', '', '0000-00-00', '03/02/2026', '2026-03-03'];
		// The record itself shows no more.
		service.answer('getExpense', (document) => {
			const id = Number(/<expense_id>(\d+)/.exec(document)?.[1]);
			return expense(id, days[id - 1] ?? '');
		});
		const expenses = days.map((day, index) => expense(index + 1, day)).join('');
		service.answer('listExpense', listed('expenses', expenses));
		const more = { credential: service.credential() };
		const parameters = { filters: { dateTo: '2026-02-28' }, options: { includeNames: false } };
		const output = await billing.outputOf('expense', 'getAll', parameters, more);
		expect(output).toMatchObject([{ expense_id: 1 }]);
		expect(billing.warnings()).toContain('match the filters: 2, 3, 4.');
	});
});
