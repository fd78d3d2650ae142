import { KINDS as LINE_KINDS } from '../nodes/XmlBilling/actions/documents/lineRules';
import type { Operation, Resource } from '../nodes/XmlBilling/engine/item/operation';
import { isGroup, isProperty, type Property } from '../nodes/XmlBilling/forms/property';
import { fieldsOf, isRepeated, withoutRepeats, type FormField } from './forms.mts';

const HEADER = `# Operations

What each operation of the XML Billing node does, takes and returns.

<!-- Generated from the node. After a change to a form, run \`npm run docs\`. -->
`;

const LEGEND = `## How to read this page

Each operation lists its fields, with required ones in **bold**. Each field is described once: in the table of its resource or, if several resources have it, under [Shared fields](#shared-fields). What a line takes, such as discounts and taxes, stands there under Lines. Where a name has several meanings, its operations follow in parentheses.

- **Method** is the method of the interface that an operation calls. An operation without one calls several, or one that you name.
- **Takes** is the kind of value. Dates are days such as 2026-01-31. Decimals and amounts are plain numbers with up to two decimal places, such as 1200.50. An amount as text such as 1.500 is refused, because it may mean 1500. Every field also takes an expression.
- **From list, by ID, by number**: Choose one of these in the menu in front of the field. So an invoice's number, a client's email or a project's name will do instead of an ID.
- **Sent as** is the request element that the value goes into. A field without one only controls the node.
- A field inside Changes without a row of its own takes what the field of that name takes inside Lines.
- The samples show the output with Simplify on and names included, lists only with their first entry. Every record of the resource has these fields, as far as the service shows them.
- A write that creates or changes one record also returns \`result\`: created, updated or existing.
- Warnings appear as hints above the output. Agents, and versions of n8n without such hints, get them as text in the record's \`warning\` field; a preview lists them in \`warnings\`.
- A preview returns what people know the record and its client by, the total or amount, \`preview\` (true), the \`warnings\`, each line with its quantity, unit cost and total, each tax, and the \`method\` and \`request\` that would be sent.
`;

/** Outputs of a real run, by resource (test/engine/samples.test.mts). */
export type Samples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A field or a set of fields in the table that describes it. */
interface Row {
	/** The path to it below its collection: `Custom Fields › Label`. */
	readonly label: string;
	/** What it accepts, where that is sent, and what it is for. */
	readonly cells: readonly [takes: string, sentAs: string, hint: string];
	/** When the form shows it: `Lines From is JSON`. */
	readonly condition: string;
	/** The collection to add it from; '' for none. */
	readonly collection: string;
	readonly isRequired: boolean;
}

/** An operation with all rows of its form. */
interface Described {
	readonly resource: Resource;
	readonly operation: Operation;
	readonly rows: readonly Row[];
}

/** The reference of all operations, as Markdown. The same resources and samples always give the same text. */
export function describeOperations(resources: readonly Resource[], samples: Samples): string {
	const complete = resources.flatMap((resource) =>
		resource.operations.map((operation) => {
			const properties = withoutRepeats(operation.properties);
			const fields = fieldsOf(operation);
			const rows = properties.flatMap((property) => describe([property], properties, fields));
			return { resource, operation, rows };
		}),
	);
	const described = complete.flatMap(({ rows }) => rows);
	const all = complete.map(({ rows, ...one }) => ({
		...one,
		rows: rows.filter((row) => !isLikeLine(row, described)),
	}));
	const isShared = (row: Row) => new Set(withRow(all, row).map(({ resource }) => resource)).size > 1;
	const shared = all.flatMap(({ rows }) => rows).filter(isShared);
	return [
		HEADER,
		'- [How to read this page](#how-to-read-this-page), [Shared fields](#shared-fields) (lines, discounts, taxes)',
		...resources.map(contentsOf),
		'',
		LEGEND,
		...resources.flatMap((resource) => {
			const own = all.filter((one) => one.resource === resource);
			const rows = own.flatMap((one) => one.rows);
			const wanted = rows.filter((row) => !isShared(row));
			return [
				`## ${resource.option.name}\n`,
				...sampleOf(samples[String(resource.option.value)]),
				...own.map(describeOperation),
				table(own, wanted, rows),
			];
		}),
		'## Shared fields\n',
		table(all, shared, shared),
	].join('\n');
}

const linkTo = (title: string): string =>
	`#${title
		.toLowerCase()
		.replaceAll(/[^\w -]/g, '')
		.replaceAll(' ', '-')}`;

const contentsOf = ({ option, operations }: Resource): string =>
	`- [${option.name}](${linkTo(option.name)}): ${operations
		.map(({ option: { name } }) => `[${name}](${linkTo(`${option.name}: ${name}`)})`)
		.join(', ')}`;

