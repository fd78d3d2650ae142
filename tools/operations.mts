import type { Operation, Resource } from '../nodes/XmlBilling/engine/item/operation';
import { isGroup, isProperty, type Property } from '../nodes/XmlBilling/forms/property';
import { fieldsOf, isRepeated, withoutRepeats, type FormField } from './forms.mts';

const GENERATED = '<!-- Written by `npm run docs`. -->';

const LEGEND = `# Operations

What each operation of the XML Billing node does, takes and returns: one page per resource.

${GENERATED}
`;

const HOW_TO_READ = `## How to read these pages

Each operation names its method of [the interface](../interface.md), unless it calls several, or the one that you name. Required fields are **bold**. A page describes each field where it first occurs. Later operations only name it, and not what it shows: _Due_ brings _Due In Days_ along. Text of which there is nothing to say is only named as well. [Shared fields](#shared-fields) and [lines](#lines) are described here; those that every write has aren't named again.

- After the name stands what a field takes; without that, it takes text. Every field also takes an expression. A list of choices that ends in … takes other values by an expression. _Whether_ stands for on or off.
- A record is chosen from the list, or entered in one of the ways named, such as its number.
- Dates are days such as 2026-01-31. Decimals and amounts are plain numbers with up to two decimal places, such as 1200.50. An amount as text such as 1.500 is refused, because it may mean 1500.
- A value is sent in the element with the field's name in snake case (\`po_number\`), that of a filter inside \`filter\`. If the element has another name, it follows the field's; inside a set, without the set's own.
- A field inside _Changes_ without a description takes what the field of that name takes in [lines](#lines).
- Unless it says otherwise, an operation returns the record that it reads or writes, a list one item per record, and a delete the identifier and \`deleted\`.
- The samples show the simplified output with names, and only the first entry of each list.
- A write that creates or changes one record also returns \`result\`: created, updated or existing.
- Warnings appear as hints above the output. Agents, and versions of n8n without such hints, get them in the record's \`warning\` field.
- A preview returns what people know the record and its client by, the total or amount, \`preview\` (true), the \`warnings\`, each line with its quantity, unit cost and total, each tax, and the \`method\` and \`request\` that would be sent.
`;

