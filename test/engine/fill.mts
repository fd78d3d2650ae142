import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';
import { snakeCase } from '../../nodes/XmlBilling/xml/encode.ts';
import { ENTRY, type FormField } from '../../tools/forms.mts';

export type Raw = IDataObject[string];

/** An input item's value for a field, and the texts that each element of the field must have then. */
export interface Given {
	raw: Raw;
	texts: ReadonlyArray<readonly string[]>;
}

/** One way to fill in a field. */
export interface Way {
	/** The mode of a resource locator. */
	mode?: string;
	/** A choice that decides which other fields are shown. It is the same for all items, and not an expression. */
	choice?: string;
	/** The value for an input item and an entry of a repeatable group, both counted from 0. */
	give: (item: number, entry: number) => Given;
}

/** How forms are filled in. */
interface Filling {
	/** The ways to fill in a field; none leaves it untouched. */
	waysOf: (field: FormField) => readonly Way[];
	items: number;
	/** How many entries each repeatable group gets. */
	entries: number;
}

/** The values of a form, by field name. */
interface Tree<Leaf> {
	[name: string]: Leaf | Tree<Leaf> | Array<Tree<Leaf>>;
}

type Parameters = Tree<string | INodeParameterResourceLocator>;

/** A form filled in with expressions over its input items, which have the values in the form's structure. */
export interface Filled {
	parameters: Parameters;
	items: Array<Tree<Raw>>;
	/** The expected texts of elements in the request of each item, by path. */
	expected: Array<Map<string, string[]>>;
	/** The labels of the fields that are filled in. */
	labels: string[];
}

/**
 * Fills in all fields of a form that are shown together. The variants alternate the choices that show other fields,
 * and the ways to fill in each field.
 */
export function fillVariants(fields: readonly FormField[], filling: Filling): Filled[] {
	// Once for each field: they may be looked up among the records of a service.
	const ways = new Map(fields.map((field) => [field, filling.waysOf(field)]));
	const known = { ...filling, waysOf: (field: FormField) => ways.get(field) ?? [] };
	const turns = Math.max(1, ...[...ways.values()].map(({ length }) => length));
	return combine(choicesOf(fields)).flatMap((choices) =>
		Array.from({ length: turns }, (_, turn) => fill(fields, known, choices, turn)),
	);
}

type Choices = Readonly<Record<string, string>>;

/** The dropdowns of a form that show or hide sent fields, with the choices that show some. */
function choicesOf(fields: readonly FormField[]): Array<[name: string, values: string[]]> {
	const conditions = fields
		.filter(({ elements }) => elements.length > 0)
		.flatMap((field) => field.conditions);
	return fields.flatMap(({ field: { type, options = [] }, names: [name = '', ...inner] }) => {
		if (type !== 'options' || inner.length > 0) return [];
		const deciding = conditions.filter(({ names }) => names.join() === name).flatMap(({ values }) => values);
		const values = options.flatMap((option) =>
			'value' in option && deciding.includes(option.value) ? [String(option.value)] : [],
		);
		return values.length === 0 ? [] : [[name, values] as [string, string[]]];
	});
}

const combine = (choices: Array<[name: string, values: string[]]>): Choices[] =>
	choices.reduce<Choices[]>(
		(combined, [name, values]) =>
			combined.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value }))),
		[{}],
	);

function fill(fields: readonly FormField[], filling: Filling, choices: Choices, turn: number): Filled {
	const each = Array.from({ length: filling.items }, (_, item) => item);
	const filled: Filled = {
		parameters: { ...choices },
		items: each.map(() => ({})),
		expected: each.map(() => new Map<string, string[]>()),
		labels: [],
	};
	// A choice may follow the fields that it shows.
	const deciding = new Set(fields.flatMap(({ conditions }) => conditions.map(({ names }) => names.join())));
	const isDeciding = ({ names }: FormField) => deciding.has(names.join());
	const sorted = [...fields.filter(isDeciding), ...fields.filter((field) => !isDeciding(field))];
	for (let entry = 0; entry < filling.entries; entry += 1) {
		for (const field of sorted) {
			if (entry > 0 && !field.names.includes(ENTRY)) continue;
			const ways = filling.waysOf(field);
			const way = ways[(turn + entry) % ways.length];
			if (way !== undefined && isShown(field, entry, filled.parameters, fields))
				put(field, entry, way, filled);
		}
	}
	return choices['linesFrom'] === 'json' ? withJson(filled) : filled;
}

