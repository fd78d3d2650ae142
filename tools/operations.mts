import type { Operation, Resource } from '../nodes/XmlBilling/execution/operation';
import { isGroup, isProperty, type Property } from '../nodes/XmlBilling/descriptions/property';
import { groupBy } from '../nodes/XmlBilling/helpers/GenericFunctions';
import { fieldsOf, withoutRepeats, type FormField } from './forms.mts';

const LEGEND = `# Operations

What each operation does, takes and returns:

<!-- Written by \`npm run docs\`. -->
`;

const HOW_TO_READ = `## How to read these pages

Each operation names its method of [the interface](../interface.md), unless it calls several. Required fields are **bold**. A page explains once what the form shows at once and its options; the form explains the rest. Parentheses hold the fields inside a set.

- Every field takes an expression. Choices that end in … take other values that way.
- Dates are days such as 2026-01-31, and amounts such as 1200.50. Text such as 1.500 is refused, because it may mean 1500.
- A value is sent in the element with the field's name in snake case (\`po_number\`), that of a filter inside \`filter\`. Another element follows the field's name.
- An operation returns the record that it reads or writes, a list one item per record, a delete what names the record, and \`deleted\`, unless the page says more. A write of one record also returns \`result\`: created, updated or existing.
- Warnings are hints above the output. Agents, and n8n without hints, get them in the field \`warning\`.
- A preview returns \`preview\` (true), the identifier, total, tax, \`warnings\` and \`method\`. In simplified form, number, client and the names of what it \`sends\` are added; otherwise, and for agents, lines, taxes and \`request\`.
`;

/** Outputs of a real run, by resource (test/engine/samples.test.mts). */
export type Samples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A field or a set of fields. */
interface Row {
	readonly label: string;
	/** What it can be set to; '' if that is not limited. */
	readonly choices: string;
	/** The elements that this is sent in; '' for none. */
	readonly sentAs: string;
	/** What its name does not say. */
	readonly hint: string;
	/** Whether the form shows it only because of another one. */
	readonly isBroughtAlong: boolean;
	/** The collection to add it from; '' for none. */
	readonly collection: string;
	readonly isRequired: boolean;
	/** The fields of a set. */
	readonly inner: readonly Row[];
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
	const all = resources.flatMap((resource) =>
		resource.operations.map((operation) => {
			const properties = withoutRepeats(operation.properties);
			const fields = fieldsOf(operation);
			const rows = properties.flatMap((property) => describe(property, fields));
			return { resource, operation, rows };
		}),
	);
	const isShared = (row: Row) => {
		const having = all.filter(({ rows }) => rows.some((other) => isSame(other, row)));
		return row.sentAs === '' && new Set(having.map(({ resource }) => resource)).size >= SHARED_BY;
	};
	const described = all.flatMap(({ rows }) => rows);
	const everywhere = described.filter((row) => !isAboutLines(row) && isShared(row));
	const lines = described.filter(isAboutLines);
	const index = [
		LEGEND,
		...resources.map((resource) => `- [${resource.option.name}](${pageOf(resource)})`),
		'',
		HOW_TO_READ,
		'## Shared fields\n',
		"Operations don't name these again. Every write has a preview. For agents, _Output_ replaces _Simplify_.\n",
		...listOf(everywhere),
		'\n## Lines\n',
		...listOf(lines),
		'',
	].join('\n');
	const pages = resources.map((resource): [string, string] => {
		const own = all.filter((one) => one.resource === resource);
		const sample = samples[String(resource.option.value)];
		const text = [
			`# ${resource.option.name}\n`,
			`[How to read](${INDEX}#how-to-read-these-pages)\n`,
			...(sample === undefined ? [] : [`Simplified output: ${inCode(Object.keys(sample))}\n`]),
			...own.map((one, position) =>
				describeOperation(
					one,
					[...lines, ...own.slice(0, position).flatMap((earlier) => earlier.rows)],
					everywhere,
				),
			),
		].join('\n');
		return [pageOf(resource), text];
	});
	return new Map([[INDEX, index], ...pages]);
}

