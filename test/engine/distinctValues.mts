import { groupBy } from '../../nodes/XmlBilling/helpers/GenericFunctions';
import type { Property } from '../../nodes/XmlBilling/descriptions/property';
import type { RecordKind, RecordRows, Sandbox } from '../../sandbox/index.mts';
import type { FormField } from '../../tools/forms.mts';
import { post, writeRequest, type Values } from '../sandbox/walk/service.mts';
import type { Given, Way } from './fill.mts';

/** The kinds of record that searches and dropdowns are called by; of two in a name, the first one here. */
const KINDS: readonly RecordKind[] = [
	...(['task', 'client', 'estimate', 'expense', 'invoice', 'product', 'project'] as const),
	...(['recurring', 'service', 'staff', 'timeEntry', 'tax', 'lateFee'] as const),
];
const kindBehind = (list: string): RecordKind => {
	if (list === 'searchCategories') return 'expenseCategory';
	const isNamed = (kind: string) => new RegExp(kind.replace(/y$/, ''), 'i').test(list);
	return KINDS.find(isNamed) ?? unknown(list);
};

/** The documents whose lines are named by identifiers. */
const DOCUMENTS = ['estimate', 'invoice', 'recurring'] as const;

/** The codes of fields that take some (§2.1). */
const CODES: Readonly<Record<string, readonly string[]>> = {
	country: ['AUT', 'FRA', 'GBR', 'JPN', 'PRT'],
	currency: ['CHF', 'EUR', 'GBP', 'JPY', 'USD'],
};

/** The taxes that the dropdowns of lines offer besides those of the account (§4.2). */
const OTHER_TAXES: Readonly<Record<string, readonly string[]>> = {
	...{ getAccountTaxes: [], getEstimateTaxes: ['none'], getChangedTaxes: ['custom', 'none'] },
	...{ getTaxes: ['custom'], getUnshownTaxes: ['custom', 'none'] },
};

const DECIMALS = /(unit_?cost|quantity|discount|tax\d_?percent)$/i;

/** A field filled in from records of a sandbox. The position in its form makes its values unique. */
interface Asked {
	sandbox: Sandbox;
	field: Property;
	position: number;
}

/**
 * Valid values for the fields of a form, different for each field, input item and entry: identifiers of the sandbox's
 * records, each choice of a dropdown, each mode of a locator, and made-up words and numbers.
 */
export function distinctWays(sandbox: Sandbox, { field, elements }: FormField, position: number): Way[] {
	const asked = { sandbox, field, position };
	const document = DOCUMENTS.find((kind) => field.name === `${kind}ItemId`);
	if (document !== undefined) return [lineWay(asked, document)];
	if (field.type === 'resourceLocator') return locatorWays(asked);
	if (elements.length === 2) return taxWays(asked);
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? option.value : []));
	// Its choices show other fields of the row.
	if (field.displayName === 'Charge Type')
		return choices.map((choice) => ({ choice: String(choice), give: () => one(choice) }));
	if (choices.length > 0) return choiceWays(asked, choices);
	if (field.typeOptions?.loadOptionsMethod !== undefined) return [loadedWay(asked)];
	return [way((slot) => plainValue(asked, slot))];
}

/** A variant whose values differ between items and entries. */
const way = (make: (slot: number) => Given): Way => ({ give: (item, entry) => make(2 * entry + item) });

const one = (raw: string | number | boolean, text = String(raw)): Given => ({ raw, texts: [[text]] });

function plainValue({ field, position }: Asked, slot: number): Given {
	const { displayName, flag, kind = '', name, type } = field;
	const number = 100 + 10 * position + slot;
	if (flag !== undefined) {
		const text = flag[slot % 2] ?? '';
		return { raw: slot % 2 === 0, texts: [text === '' ? [] : [text]] };
	}
	// Nothing is due before its own date, and no day has more than 24 hours.
	const year = name === 'dueDate' ? 2041 : 2031;
	if (type === 'dateTime') return one(new Date(Date.UTC(year, 0, number)).toISOString().slice(0, 10));
	if (kind === 'hours') return one(`${number % 23}.25`);
	// A percentage of more than 100 is refused.
	if (name === 'discountPercent') return one(`${(number % 90) + 1}.25`);
	if (/(decimal|money|percent)$/i.test(kind) || DECIMALS.test(name)) return one(`${number}.25`);
	if (['integer', 'identifier'].includes(kind) || type === 'number') return one(number);
	if (kind === 'username') return one(`user-${number}`);
	if (kind === 'email') return one(`user-${number}@example.com`);
	return one(`${displayName} ${number} <&>`);
}

/** The type of a second tax that the account decides on: here, its taxes are normal (see `ownRows`). */
const AS_IN_ACCOUNT = 'account';

/** Each choice appears only once per item. */
function choiceWays({ field }: Asked, choices: ReadonlyArray<string | number | boolean>): Way[] {
	const pairs = Array.from({ length: Math.ceil(choices.length / 2) }, (_, pair) =>
		way((slot) => {
			const choice = cycled(choices, 2 * pair + slot);
			return one(choice, choice === AS_IN_ACCOUNT ? 'Normal' : String(choice));
		}),
	);
	if (field.open !== true) return pairs;
	return [...pairs, way((slot) => one(field.kind === 'integer' ? `1${slot}1` : `Other ${slot}`))];
}

