import { KINDS as LINE_KINDS } from '../nodes/XmlBilling/actions/documents/lineRules';
import type { Operation, Resource } from '../nodes/XmlBilling/engine/operation';
import { isGroup, type Property } from '../nodes/XmlBilling/engine/property';
import { fieldsOf, isRepeated, type FormField } from './forms.ts';

const HEADER = `# Operations

What each operation of the XML Billing node does, takes and returns. This page is made from the node itself: after a change to a form, run \`npm run docs\`.

- **Takes** says what a field is filled in with. Dates are days such as 2026-01-31. Decimals are plain numbers with at most two decimal places, such as 1200.50.
- **Sent as** is the element of the request that the service reads; a field without one works in the node alone.
- Every field also takes an expression.
- A write that makes or changes one record also returns \`result\` (created, updated or existing).
- Warnings are shown as hints above the output. An agent sees no hints: as its tool, the node puts them into the field \`warning\` of the record, which is text. So it does on versions of n8n without such hints. A preview lists its own in \`warnings\`.
`;

/** The reference of all operations, as Markdown. The same resources always give the same text. */
export function describeOperations(resources: readonly Resource[]): string {
	const common = commonOptions(resources);
	return [
		HEADER,
		methodTable(resources),
		describeCommon(common),
		...resources.map((resource) => describeResource(resource, common)),
	].join('\n');
}

function methodTable(resources: readonly Resource[]): string {
	const all = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({ method: operation.method, link: linkTo(resource, operation) })),
	);
	const methods = all.flatMap(({ method, link }) => (method === undefined ? [] : [[`\`${method}\``, link]]));
	const beside = all.filter(({ method }) => method === undefined).map(({ link }) => `- ${link}`);
	return [
		'## Methods of the interface\n',
		table(
			['Method', 'Operation'],
			methods.sort(([one = ''], [other = '']) => one.localeCompare(other)),
		),
		'Operations beside them, which are no method of their own:\n',
		...beside,
		'',
	].join('\n');
}

function describeResource(resource: Resource, common: ReadonlyMap<string, Property>): string {
	const operations = resource.operations.map((operation) => describeOperation(resource, operation, common));
	return [`## ${resource.option.name}\n`, ...operations].join('\n');
}

function describeOperation(
	resource: Resource,
	operation: Operation,
	common: ReadonlyMap<string, Property>,
): string {
	const { option, method, returns } = operation;
	const fields = fieldsOf(operation);
	const shared = fields.filter(({ field, label }) => common.get(label) === field);
	const rows = operation.properties.flatMap((property, index) => {
		const same = operation.properties.slice(0, index).find((other) => hasSameFields(other, property));
		const own = fields.filter((field) => field.names[0] === property.name && !shared.includes(field));
		return describeProperty(property, same === undefined ? own : [], fields, same);
	});
	return [
		`### ${titleOf(resource, operation)}\n`,
		`${option.description.replace(/\.$/, '')}.\n`,
		`- Method: ${method === undefined ? 'none of its own' : `\`${method}\``}`,
		`- Returns: ${returns}`,
		...(shared.length === 0
			? []
			: [`- [Options](#options): ${shared.map(({ field }) => field.displayName).join(', ')}`]),
		'',
		...(rows.length === 0 ? [] : [table(['Field', 'Required', 'Takes', 'Sent as', 'Hint'], rows)]),
	].join('\n');
}

/** The rows of a property: those of a set of fields follow a row that says how often it can be added. */
function describeProperty(
	property: Property,
	inner: readonly FormField[],
	fields: readonly FormField[],
	same: Property | undefined,
): string[][] {
	const rows = inner.map((field) => describeField(property, field, fields));
	if (property.type !== 'fixedCollection') return rows;
	const number = isRepeated(property) ? 'any number of entries' : 'one entry';
	const takes = same === undefined ? number : `${number} with the fields of ${same.displayName}`;
	const condition = conditionsOf(property.displayOptions?.show ?? {}, fields);
	return [[property.displayName, requiredText(property), takes, '', hint(property, condition)], ...rows];
}

function describeField(
	property: Property,
	{ field, label, names, elements, conditions }: FormField,
	fields: readonly FormField[],
): string[] {
	// What a set of fields is shown for stands in its own row.
	const own = conditions.filter(
		(condition) => property.type !== 'fixedCollection' || condition.names.length === names.length,
	);
	const shown = Object.fromEntries(own.map((condition) => [condition.names.at(-1) ?? '', condition.values]));
	return [
		label,
		requiredText(field),
		takesOf(field, elements),
		elements.map((element) => `\`${element}\``).join(', '),
		hint(field, conditionsOf(shown, fields)),
	];
}

