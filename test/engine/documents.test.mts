import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { parse } from 'yaml';
import { formatDecimal, totalsOf } from '../../sandbox/amounts.mts';
import { elementsAt, type Element } from '../../sandbox/index.mts';
import { byId, useBilling } from './billing.mts';
import { rowsIn, type Row } from './tables.mts';

// Documents as people read them: a title, what is given, and what comes of it. `UPDATE_DOCUMENTS=1 npx jest engine/documents`
// writes what comes of it. Work out each before you commit it.
const IS_UPDATE = process.env['UPDATE_DOCUMENTS'] === '1';
const FOLDER = join(import.meta.dirname, 'documents');
const LINES = ['items/item', 'time_entries/time_entry', 'expenses/expense'];
const CHARGES = 'additional_charges/additional_charge';

/** The given part: an operation with its parameters. */
interface Given {
	readonly [operation: string]: INodeParameters;
}

const billing = useBilling();

/** Lines and charges in JSON, for client 1, without a due date, which depends on today. */
function parametersOf({ client = 1, lines, charges, ...others }: INodeParameters): INodeParameters {
	return {
		...{ clientId: byId(Number(client)), due: 'none' },
		...(lines !== undefined && { linesFrom: 'json', linesJson: JSON.stringify(lines) }),
		...(charges !== undefined && { additionalFields: { additionalCharges: { additionalCharge: charges } } }),
		...others,
	};
}

const textsIn = ({ children }: Element): Record<string, string> =>
	Object.fromEntries(children.map(({ name, text }) => [name, text]));

/** What a line sends, apart from what is empty. */
function lineText(line: Element): string {
	const { name, type, unit_cost, quantity, discount, discount_type, ...more } = textsIn(line);
	const {
		tax1_name,
		tax1_percent,
		tax1_type = '',
		tax2_name,
		tax2_percent,
		tax2_type = '',
		...others
	} = more;
	return [
		`${type} ${name}: ${quantity} × ${unit_cost}`,
		...(Number(discount) === 0 ? [] : [`discount ${discount} ${discount_type}`]),
		...(tax1_name === '' ? [] : [`${tax1_name} ${tax1_percent} ${tax1_type}`.trim()]),
		...(tax2_name === '' ? [] : [`${tax2_name} ${tax2_percent} ${tax2_type}`.trim()]),
		...Object.entries(others).flatMap(([key, text]) => (text === '' ? [] : [`${key} ${text}`])),
	].join(', ');
}

/** What a request sends besides lines: its elements, without the address of the client. */
const headerIn = ({ children }: Element): string[] =>
	children.flatMap((child) =>
		/^(items|time_entries|expenses|additional_charges|address)$/.test(child.name)
			? []
			: child.children.length > 0
				? headerIn(child)
				: [`${child.name} ${child.text}`],
	);

const amountsOf = ({ cost, discount, tax1, tax2, total }: Row = {}) =>
	[cost, ' - ', discount, ' + ', tax1, ' + ', tax2, ' = ', total].join('');

// A number that is not exact stays text.
const inCents = (amount: unknown) => (typeof amount === 'number' ? amount.toFixed(2) : amount);
const newest = <Stored,>(rows: Stored[], sent: readonly Element[]) => rows.slice(rows.length - sent.length);

/** The preview and the request of a document, and its totals by the sandbox's own arithmetic. */
async function outcomeOf(given: Given): Promise<string> {
	const [[operation = '', parameters = {}] = []] = Object.entries(given);
	const [resource = '', name = ''] = operation.split(' ');
	const form = { simplify: false, ...parametersOf(parameters) };
	const preview = await billing.run(resource, name, { ...form, options: { preview: true } });
	if (preview.error) throw preview.error;
	const shown = preview.outputs[0]?.[0]?.json ?? {};
	billing.sandbox.clearRequests();
	await billing.outputOf(resource, name, form);
	const { method, request } = billing.sandbox.requests.find((sent) => sent.method === shown['method']) ?? {};
	if (request === undefined) throw new Error('Nothing was sent');
	const lines = LINES.flatMap((path) => elementsAt(request, path));
	const charges = elementsAt(request, CHARGES);
	// By the sandbox's own arithmetic, of what it stored.
	const { sandbox } = billing;
	const own = totalsOf(newest(sandbox.records('line'), lines), newest(sandbox.records('charge'), charges));
	const [total = '', ...parts] = [own.balance, own.discount, own.tax, own.charges].map(formatDecimal);
	const { total: whole = shown['lines_total'], discount, tax, charges: charged } = shown;
	const warnings = billing
		.warnings()
		.split('\n')
		.filter((text) => text !== '');
	const taxes = rowsIn(shown, 'taxes').map(({ name, amount }) => `${String(name)}: ${String(amount)}`);
	expect([whole, discount, tax, charged].map(inCents)).toEqual([total, ...parts]);
	return [
		`${method} ${headerIn(request).join(', ')}`,
		...lines.map((line, nth) => `- ${lineText(line)}\n  ${amountsOf(rowsIn(shown, 'lines')[nth])}`),
		...charges.map((charge) => `+ ${Object.values(textsIn(charge)).join(' ')}`),
		`${total} = discount ${parts[0]}, tax ${parts[1]} (${taxes.join(', ')}), charges ${parts[2]}`,
		...warnings.map((text) => `! ${text}`),
	].join('\n');
}

describe.each(readdirSync(FOLDER))('%s', (file) => {
	const path = join(FOLDER, file);
	const documents = readFileSync(path, 'utf8').trim().split('\n\n');
	const written: string[] = [];
	afterAll(() => {
		if (IS_UPDATE) writeFileSync(path, `${written.join('\n\n')}\n`);
	});

	it.each(documents.map((text) => [/# (.*)/.exec(text)?.[1] ?? '', text]))('%s', async (_, text) => {
		const [given = '', was] = text.split(/\n=\n?/);
		const is = await outcomeOf(parse(given) as Given);
		written.push(`${given}\n=\n${is}`);
		if (!IS_UPDATE) expect(is).toBe(was);
	});
});
