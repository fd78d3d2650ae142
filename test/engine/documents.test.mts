import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { parse, stringify } from 'yaml';
import { formatDecimal, totalsOf } from '../../sandbox/amounts.mts';
import { elementsAt, textAt, type Element, type Quirk, type RecordKind } from '../../sandbox/index.mts';
import type { Values } from '../../sandbox/store.mts';
import { byId, useBilling } from './billing.mts';
import { QUIRK } from './harness/quirks.mts';
import { rowsIn, type Row } from './tables.mts';

// Documents as people read them: a title, what is given, and what comes of it. Given are columns of records, a quirk of the
// service, and an operation; of one with Simplify, its preview. `UPDATE_DOCUMENTS=1 npx jest engine/documents` writes what comes of it. Work out each before you
// commit it.
const IS_UPDATE = process.env['UPDATE_DOCUMENTS'] === '1';
const FOLDER = join(import.meta.dirname, 'documents');
const LINES = ['items/item', 'time_entries/time_entry', 'expenses/expense'];
const CHARGES = 'additional_charges/additional_charge';

/** The given part: at last an operation with its parameters, before it columns by kind and identifier, and a quirk. */
interface Given {
	readonly [part: string]: INodeParameters;
}

const quirks: Quirk[] = QUIRK === undefined ? [] : [QUIRK];
const billing = useBilling({ quirks });
afterEach(() => void quirks.splice(QUIRK === undefined ? 0 : 1));

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

/** What a request sends besides lines: its elements. */
const headerIn = (parent: Element): string[] =>
	parent.children.flatMap((child) => {
		const { name, text, children } = child;
		if (/^(items|time_entries|expenses|additional_charges)$/.test(name)) return [];
		if (name === 'client') return clientIn(child);
		return children.length > 0 ? headerIn(child) : [`${name} ${text}`];
	});

/** The client of a document, and an address that is not the client's own. */
function clientIn(client: Element): string[] {
	const [id, address] = [textAt(client, 'client_id'), textAt(client, 'address')];
	const own = billing.sandbox.store.row('client', Number(id)).address;
	return [`client ${id}`, ...(address === own ? [] : [address === '' ? 'no address' : `address ${address}`])];
}

/** What a line comes to, and from what, if that says more. */
const amountsOf = ({ cost, discount, tax1, tax2, total }: Row = {}) =>
	discount === 0 && tax1 === 0 && tax2 === 0
		? ` = ${String(cost)}`
		: ['\n  ', cost, ' - ', discount, ' + ', tax1, ' + ', tax2, ' = ', total].join('');

// A number that is not exact stays text.
const inCents = (amount: unknown) => (typeof amount === 'number' ? amount.toFixed(2) : amount);

/** What the sandbox stored of the lines or charges that were sent: those that they name, else the newest. */
const stored = <Stored extends { id: number }>(rows: Stored[], sent: readonly Element[]) =>
	sent.flatMap(({ children }, nth) => {
		const changed = children.find(({ name }) => name.endsWith('_item_id'))?.text;
		return rows.filter(({ id }, at) =>
			changed ? id === Number(changed) : at === rows.length - sent.length + nth,
		);
	});

/** The preview and the request of a document, and its totals by the sandbox's own arithmetic; or why it is refused. */
async function outcomeOf({ service = {}, ...given }: Given): Promise<string> {
	const { sandbox } = billing;
	// What documents name is as these types say.
	quirks.push(...(Object.keys(service) as Quirk[]));
	const records = Object.entries(given);
	const [operation = '', { items = [{}], ...parameters } = {}] = records.pop() ?? [];
	for (const [record, columns] of records) {
		const [kind, id] = record.split(' ') as [RecordKind, string];
		sandbox.change(kind, Number(id), columns as Values);
	}
	const [resource = '', name = ''] = operation.split(' ');
	const form = parametersOf({ simplify: false, ...parameters });
	const more = { items: items as IDataObject[] };
	const preview = await billing.run(resource, name, { ...form, options: { preview: true } }, more);
	expect(billing.writes()).toEqual([]);
	if (preview.error) {
		const { message, description } = preview.error;
		await expect(billing.errorOf(resource, name, form, more)).resolves.toBe(`${message} ${description}`);
		expect(billing.writes()).toEqual([]);
		return `refused: ${message}\n  ${description}`;
	}
	const shown = preview.outputs[0]?.[0]?.json ?? {};
	if (form['simplify'] === true)
		return `preview ${stringify(shown, { collectionStyle: 'flow', lineWidth: 0 }).trim()}`;
	await billing.outputOf(resource, name, form, more);
	const { method, request } = sandbox.requests.find((sent) => sent.method === shown['method']) ?? {};
	if (request === undefined) throw new Error('Nothing was sent');
	const lines = LINES.flatMap((path) => elementsAt(request, path));
	const charges = elementsAt(request, CHARGES);
	// By the sandbox's own arithmetic, of what it stored.
	const own = totalsOf(stored(sandbox.records('line'), lines), stored(sandbox.records('charge'), charges));
	const [total = '', ...parts] = [own.balance, own.discount, own.tax, own.charges].map(formatDecimal);
	const { total: whole = shown['lines_total'], discount, tax, charges: charged } = shown;
	const taxes = rowsIn(shown, 'taxes').map(({ name, amount }) => `${String(name)}: ${String(amount)}`);
	const header = `${method} ${headerIn(request).join(', ')}`;
	const told = billing.warnings().replaceAll(/^(?=.)/gm, '! ');
	if (lines.length === 0) return `${header}\n${told}`.trim();
	expect([whole, discount, tax, charged].map(inCents)).toEqual([total, ...parts]);
	return [
		header,
		...lines.map((line, nth) => `- ${lineText(line)}${amountsOf(rowsIn(shown, 'lines')[nth])}`),
		...charges.map((charge) => `+ ${Object.values(textsIn(charge)).join(' ')}`),
		`${total} = discount ${parts[0]}, tax ${parts[1]} (${taxes.join(', ')}), charges ${parts[2]}`,
		told,
	]
		.join('\n')
		.trim();
}

describe.each(readdirSync(FOLDER))('%s', (file) => {
	const path = join(FOLDER, file);
	const documents = readFileSync(path, 'utf8').trim().split('\n\n');
	const written: string[] = [];
	afterAll(() => {
		if (IS_UPDATE) writeFileSync(path, `${written.join('\n\n')}\n`);
	});

	it.each(documents.map((text) => [/# (.*)/.exec(text)?.[1] ?? '', text]))('%s', async (_, text) => {
		const [given = '', was] = text.split(/\n= ?/);
		const is = await outcomeOf(parse(given) as Given);
		written.push(`${given}\n= ${is}`);
		if (!IS_UPDATE) expect(is).toBe(was);
	});
});