/** What a field is filled in with. */
function takesOf(field: Property, elements: readonly string[]): string {
	const { type, typeOptions, modes = [], options = [] } = field;
	const choices = options.flatMap((option) => ('value' in option ? option.name : []));
	if (type === 'resourceLocator')
		return modes.map(({ displayName }) => displayName.toLowerCase().replace(' id', ' ID')).join(', ');
	if (type === 'multiOptions')
		return choices.length > 0 ? `several of: ${choices.join(', ')}` : 'several from the list, or their IDs';
	if (typeOptions?.loadOptionsMethod !== undefined) return 'one from the list, or its ID';
	if (choices.length > 0)
		return `${choices.join(', ')}${field.open === true ? ', or another value by an expression' : ''}`;
	return KIND_TEXTS[kindOf(field, elements)] ?? 'text';
}

const KIND_TEXTS: Readonly<Record<string, string>> = {
	boolean: 'on or off',
	date: 'date',
	dateTime: 'date',
	decimal: 'decimal',
	identifier: 'ID',
	identifiers: 'IDs',
	integer: 'whole number',
	json: 'JSON',
	notNegativeDecimal: 'decimal, 0 or more',
	number: 'number',
	positiveDecimal: 'decimal above 0',
};

// Lines are checked by their own rules (§4.2).
function kindOf({ kind, type }: Property, [element = '']: readonly string[]): string {
	const line = /^(?:items|time_entries|expenses)\/\w+\/(\w+)$/.exec(element)?.[1] ?? '';
	return kind ?? new Map<string, string>(Object.entries(LINE_KINDS)).get(line) ?? type;
}

const requiredText = ({ required }: Property): string => (required === true ? 'yes' : '');

function hint({ description = '' }: Property, condition: string): string {
	const text = description.replaceAll(/<[^>]*>/g, '');
	return [condition, text].filter((part) => part !== '').join(' ');
}

/** When a field is shown, in the words of the form. */
function conditionsOf(show: object, fields: readonly FormField[]): string {
	const parts = Object.entries(show).map(([name, values]: [string, unknown]) => {
		const { field } = fields.find(({ names }) => names.at(-1) === name.replace(/^\//, '')) ?? {};
		const texts = (Array.isArray(values) ? values : []).map((value) => choiceName(field, value));
		return `${field?.displayName ?? name} is ${texts.join(' or ')}`;
	});
	return parts.length === 0 ? '' : `(When ${parts.join(' and ')}.)`;
}

function choiceName(field: Property | undefined, value: unknown): string {
	const choice = field?.options?.find((option) => 'value' in option && option.value === value);
	if (choice !== undefined && 'value' in choice) return choice.name;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	// Taxes are loaded from the service, but for this choice.
	return value === 'custom' ? 'Custom' : String(value);
}

/** The options that work in the node alone and are the same for several resources, by their labels. */
function commonOptions(resources: readonly Resource[]): Map<string, Property> {
	const options = resources.flatMap((resource) =>
		resource.operations
			.flatMap(fieldsOf)
			.filter(({ names: [top], elements }) => top === 'options' && elements.length === 0)
			.map(({ label, field }) => ({ resource, label, field })),
	);
	const common = options.filter((option) =>
		options.some(({ resource, field }) => field === option.field && resource !== option.resource),
	);
	const sorted = common.sort((one, other) => one.label.localeCompare(other.label));
	return new Map(sorted.map(({ label, field }) => [label, field]));
}

function describeCommon(common: ReadonlyMap<string, Property>): string {
	const rows = [...common.values()].map((field) => [field.displayName, takesOf(field, []), hint(field, '')]);
	return [
		'## Options\n',
		'What many operations have under Options:\n',
		table(['Option', 'Takes', 'Hint'], rows),
	].join('\n');
}

function hasSameFields(one: Property, other: Property): boolean {
	const [first, second] = [one, other].map(({ options = [] }) => options.filter(isGroup));
	return (
		first !== undefined &&
		second !== undefined &&
		first.length > 0 &&
		JSON.stringify(first) === JSON.stringify(second)
	);
}

const titleOf = ({ option }: Resource, operation: Operation): string =>
	`${option.name}: ${operation.option.name}`;

function linkTo(resource: Resource, operation: Operation): string {
	const title = titleOf(resource, operation);
	return `[${title}](#${title
		.toLowerCase()
		.replaceAll(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-')})`;
}

function table(header: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(header), line(header.map(() => '---')), ...rows.map(line), ''].join('\n');
}