function loadedWay({ sandbox, field: { type, typeOptions } }: Asked): Way {
	const loader = typeOptions?.loadOptionsMethod ?? '';
	if (loader === 'getPaymentMethods') {
		const methods = ownRows(sandbox, 'paymentMethod');
		return way((slot) => one(cycled(methods, slot).name));
	}
	const ids = ownRows(sandbox, kindBehind(loader)).map(({ id }) => id);
	return type === 'multiOptions'
		? way((slot) => several([cycled(ids, slot), cycled(ids, slot + 1)]))
		: way((slot) => one(cycled(ids, slot)));
}

function locatorWays(asked: Asked): Way[] {
	const { sandbox, field } = asked;
	const modes = field.modes ?? [];
	const codes = CODES[field.kind ?? ''];
	if (codes !== undefined)
		return modes.map(({ name }) => ({
			...way((slot) => one(cycled(codes, slot + asked.position))),
			mode: name,
		}));
	const search = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod ?? '';
	const rows = ownRows(sandbox, kindBehind(search));
	return modes.map(({ name: mode }) => {
		const [key] = /(name|number|email|organization)$/i.exec(mode) ?? ['id'];
		const column = key.toLowerCase();
		const give = (slot: number) => {
			const row = cycled(rows, slot);
			return one(String(new Map(Object.entries(row)).get(column)), String(row.id));
		};
		return { ...way(give), mode };
	});
}

/** Lines of the document that the same item names. */
function lineWay({ sandbox, field }: Asked, document: (typeof DOCUMENTS)[number]): Way {
	const documents = ownRows(sandbox, document);
	const all = ownRows(sandbox, 'line').filter((line) => line.document === document);
	const idsOf = (item: number) => {
		const { id } = cycled(documents, item);
		const lines = all.filter((line) => line.document_id === id);
		return lines.map((line) => line.id).slice(0, 2);
	};
	return {
		give: (item, entry) =>
			field.kind === 'identifiers'
				? { ...several(idsOf(item)), raw: idsOf(item).join(', ') }
				: one(String(idsOf(item)[entry])),
	};
}

function taxWays({ sandbox, field, position }: Asked): Way[] {
	const loader = field.typeOptions?.loadOptionsMethod ?? '';
	const taxes = ownRows(sandbox, 'tax');
	const byId = way((slot) => {
		const { id, name, value } = cycled(taxes, slot + position);
		return { raw: id, texts: [[name], [String(Number(value))]] };
	});
	const others = (OTHER_TAXES[loader] ?? unknown(loader)).map((choice) => ({
		choice,
		give: () => ({ raw: choice, texts: [] }),
	}));
	return [byId, ...others];
}

const several = (ids: readonly number[]): Given => ({ raw: [...ids], texts: [ids.map(String)] });

/** The values that a row must have, if it has the column: archived or billed records can't be used. */
const USABLE = { status: 'Active', billed: 'No', invoiced: 'No', active: 1 };

/** The rows of the main account that fields are filled in with; of documents, those with two lines or more; of taxes, those that every line takes. */
function ownRows<Kind extends RecordKind>(sandbox: Sandbox, kind: Kind): Array<RecordRows[Kind]> {
	const wanted = Object.entries({ ...USABLE, account_id: sandbox.account('main').id });
	const isDocument = DOCUMENTS.some((document) => document === kind);
	const lines = isDocument ? sandbox.records('line').filter(({ document }) => document === kind) : [];
	const ofDocuments = groupBy(lines, (line) => line.document_id);
	return sandbox.records(kind).filter((row) => {
		const columns: Readonly<Record<string, unknown>> = { ...row };
		const isUsable = wanted.every(([name, value]) => !(name in columns) || columns[name] === value);
		if (kind === 'tax' && columns['type'] !== 'Normal') return false;
		return isUsable && (!isDocument || (ofDocuments.get(row.id)?.length ?? 0) >= 2);
	});
}

/** Two records of each kind that the seed does not have. */
export async function createMissing(sandbox: Sandbox): Promise<void> {
	const create = async (method: string, values: Values) => {
		const reply = await post(sandbox, sandbox.account('main').token, writeRequest(method, values));
		if (reply.status !== 200) throw new Error(`${method}: ${reply.status} ${reply.text}`);
	};
	const client = ownRows(sandbox, 'client')[0]?.id ?? 0;
	for (const name of ['First', 'Second']) {
		await create('createProduct', { name, unitcost: '1' });
		await create('createService', { name, cost: '1' });
		await create('createRecurring', {
			'client/client_id': String(client),
			...lineNamed('items/item', name),
			...lineNamed('items/item[1]', name),
		});
	}
	assignEntries(sandbox);
	sandbox.clearRequests();
}

/** Gives the client of each input item its own project with its time entries, and expenses: others' are not billed to it. */
function assignEntries(sandbox: Sandbox): void {
	const [clients, projects] = [ownRows(sandbox, 'client'), ownRows(sandbox, 'project')];
	for (const item of [0, 1])
		sandbox.change('project', cycled(projects, item).id, { client_id: cycled(clients, item).id });
	for (const [slot, { id }] of ownRows(sandbox, 'timeEntry').entries())
		sandbox.change('timeEntry', id, { project_id: cycled(projects, slot % 2).id });
	for (const [slot, { id }] of ownRows(sandbox, 'expense').entries())
		sandbox.change('expense', id, { client_id: cycled(clients, slot % 2).id });
}

const lineNamed = (path: string, name: string): Values => ({
	[`${path}/name`]: name,
	[`${path}/type`]: 'Service',
	[`${path}/discount_type`]: 'Fixed',
});

function cycled<Item>(list: readonly Item[], index: number): Item {
	const item = list[index % list.length];
	if (item === undefined) throw new RangeError('There is nothing to choose from');
	return item;
}

function unknown(name: string): never {
	throw new RangeError(`There are no values for ${name}: add them here`);
}