/** So many resources have the fields of the node itself that the index describes: all others are described on each page. */
const SHARED_BY = 6;

const isAboutLines = ({ label }: Row): boolean => /\bLines\b|^Group By$|^Changes From$/.test(label);

const pageOf = ({ option }: Resource): string => `${option.name.toLowerCase().replaceAll(' ', '-')}.md`;

/** What operations return besides what the index says. */
const RETURNS: Readonly<Record<string, string>> = {
	'client/upsert': 'The client; nothing is written if it already has all values',
	'client/getStatement':
		"One item per invoice and payment, after the opening balance. The `kind` `unreadable` is an invoice that is left out, with the `field` that can't be read, or the status of a draft or canceled invoice that was paid; `credit` is what the client holds. Totals: one item per currency",
	'estimate/addItems': 'The estimate, with the IDs of the new lines in `estimate_item_ids`',
	'estimate/send': 'The estimate, with `sent`',
	'invoice/addItems': 'The invoice, with the IDs of the new lines in `invoice_item_ids`',
	'invoice/createFromTimeTracking': 'The invoice, with the billed `time_entries`',
	'invoice/getReceivables':
		'One item per client and currency, with `not_due`, `days_1_30` to `days_over_90`, and `credit`: what is overpaid and not in the `total`',
	'invoice/getTaxSummary':
		'One item per currency, tax and rate; their bases may overlap. Totals: one item per currency; `net`, `tax` and `total` count each invoice once. Per Invoice: one item per invoice, tax and rate, untaxed part and charge, with its client; `unexplained` is what rounding or the service adds. Their `tax` and, by date, `total` add up to those of Totals',
	'invoice/matchPayment':
		'One item per payment: `match` is `certain`, `possible`, `none` or `recorded`, with `invoice_id`, `reason`, and `candidates` unless it is certain or recorded',
	'invoice/proposeAllocation':
		'One item per invoice, with `invoice_id`, `amount` and `reference` for Record Payment, and one of the `kind` `rest` for what is left over, with the `reason`',
	'invoice/recordPayment':
		'The invoice, with `payment_amount`, `payment_date`, `payment_method` and `payment_reference`',
	'invoice/send': 'The invoice, with `sent`',
	'productOrService/upsertProduct': 'The product; nothing is written if it already has all values',
	'productOrService/upsertService': 'The service; nothing is written if it already has all values',
	'productOrService/getService': 'The service, with its unit in `quantity`',
	'project/create': 'The project; a warning lists tasks that could not be linked',
	'project/update': 'The project; a warning lists tasks that could not be linked',
	'recurringProfile/addItems': 'The profile, with the IDs of the new lines in `recurring_item_ids`',
	'settings/checkService':
		'One item per check, with what was `found`, the `result`, and the `handling` by the node; or one with a `report`. Of your records, they show only words of statuses, units, frequencies and kinds of taxes',
	'settings/customRequest': 'The answer, with its `status`. A list that finds nothing is empty',
	'settings/getPaymentMethods': 'One item per method, with its `name`',
	'timeEntry/getUnbilledSummary':
		'One item per project. `value` is what the hours with a clear rate come to before taxes',
};

/** What forms say for agents. */
const EFFECT = /\. (?:Only reads|Reads, writes|Sends an|Deletes:|Writes).*$/;

/** What the index says of operations. */
const PLAIN = new RegExp(
	[
		'(?:Create an?|Retrieve (?:an?|the)|Add lines to an existing) [\\w ]+',
		'Change some values of [\\w ]+ and keep the rest',
		'Delete (?:lines from )?an? [\\w ]+\\. No operation can restore (?:it|them)',
	]
		.map((text) => `^${text}$`)
		.join('|'),
);

/**
 * One operation. Fields that are described elsewhere or earlier on its page are only named, as are those of which there is
 * nothing to say. Those that the index describes for all are not.
 */
