import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, including, some, useBilling } from '../billing.mts';

// The expressions that docs/recipes.md offers, in n8n's engine. The one that rounds has to do it as the node itself does.
const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/recipes.md'), 'utf8');
const recipe = (title: string): string => {
	const [, section = ''] = PAGE.split(`## ${title}\n`);
	const [, expression = ''] = /^({{ .*? }})$/m.exec(section) ?? [];
	return `=${expression}`;
};

const billing = useBilling();

it('rounds as the page has it', async () => {
	// One of them is 5.3549999999999995.
	const prices = [1.005, '1.005', 1.255, -1.005, 0.1 + 0.2, 1.05 * 5.1, '7', 0, '1999.994', 123456.785];
	const totals = [101.01, 101.01, 101.26, 98.99, 100.3, 105.36, 107, 100, 2099.99, 123556.79];
	const work = { name: 'Work', unitCost: recipe('A third decimal place') };
	const parameters = { clientId: byId(1), lineItems: { line: [{ name: 'Base', unitCost: 100 }, work] } };
	const items = prices.map((price) => ({ price }));
	const output = await billing.outputOf('invoice', 'create', parameters, { items });
	expect(output.map((invoice) => invoice['total'])).toEqual(totals);
});

/** What people, banks and sheets write: with points, commas and signs in every place. */
const WRITTEN = [
	...'1.250,00|1.234.567,89 €|1 250,00|1\u00a0250,00 €|12,5|0,19|7|620.50|0.19|1,250.00|1.250|1,250'.split(
		'|',
	),
	...'1.250.000|1.250.00|1.23,45|19 %|950,00\n12,00|950,00 EUR|-950,00|-1.250,00 €|€ -12,5'.split('|'),
	...'-620.50|\u2212950,00|\u2212620.50|- 950,00|950,00-|950,00\u2212|(950,00)|(620.50)'.split('|'),
	...['950,00 S', '950,00 H', '620.50 S', '620.50 H', '+950,00', '', null, 119, -119, 1.005, 0.07],
];
/** What a recipe makes of some of them. */
const made = (...texts: string[]) => texts.flatMap((text) => text.split('|')).map((one) => one.split(' = '));

// What a recipe does not know, the node has to refuse. A sign, a comma or a point that is taken away is another amount.
it.each<[string, (expression: string) => IDataObject, string, string[][]]>([
	[
		'Decimal commas',
		(unitCost) => ({ unitCost }),
		'unit_cost',
		made(
			'1.250,00 = 1250|1.234.567,89 € = 1234567.89|1 250,00 = 1250|1\u00a0250,00 € = 1250|12,5 = 12.5',
			'0,19 = 0.19|7 = 7|620.50 = 620.5|0.19 = 0.19|-950,00 = -950|-1.250,00 € = -1250|€ -12,5 = -12.5',
			'-620.50 = -620.5|- 950,00 = -950',
		),
	],
	[
		'A third decimal place',
		(unitCost) => ({ unitCost }),
		'unit_cost',
		made(
			'7 = 7|620.50 = 620.5|0.19 = 0.19|1.250 = 1.25|-620.50 = -620.5|119 = 119|-119 = -119',
			'1.005 = 1.01|0.07 = 0.07',
		),
	],
	[
		'Tax inside prices',
		(unitCost) => ({ unitCost }),
		'unit_cost',
		made('7 = 5.88|620.50 = 521.43|0.19 = 0.16|-620.50 = -521.43|119 = 100|-119 = -100|0.07 = 0.06'),
	],
	[
		'Percentages of a sheet',
		(tax1Percent) => ({
			unitCost: 1,
			additionalFields: { customTax: { tax: { tax1Name: 'VAT', tax1Percent } } },
		}),
		'tax1_percent',
		made(
			'7 = 700|620.50 = 62050|0.19 = 19|1.250 = 125|-620.50 = -62050|119 = 11900|-119 = -11900',
			'1.005 = 100.5|0.07 = 7',
		),
	],
])('%s takes no more than it knows, and leaves the rest to the node', async (title, line, element, taken) => {
	const expression = recipe(title).replaceAll(/\$json\.\w+/g, '$json.written');
	const parameters = {
		...{ clientId: byId(1), simplify: false, options: { preview: true } },
		lineItems: { line: [{ name: 'Work', ...line(expression) }] },
	} as INodeParameters;
	const { outputs } = await billing.run('invoice', 'create', parameters, {
		items: WRITTEN.map((written) => ({ written })),
		settings: { onError: 'continueRegularOutput' },
	});
	const sent = (outputs[0] ?? []).map(({ json }, index) => {
		const [, value] = new RegExp(`"${element}":"([^"]*)"`).exec(JSON.stringify(json)) ?? [];
		expect(json).toMatchObject(value === undefined ? { error: some(String) } : { preview: true });
		return [String(WRITTEN[index]), value] as const;
	});
	expect(sent).toHaveLength(WRITTEN.length);
	const found = Object.fromEntries(sent.filter(([, value]) => value !== undefined));
	expect(found).toEqual(Object.fromEntries(taken));
});

it('has the end of next month, in the zone of the workflow', async () => {
	const timezone = 'America/Los_Angeles';
	const form = { clientId: byId(1), linesFrom: 'none', due: 'date', dueDate: recipe('End of the month') };
	await billing.outputOf('invoice', 'create', form, { timezone });
	const today = new Date().toLocaleDateString('sv', { timeZone: timezone });
	const [year = 0, month = 0] = today.split('-').map(Number);
	const due_date = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
	expect(billing.sent('createInvoice')).toMatchObject([{ due_date }]);
});

it.each([
	['2026-02-01T07:59:00Z', '2026-01-31'],
	['2026-02-01T08:00:00Z', '2026-02-01'],
	['2026-01-31T23:30:00+14:00', '2026-01-31'],
	['2026-02-01', '2026-02-01'],
	['2026-02-01T01:30:00', '2026-02-01'],
	['01.02.2026', 'Additional Fields › Date evaluated to nothing; correct its expression or remove it'],
])('has the day of %s in Los Angeles for a workflow in Berlin', async (paid_at, day) => {
	const parameters = {
		...{ clientId: byId(1), simplify: false, options: { preview: true } },
		lineItems: { line: [{ name: 'Work', unitCost: 1 }] },
		additionalFields: { date: recipe('Time zones') },
	};
	const { outputs, error } = await billing.run('invoice', 'create', parameters, {
		items: [{ paid_at }],
		timezone: 'Europe/Berlin',
	});
	expect(error?.message ?? outputs[0]?.[0]?.json['request']).toEqual(
		error === undefined ? including({ date: day }) : day,
	);
});