/** A sample, one line per field. */
function sampleOf(sample: Samples[string] | undefined): string[] {
	if (sample === undefined) return [];
	const fields = Object.entries(sample).map(([name, value]) => {
		const shown: unknown = Array.isArray(value) ? value.slice(0, 1) : value;
		return `  ${JSON.stringify(name)}: ${JSON.stringify(shown).replaceAll('":', '": ').replaceAll(',"', ', "')}`;
	});
	return ['```json\n{', fields.join(',\n'), '}\n```\n'];
}

const titleOf = ({ resource, operation }: Described): string =>
	`${resource.option.name}: ${operation.option.name}`;

function describeOperation(described: Described): string {
	const { operation, rows } = described;
	const { option, method, returns } = operation;
	const outer = rows.filter(({ label }) => !label.includes(WITHIN));
	const collections = [...new Set(outer.map(({ collection }) => collection))];
	return [
		`### ${titleOf(described)}\n`,
		`${option.description.replace(/\.$/, '')}.\n`,
		...(method === undefined ? [] : [`- Method: \`${method}\``]),
		`- Returns: ${returns}`,
		...collections.map((collection) => {
			const fields = outer.filter((row) => row.collection === collection);
			const labels = fields.map(({ label, isRequired }) => (isRequired ? `**${label}**` : label));
			return `- ${collection === '' ? 'Fields' : collection}: ${labels.join(', ')}`;
		}),
		'',
	].join('\n');
}

const WITHIN = ' › ';

/** The row of the field at a path, and those of the fields inside it. A top-level collection has no row. */
function describe(
	path: readonly Property[],
	siblings: readonly Property[],
	fields: readonly FormField[],
): Row[] {
	const labels = path.map(({ displayName }) => displayName);
	const fullLabel = labels.join(WITHIN);
	const field = path.at(-1);
	if (field === undefined) return [];
	const inside = (field.options ?? []).flatMap((option) => {
		if (isGroup(option)) return option.values;
		return isProperty(option) ? [option] : [];
	});
	const rows = inside.flatMap((inner) => describe([...path, inner], inside, fields));
	if (field.type === 'collection' && path.length === 1) return rows;
	const elements =
		field.type === 'fixedCollection'
			? commonElements(fields.filter(({ label }) => label.startsWith(fullLabel + WITHIN)))
			: fields.filter(({ label }) => label === fullLabel).flatMap((found) => found.elements);
	const collection = path[0]?.type === 'collection' ? labels.shift() : undefined;
	const isRequired = field.required === true;
	const row: Row = {
		label: labels.join(WITHIN),
		collection: collection ?? '',
		isRequired,
		condition: conditionOf(field, siblings),
		cells: [
			`${takesOf(field, elements, inside)}${isRequired && path.length > 1 ? ', required' : ''}`,
			[...new Set(elements)].map((element) => `\`${element}\``).join(', '),
			(field.description ?? field.hint ?? '').replaceAll(/<[^>]*>/g, '').replace(REPEATED, ''),
		],
	};
	return [row, ...rows];
}

// A set of fields is sent as their common element.
const commonElements = (inner: readonly FormField[]): string[] => [
	...new Set(inner.flatMap(({ elements }) => elements).map((element) => element.replace(/\/[^/]*$/, ''))),
];

// The previous column already says that it is a list.
const REPEATED = /(^|\. )Choose from the list, or specify .*$/;

/** What a field is filled in with. */
function takesOf(field: Property, elements: readonly string[], inside: readonly Property[]): string {
	const { type, typeOptions, modes = [], options = [] } = field;
	const choices = options.flatMap((option) => ('value' in option ? option.name : []));
	if (type === 'fixedCollection') return isRepeated(field) ? 'any number of entries' : 'one entry';
	if (type === 'collection') return `any of ${inside.map(({ displayName }) => displayName).join(', ')}`;
	if (type === 'resourceLocator')
		return modes.map(({ displayName }) => displayName.toLowerCase().replace(' id', ' ID')).join(', ');
	if (type === 'multiOptions')
		return choices.length > 0 ? `several of: ${choices.join(', ')}` : 'several from the list, or their IDs';
	if (choices.length > 0)
		return `${choices.join(', ')}${field.open === true ? ', or another value by an expression' : ''}`;
	if (typeOptions?.loadOptionsMethod !== undefined) return 'one from the list, or its ID';
	return KIND_TEXTS[kindOf(field, elements)] ?? 'text';
}

const KIND_TEXTS: Readonly<Record<string, string>> = {
	boolean: 'on or off',
	country: 'three-letter code',
	currency: 'three-letter code',
	date: 'date',
	dateTime: 'date',
	decimal: 'decimal',
	identifier: 'ID',
	identifiers: 'IDs',
	integer: 'whole number',
	json: 'JSON',
	money: 'amount',
	notNegativeDecimal: 'decimal, 0 or more',
	notNegativeMoney: 'amount, 0 or more',
	number: 'number',
	positiveDecimal: 'decimal above 0',
	positiveMoney: 'amount above 0',
};