/** Whether the values so far, or a row's default, show a field. Lines for JSON are filled in as rows first. */
const isShown = (
	{ names: [top], conditions }: FormField,
	entry: number,
	filled: Parameters,
	all: readonly FormField[],
) =>
	conditions.every(({ names, values }) => {
		const value = names.reduce<unknown>((found, name) => inside(found, stepTo(name, entry)), filled);
		const deciding = all.find((other) => names.length > 1 && other.names.join() === names.join());
		return values.includes(
			top === 'lineItems' && value === 'json' ? 'form' : (value ?? deciding?.field.default),
		);
	});

const stepTo = (name: string, entry: number): string => (name === ENTRY ? String(entry) : name);

const inside = (found: unknown, step: string): unknown =>
	typeof found === 'object' && found !== null ? new Map(Object.entries(found)).get(step) : undefined;

function put({ names, label, elements }: FormField, entry: number, way: Way, filled: Filled): void {
	const steps = names.map((name) => stepTo(name, entry));
	const value = way.choice ?? `={{ $json${steps.map((step) => `[${JSON.stringify(step)}]`).join('')} }}`;
	place(filled.parameters, steps, way.mode === undefined ? value : { __rl: true, mode: way.mode, value });
	filled.labels.push(label);
	for (const [item, expected] of filled.expected.entries()) {
		const { raw, texts } = way.give(item, entry);
		place(filled.items[item] ?? {}, steps, raw);
		for (const [index, element] of elements.entries()) {
			expected.set(element, [...(expected.get(element) ?? []), ...(texts[index] ?? [])]);
		}
	}
}

function place<Leaf>(tree: Tree<Leaf>, [name = '', next, ...rest]: readonly string[], value: Leaf): void {
	const present = tree[name];
	if (next === undefined) {
		tree[name] = value;
	} else if (/^\d+$/.test(next)) {
		const rows = isRows(present) ? present : [];
		tree[name] = rows;
		place((rows[Number(next)] ??= {}), rest, value);
	} else {
		const group = isGroup(present) ? present : {};
		tree[name] = group;
		place(group, [next, ...rest], value);
	}
}

const isRows = <Leaf,>(value: Tree<Leaf>[string] | undefined): value is Array<Tree<Leaf>> =>
	Array.isArray(value);
const isGroup = <Leaf,>(value: Tree<Leaf>[string] | undefined): value is Tree<Leaf> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same lines as one JSON field instead of rows, which has the interface's names. */
function withJson({ parameters: { lineItems: _, ...parameters }, labels, ...filled }: Filled): Filled {
	for (const item of filled.items) {
		const { line } = inGroup(item['lineItems']);
		item['lines'] = isRows(line) ? line.map(byElement) : [];
	}
	return {
		...filled,
		labels: [...labels, 'Lines (JSON)'],
		parameters: { ...parameters, linesJson: '={{ $json.lines }}' },
	};
}

const OTHER_NAMES: Readonly<Record<string, string>> = { itemType: 'type', discountPercent: 'discount' };

const byElement = (row: Tree<Raw>): Tree<Raw> =>
	Object.fromEntries(
		Object.entries(row).flatMap(([name, value]) =>
			isGroup(value) ? Object.entries(byElement(value)) : [[OTHER_NAMES[name] ?? snakeCase(name), value]],
		),
	);

const inGroup = (value: Tree<Raw>[string] | undefined): Tree<Raw> => (isGroup(value) ? value : {});