function describeOperation(
	{ resource, operation, rows: all }: { resource: Resource; operation: Operation; rows: readonly Row[] },
	known: readonly Row[],
	everywhere: readonly Row[],
): string {
	const rows = all.filter((row) => !everywhere.some((other) => isSame(other, row)));
	const { option, method = '' } = operation;
	const returns = RETURNS[`${resource.option.value}/${option.value}`];
	const collections = [...new Set(rows.map(({ collection }) => collection))];
	const isKnown = (row: Row) => known.some((other) => isSame(other, row));
	const isTold = (row: Row) => !isKnown(row) && !isPlain(row);
	const isNamed = (row: Row) => !isTold(row) && !(isKnown(row) && row.isBroughtAlong);
	const description = option.description.replace(EFFECT, '');
	const about = [
		...(PLAIN.test(description) ? [] : [`${description}.`]),
		...(method === '' ? [] : [`\`${method}\`.`]),
		...(returns === undefined ? [] : [`Returns: ${returns}.`]),
	];
	return [
		`## ${option.name}\n`,
		about.join(' '),
		...(collections.length === 0 ? [] : ['']),
		...collections.flatMap((collection) => {
			const own = rows.filter((row) => row.collection === collection);
			const told = own.filter(isTold).flatMap((row) => bulletsOf(row));
			const named = own.filter(isNamed).map((row) => (isKnown(row) ? titleOf(row) : nameOf(row)));
			if (collection === '') return named.length === 0 ? told : [...told, `- ${named.join(', ')}`];
			return [`- _${collection}_: ${named.join(', ')}`.trimEnd(), ...told.map((line) => `  ${line}`)];
		}),
		'',
	].join('\n');
}

/** Whether the name of a field, with those of the fields inside it, says all there is to say. */
const isPlain = ({ choices, hint, inner }: Row): boolean =>
	choices === '' && hint === '' && inner.every(isPlain);

const inCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const titleOf = ({ label, isRequired }: Row): string => (isRequired ? `**${label}**` : label);