/** Outputs of a real run, by resource (test/engine/samples.test.mts). */
export type Samples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A field or a set of fields. */
interface Row {
	/** The path to it below its collection: `Custom Fields › Label`. */
	readonly label: string;
	/** What it accepts; '' for any text. */
	readonly takes: string;
	/** The elements that this is sent in; '' for none. */
	readonly sentAs: string;
	/** What it is for. */
	readonly hint: string;
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

/** The page that says how to read the others. */
const INDEX = 'README.md';

/**
 * The reference of all operations: Markdown by file name, one page per resource and an index. The same resources and
 * samples always give the same text.
 */
export function describeOperations(
	resources: readonly Resource[],
	samples: Samples,
): ReadonlyMap<string, string> {
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
	const isShared = (row: Row) =>
		isAboutLines(row) || new Set(withRow(all, row).map(({ resource }) => resource)).size >= SHARED_BY;
	const shared = all.flatMap(({ rows }) => rows).filter(isShared);
	const everywhere = shared.filter((row) => writesOf(all, row) !== '');
	const index = [
		LEGEND,
		...resources.map(contentsOf),
		'',
		HOW_TO_READ,
		'## Shared fields\n',
		...listOf(
			all,
			shared.filter((row) => !isAboutLines(row)),
		),
		'\n## Lines\n',
		...listOf(all, shared.filter(isAboutLines)),
		'',
	].join('\n');
	const pages = resources.map((resource): [string, string] => {
		const own = all.filter((one) => one.resource === resource);
		const text = [
			`# ${resource.option.name}\n`,
			`${GENERATED}\n`,
			`[How to read this page](${INDEX}#how-to-read-these-pages)\n`,
			...sampleOf(samples[String(resource.option.value)]),
			...own.map((one, position) =>
				describeOperation(
					one,
					[...shared, ...own.slice(0, position).flatMap(({ rows }) => rows)],
					everywhere,
				),
			),
		].join('\n');
		return [pageOf(resource), text];
	});
	return new Map([[INDEX, index], ...pages]);
}

/** So many resources have the fields that the index describes: all others are described on each page. */
const SHARED_BY = 4;

/** Says which writes have a field, if most have it and no read does; '' otherwise. */
function writesOf(all: readonly Described[], row: Row): string {
	const having = withRow(all, row);
	const without = all.filter((one) => one.operation.run === undefined && !having.includes(one));
	if (having.some(({ operation }) => operation.run !== undefined) || without.length > having.length)
		return '';
	const names = [...new Set(without.map(({ operation }) => operation.option.name))];
	return ` (every write${names.length === 0 ? '' : ` but ${names.join(', ')}`})`;
}

const isAboutLines = ({ label }: Row): boolean => /\bLines\b|^Group By$|^Changes From$/.test(label);

const linkTo = (title: string): string =>
	title
		.toLowerCase()
		.replaceAll(/[^\w -]/g, '')
		.replaceAll(' ', '-');

const pageOf = ({ option }: Resource): string => `${linkTo(option.name)}.md`;

function contentsOf(resource: Resource): string {
	const page = pageOf(resource);
	const links = resource.operations.map(({ option: { name } }) => `[${name}](${page}#${linkTo(name)})`);
	return `- [${resource.option.name}](${page}): ${links.join(', ')}`;
}

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

/** What the index says of outputs. */
const USUAL = /^(?:The (?:full )?|One item per )[\w ]+$|^`\w+` and `deleted` for each item$/;

/**
 * One operation. Fields that are described elsewhere or earlier on its page are only named, as are those of which there is
 * nothing to say. Fields that writes have everywhere are not.
 */
function describeOperation(
	{ operation, rows: all }: Described,
	known: readonly Row[],
	everywhere: readonly Row[],
): string {
	const rows = all.filter((row) => !everywhere.some((other) => isSame(other, row)));
	const { option, method = '', returns } = operation;
	const outer = rows.filter(({ label }) => !label.includes(WITHIN));
	const collections = [...new Set(outer.map(({ collection }) => collection))];
	const isKnown = (row: Row) =>
		(isPlain(row) && outer.includes(row)) ||
		known.some((other) => isSame(other, row) && other.condition === row.condition);
	return [
		`## ${option.name}\n`,
		`${option.description.replace(/\.$/, '')}.`,
		[
			...(method === '' ? [] : [`\`${method}\`.`]),
			...(USUAL.test(returns) ? [] : [`Returns: ${returns}.`]),
		].join(' '),
		...(collections.length === 0 ? [] : ['']),
		...collections.flatMap((collection) => {
			const own = rows.filter((row) => row.collection === collection);
			const named = own
				.filter((row) => outer.includes(row) && isKnown(row) && !isBroughtAlong(row))
				.map(nameOf);
			const told = own.filter((row) => !isKnown(row)).map((row) => bulletOf(row, row.condition, ''));
			if (collection === '') return named.length === 0 ? told : [...told, `- ${named.join(', ')}`];
			return [`- _${collection}_: ${named.join(', ')}`.trimEnd(), ...told.map((line) => `  ${line}`)];
		}),
		'',
	].join('\n');
}

const isPlain = ({ label, takes, sentAs, hint, condition }: Row): boolean =>
	[takes, hint, condition].every((text) => text === '') && (sentAs === '' || isNamedLike(label, sentAs));

/** Whether the form shows a field only because of another one. */
const isBroughtAlong = ({ condition }: Row): boolean => condition !== '' && condition !== FOR_PEOPLE;

const nameOf = ({ label, isRequired }: Row): string => (isRequired ? `**${label}**` : label);

/** A field in a list, below the set that it is in: where its value is sent, what it takes, when it is shown, what for. */
function bulletOf(row: Row, condition: string, operations: string): string {
	const { label, takes, sentAs, hint } = row;
	const path = label.split(WITHIN);
	const name = path.at(-1) ?? '';
	// A set names the way to its elements.
	const sent = path.length === 1 ? sentAs : sentAs.replaceAll(/[\w/]+\/(?=\w+`)/g, '');
	const element = sentAs === '' || isNamedLike(name, sentAs) ? '' : ` ${sent}`;
	const when = condition === '' ? '' : `If ${condition}${hint === '' ? '' : ': '}`;
	const about = [takes, `${when}${hint}`.replace(/\.$/, '')].filter((text) => text !== '').join('. ');
	const shown = `${nameOf({ ...row, label: name })}${element}${operations}`;
	return `${'  '.repeat(path.length - 1)}- ${shown}${about === '' ? '' : `: ${about}`}`;
}

// "Client" is sent as `client_id`.
const isNamedLike = (name: string, sentAs: string): boolean =>
	[name, `${name} id`].some((one) => sentAs.endsWith(`${one.toLowerCase().replaceAll(/\W+/g, '_')}\``));

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
		takes: `${takesOf(field, inside)}${isRequired && path.length > 1 ? ', required' : ''}`,
		sentAs: [...new Set(elements)].map((element) => `\`${element}\``).join(', '),
		hint: (field.description ?? field.hint ?? '').replaceAll(REPEATED, '').trim(),
	};
	return [row, ...rows];
}

// A set of fields is sent as their common element.
const commonElements = (inner: readonly FormField[]): string[] => [
	...new Set(inner.flatMap(({ elements }) => elements).map((element) => element.replace(/\/[^/]*$/, ''))),
];

// What the index says once, or what a field takes.
const REPEATED =
	/<[^>]*>|(?:^|(?<=\.) )Choose from the list, or specify .*$| \(YYYY-MM-DD\)|(?:^|(?<=\.) )(?:For|To) [^.]*, use an expression\.?/g;