// Lines are checked by their own rules (§4.2).
function kindOf({ kind, type }: Property, [element = '']: readonly string[]): string {
	const line = /^(?:items|time_entries|expenses)\/\w+\/(\w+)$/.exec(element)?.[1] ?? '';
	return kind ?? new Map<string, string>(Object.entries(LINE_KINDS)).get(line) ?? type;
}

function conditionOf({ displayOptions }: Property, siblings: readonly Property[]): string {
	const conditions = Object.entries(displayOptions?.show ?? {}).map(([name, values = []]) => {
		if (name === '@tool') return "the node is an agent's tool";
		const field = siblings.find((sibling) => sibling.name === name);
		const offered = values.filter((value) => isOffered(field, value));
		return `${field?.displayName ?? name} is ${offered.map((value) => choiceName(field, value)).join(' or ')}`;
	});
	const isForPeople = displayOptions?.hide?.['@tool'] !== undefined;
	return [...(isForPeople ? ["the node is not an agent's tool"] : []), ...conditions].join(' and ');
}

// Forms share fields, also with forms whose dropdown lacks a choice.
function isOffered(field: Property | undefined, value: unknown): boolean {
	const choices = (field?.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
	return choices.length === 0 || choices.some((choice) => choice === value);
}

function choiceName(field: Property | undefined, value: unknown): string {
	const choice = field?.options?.find((option) => 'value' in option && option.value === value);
	if (choice !== undefined && 'value' in choice) return choice.name;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	// Taxes are loaded from the service, except for this choice.
	return value === 'custom' ? 'Custom' : String(value);
}

const isSame = (one: Row, other: Row): boolean =>
	one.label === other.label && one.cells.join('\n') === other.cells.join('\n');

const withRow = (all: readonly Described[], row: Row): Described[] =>
	all.filter(({ rows }) => rows.some((other) => isSame(other, row)));

const LINE = /^Lines › (?!Changes › )/;

/** Whether a field inside another set accepts the same as the line field of that name. */
function isLikeLine({ label, cells: [takes, , hint] }: Row, rows: readonly Row[]): boolean {
	const last = (path: string) => path.split(WITHIN).at(-1);
	const isOfLine = (path: string) => LINE.test(path);
	const isLine = (row: Row) =>
		isOfLine(row.label) && last(row.label) === last(label) && row.cells[0] === takes && row.cells[2] === hint;
	return label.includes(WITHIN) && !isOfLine(label) && rows.some(isLine);
}

/**
 * The table of some rows, each once, with all conditions under which it is shown.
 *
 * @param all the operations that the rows are from
 * @param known the rows that a label in the table could be taken for
 */
function table(all: readonly Described[], rows: readonly Row[], known: readonly Row[]): string {
	const distinct = rows.filter((row, index) => rows.findIndex((other) => isSame(other, row)) === index);
	if (distinct.length === 0) return '';
	const lines = distinct
		.sort((one, other) => one.label.localeCompare(other.label))
		.map((row) => {
			const [takes, sentAs, hint] = row.cells;
			const conditions = new Set(
				rows.filter((other) => isSame(other, row)).map(({ condition }) => condition),
			);
			const when = conditions.has('') ? '' : `(When ${[...conditions].join(', or ')}.) `;
			return [`${row.label}${operationsOf(row, all, known)}`, takes, sentAs, `${when}${hint}`.trim()];
		});
	const header = ['Field', 'Takes', 'Sent as', 'Hint'];
	return [...[header, header.map(() => '---'), ...lines].map(tableLine), ''].join('\n');
}

/**
 * Names the operations of a row if its label is ambiguous: other rows have the same label, or only some sets of that
 * name have the row.
 */
function operationsOf(row: Row, all: readonly Described[], known: readonly Row[]): string {
	const having = withRow(all, row);
	const isAmbiguous = known.some((other) => other.label === row.label && !isSame(other, row));
	const set = row.label.split(WITHIN).slice(0, -1).join(WITHIN);
	const withSet = all.filter((one) => one.rows.some(({ label }) => label === set));
	const missing = withSet.filter((one) => !having.includes(one));
	if (!isAmbiguous && missing.length === 0) return '';
	const isException = !isAmbiguous && missing.length < having.length;
	const [named, others] = isException ? [missing, having] : [having, missing];
	const names = named.map((one) => {
		const { name } = one.operation.option;
		return others.some(({ operation }) => operation.option.name === name) ? titleOf(one) : name;
	});
	return ` (${isException ? 'all but ' : ''}${[...new Set(names)].join(', ')})`;
}

const tableLine = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