/** The name of a field, its element unless that is named alike, and the fields inside it of which there is no more to say. */
function nameOf(row: Row, isInner = false): string {
	const { label, sentAs } = row;
	// A set names the way to its elements.
	const sent = isInner ? sentAs.replaceAll(/[\w/]+\/(?=\w+`)/g, '') : sentAs;
	const element = sentAs === '' || isNamedLike(label, sentAs) ? '' : ` ${sent}`;
	const names = row.inner.filter(isPlain).map((inner) => nameOf(inner, true));
	return `${titleOf(row)}${element}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
}

/** A field in a list: its name, its choices and what for, and below it the fields inside it of which there is more to say. */
function bulletsOf(row: Row, isInner = false): string[] {
	const about = [row.choices, row.hint.replace(/\.$/, '')].filter((text) => text !== '').join('. ');
	const told = row.inner.filter((inner) => !isPlain(inner));
	return [
		`- ${nameOf(row, isInner)}${about === '' ? '' : `: ${about}`}`,
		...told.flatMap((inner) => bulletsOf(inner, true).map((line) => `  ${line}`)),
	];
}

// "Client" is sent as `client_id`.
const isNamedLike = (name: string, sentAs: string): boolean =>
	[name, `${name} id`].some((one) => sentAs.endsWith(`${one.toLowerCase().replaceAll(/\W+/g, '_')}\``));

/** The row of a field. Of a top-level collection, those of the fields inside it. */
function describe(field: Property, fields: readonly FormField[], outside: readonly Property[] = []): Row[] {
	const path = [...outside, field];
	const fullLabel = path.map(({ displayName }) => displayName).join(' › ');
	const inside = (field.options ?? []).flatMap((option) => {
		if (isGroup(option)) return option.values;
		return isProperty(option) ? [option] : [];
	});
	const inner = inside.flatMap((one) => describe(one, fields, path));
	if (field.type === 'collection' && outside.length === 0) return inner;
	const elements =
		field.type === 'fixedCollection'
			? commonElements(fields.filter(({ label }) => label.startsWith(`${fullLabel} › `)))
			: fields.filter(({ label }) => label === fullLabel).flatMap((found) => found.elements);
	const collection = path[0]?.type === 'collection' ? path[0].displayName : '';
	const isInner = path.length > (collection === '' ? 1 : 2);
	const choices = choicesOf(field);
	const description = (field.description ?? field.hint ?? '').replaceAll(REPEATED, '').trim();
	// The others only the form explains.
	const isExplained = !isInner && field.type !== 'json' && ['', 'Options'].includes(collection);
	const row: Row = {
		label: field.displayName,
		...{ collection, inner, isRequired: field.required === true },
		isBroughtAlong: Object.keys(field.displayOptions?.show ?? {}).length > 0,
		choices: isExplained || isInner ? choices : '',
		sentAs: inCode([...new Set(elements)]),
		hint: isExplained ? moreThanName(description, choices === '' ? FEW_WORDS : FEW_BEFORE_CHOICES) : '',
	};
	return [row];
}

// A set of fields is sent as their common element.
const commonElements = (inner: readonly FormField[]): string[] => [
	...new Set(inner.flatMap(({ elements }) => elements).map((element) => element.replace(/\/[^/]*$/, ''))),
];

// What the index says once.
const REPEATED =
	/<[^>]*>|(?:^|(?<=\.) )(?:Choose from the list, or specify|From the list, or by) .*$| \(YYYY-MM-DD\)|, such as \d(?:[\d.]*\d)?(?=\.?(?: |$))|(?:^|(?<=\.) )(?:For|To) [^.]*, use an expression\.?/g;

/** A first sentence with so few words says the name again, with a few more before choices, unless it looks like a fact. */
const FEW_WORDS = 8;
const FEW_BEFORE_CHOICES = 12;
const FACT = /^(?:Becomes|Defaults|Required|The service|Up to)\b|,(?! (?:as shown|or|such as)\b)/;

/** The description of a field without what its name and its choices say. */
function moreThanName(text: string, few: number): string {
	const [first = '', ...others] = text.split(/(?<=\.) /);
	const isName = first.split(' ').length <= few && !FACT.test(first);
	const isReferredTo = /\b(?:one|they)\b/.test(others.join(' '));
	return [...(isName && !isReferredTo ? [] : [first]), ...others].join(' ');
}

/** More choices than these only the form shows. */
const MOST_CHOICES = 6;

/** The choices of a field; '' if it has none, or many. */
function choicesOf({ type, open, options = [] }: Property): string {
	const names = options.flatMap((option) => ('value' in option ? option.name : []));
	if (names.length === 0 || names.length > MOST_CHOICES) return '';
	return `${type === 'multiOptions' ? 'several of ' : ''}${names.join(', ')}${open === true ? ' …' : ''}`;
}

const isSame = (one: Row, other: Row): boolean =>
	(['label', 'choices', 'sentAs', 'hint'] as const).every((part) => one[part] === other[part]);

/** Fields of several operations as a list, each once. */
const listOf = (rows: readonly Row[]): string[] =>
	merged(rows)
		.sort((one, other) => one.label.localeCompare(other.label))
		.flatMap((row) => bulletsOf(row));

/** One row for fields of one name, with the longest texts. */
function merged(rows: readonly Row[]): Row[] {
	const longest = (texts: readonly string[]) =>
		texts.reduce((one, other) => (other.length > one.length ? other : one));
	return [...groupBy(rows, ({ label }) => label).values()].map((same) => ({
		...same[0],
		inner: merged(same.flatMap(({ inner }) => inner)),
		isRequired: same.every(({ isRequired }) => isRequired),
		choices: longest(same.map(({ choices }) => choices)),
		sentAs: [...new Set(same.flatMap(({ sentAs }) => sentAs.split(', ')))].filter(Boolean).join(', '),
		hint: longest(same.map(({ hint }) => hint)),
	}));
}