/** What a field is filled in with. */
function takesOf(field: Property, inside: readonly Property[]): string {
	const { type, typeOptions, modes = [], options = [] } = field;
	const choices = options.flatMap((option) => ('value' in option ? option.name : []));
	if (type === 'fixedCollection') return isRepeated(field) ? 'any number' : '';
	if (type === 'collection') return `any of ${inside.map(({ displayName }) => displayName).join(', ')}`;
	if (type === 'resourceLocator')
		return modes
			.map(({ displayName }) =>
				displayName
					.toLowerCase()
					.replace(' id', ' ID')
					.replace(/^(by|from) /, ''),
			)
			.join(', ');
	if (type === 'multiOptions')
		return choices.length > 0 ? `several of ${choices.join(', ')}` : 'several, list or IDs';
	if (choices.length > 0) return `${choices.join(', ')}${field.open === true ? ' …' : ''}`;
	if (typeOptions?.loadOptionsMethod !== undefined) return 'list, ID';
	return KIND_TEXTS[field.kind ?? field.type] ?? '';
}

const KIND_TEXTS: Readonly<Record<string, string>> = {
	boolean: '',
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

/** A form of an agent's tool has other fields in place of these. */
const FOR_PEOPLE = "the node is not an agent's tool";

function conditionOf({ displayOptions }: Property, siblings: readonly Property[]): string {
	const conditions = Object.entries(displayOptions?.show ?? {}).map(([name, values = []]) => {
		if (name === '@tool') return "the node is an agent's tool";
		const field = siblings.find((sibling) => sibling.name === name);
		const offered = values.filter((value) => isOffered(field, value));
		return `${field?.displayName ?? name} is ${offered.map((value) => choiceName(field, value)).join(' or ')}`;
	});
	const isForPeople = displayOptions?.hide?.['@tool'] !== undefined;
	return conditions.length > 0 || !isForPeople ? conditions.join(' and ') : FOR_PEOPLE;
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
	one.label === other.label &&
	one.takes === other.takes &&
	one.sentAs === other.sentAs &&
	one.hint === other.hint;

const withRow = (all: readonly Described[], row: Row): Described[] =>
	all.filter(({ rows }) => rows.some((other) => isSame(other, row)));

const LINE = /^Lines › (?!Changes › )/;

/** Whether a field inside another set accepts the same as the line field of that name. */
function isLikeLine({ label, takes, hint }: Row, rows: readonly Row[]): boolean {
	const last = (path: string) => path.split(WITHIN).at(-1);
	const isOfLine = (path: string) => LINE.test(path);
	const isLine = (row: Row) =>
		isOfLine(row.label) && last(row.label) === last(label) && row.takes === takes && row.hint === hint;
	return label.includes(WITHIN) && !isOfLine(label) && rows.some(isLine);
}

/** Fields of several operations as a list, each once, with all conditions under which it is shown. */
function listOf(all: readonly Described[], rows: readonly Row[]): string[] {
	const distinct = rows.filter((row, index) => rows.findIndex((other) => isSame(other, row)) === index);
	return distinct
		.sort((one, other) => one.label.localeCompare(other.label))
		.map((row) => {
			const same = rows.filter((other) => isSame(other, row)).map(({ condition }) => condition);
			const conditions = same.includes('') ? '' : [...new Set(same)].join(', or ');
			return bulletOf(row, conditions, writesOf(all, row) || operationsOf(row, all, rows));
		});
}

/**
 * Names the operations of a row if its label is ambiguous: other rows have the same label, or only some sets of that
 * name have the row.
 */
function operationsOf(row: Row, all: readonly Described[], known: readonly Row[]): string {
	const having = withRow(all, row);
	const isRival = (other: Row) => other.label === row.label && !isSame(other, row);
	const isAmbiguous = known.some(isRival);
	const rivals = all.filter(({ rows }) => rows.some(isRival));
	const set = row.label.split(WITHIN).slice(0, -1).join(WITHIN);
	const withSet = all.filter((one) => one.rows.some(({ label }) => label === set));
	const missing = withSet.filter((one) => !having.includes(one));
	if (!isAmbiguous && missing.length === 0) return '';
	const isException = !isAmbiguous && missing.length < having.length;
	const [named, others] = isException ? [missing, having] : [having, missing];
	const names = named.map((one) => {
		const { name } = one.operation.option;
		const isWhole = ![...others, ...rivals].some(({ resource }) => resource === one.resource);
		if (isWhole) return one.resource.option.name;
		const isElsewhere = [...others, ...rivals].some(({ operation }) => operation.option.name === name);
		return isElsewhere ? titleOf(one) : name;
	});
	return ` (${isException ? 'all but ' : ''}${[...new Set(names)].join(', ')})`;
}
