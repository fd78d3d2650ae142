import type { IDataObject, INode } from 'n8n-workflow';
import { byId, containing } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

/** A service that keeps listing what was billed, and bills it again: the interface doesn't rule that out (§3). */
const scripted = useScriptedService();
const DOUBT = 'This was not sent, because an earlier item of the run is the same. It is unknown whether';
const FIELDS = { client_id: 1, project_id: 1, task_id: 1, hours_worked: 2, amount: 5, notes: 'Work' };

const SOURCES = [
	{
		operation: 'createFromTimeTracking',
		field: 'timeEntries',
		method: 'createInvoiceFromTimeTracking',
		type: 'timelog',
		list: 'listTimeLog',
		line: 'time_entry',
	},
	{
		operation: 'createFromExpense',
		field: 'expenses',
		method: 'createInvoiceFromExpense',
		type: 'expense',
		list: 'listExpense',
		line: 'expense',
	},
] as const;

beforeEach(() => {
	scripted.answer('getClient', '<client><client_id>1</client_id><address>A</address></client>');
	scripted.answer(
		'listProject',
		listed('projects', '<project><project_id>1</project_id><client_id>1</client_id></project>'),
	);
	scripted.answer('getProject', '<project><project_id>1</project_id><client_id>1</client_id></project>');
	scripted.answer(
		'getTask',
		'<task><task_id>1</task_id><task_name>Design</task_name><task_rate>50</task_rate></task>',
	);
	scripted.answer('getInvoice', '<invoice><number>1</number></invoice>');
});

describe.each(SOURCES)('$operation', ({ operation, field, method, type, list, line }) => {
	const record = (id: number) => {
		const fields = Object.entries({
			...FIELDS,
			[`${type}_id`]: id,
			work_date: '2026-03-01',
			date: '2026-03-01',
		});
		return `<${type}>${fields.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</${type}>`;
	};
	const lists = (...ids: number[]) => scripted.answer(list, listed(`${type}s`, ids.map(record).join('')));
	/** The entries of each invoice that was sent. */
	const billed = () =>
		scripted
			.sent(method)
			.map((body) => [...body.matchAll(new RegExp(`<${line}><id>(\\d+)`, 'g'))].map(([, id]) => Number(id)));

	async function run(items: IDataObject[], settings: Partial<INode> = {}) {
		const { outputs } = await engine.run({
			credential: scripted.credential(),
			parameters: {
				resource: 'invoice',
				operation,
				clientId: byId(1),
				entriesFrom: '={{ $json.id ? "chosen" : "all" }}',
				[field]: { entry: [{ id: byId('={{ $json.id }}') }] },
			},
			items,
			settings: { onError: 'continueRegularOutput', ...settings },
		});
		return (outputs[0] ?? []).map(({ json }) => json);
	}

	beforeEach(() => {
		scripted.answer(type === 'expense' ? 'getExpense' : 'getTimeLog', (document) =>
			record(Number(/_id>(\d+)</.exec(document)?.[1])),
		);
		scripted.answer(method, '<invoice_id>70</invoice_id>');
		lists(5, 6);
	});

	it('refuses an entry that an earlier item of the run billed', async () => {
		const output = await run([{ id: 5 }, { id: 5 }, { id: 6 }]);
		expect(billed()).toEqual([[5], [6]]);
		expect(output).toMatchObject([
			{ result: 'created' },
			{
				error: 'An earlier item of this run has already done this: see ID 70',
			},
			{ result: 'created' },
		]);
	});

	it('excludes from all unbilled ones what an earlier item of the run billed', async () => {
		const output = await run([{ id: 5 }, {}, {}]);
		expect(billed()).toEqual([[5], [6]]);
		expect(output).toMatchObject([
			{ result: 'created' },
			{ result: 'created' },
			{ error: containing('There is nothing to bill') },
		]);
	});

	it('sends nothing for an entry whose billing is in doubt', async () => {
		scripted.answer(method, 'Later', 500);
		for (const items of [
			[{ id: 5 }, { id: 5 }],
			[{ id: 5 }, {}],
		]) {
			const output = await run(items);
			expect(output).toMatchObject([{ error: containing('It is unknown') }, { error: containing(DOUBT) }]);
		}
		expect(billed()).toEqual([[5], [5]]);
	});

	it('knows in a later attempt what an earlier one billed', async () => {
		let calls = 0;
		scripted.answer(method, () => `<invoice_id>${70 + calls++}</invoice_id>`);
		const settings = {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
			onError: 'stopWorkflow',
		} as const;
		await run([{ id: 5 }, { id: 5 }], settings);
		expect(billed()).toEqual([[5]]);
	});
});
