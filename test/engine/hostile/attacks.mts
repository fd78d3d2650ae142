import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ENTRY, type FormField } from '../../../tools/forms.mts';
import { fillVariants, type Filled, type Way } from '../fill.mts';
import { EXPRESSION } from './values.mts';

/** One form field that takes its value from the input item, while all others have proper values. */
export interface Attack {
	readonly field: FormField;
	/** The mode of a resource locator. */
	readonly mode?: string;
	/** The labels of the field as its user sees them, from outside in. */
	readonly labels: readonly string[];
	readonly parameters: INodeParameters;
	/** A value that the field accepts, and the texts that its elements must have then. */
	readonly proper: { value: unknown; texts: readonly string[] };
	/** The input item with the field's value. */
	itemOf(value: unknown, made?: string): IDataObject;
}

/** A value in the body of a custom request, which its user writes alone. */
export const BODY_ATTACK: Attack = {
	field: {
		field: { displayName: 'notes', name: 'bodyValue', type: 'string', default: '' },
		label: 'notes',
		names: ['requestBody'],
		elements: ['notes'],
		conditions: [],
	},
	labels: ['notes'],
	parameters: {
		requestMethod: 'sendInvoiceMail',
		requestBody: '={{ ({ invoice_id: 4, notes: $json.value }) }}',
	},
	proper: { value: 'x', texts: ['x'] },
	itemOf: (value) => plain({ value }),
};

/** All ways to attack the fields of a form: each field once, in each mode. */
export function attacksOn(
	fields: readonly FormField[],
	waysOf: (field: FormField) => readonly Way[],
): Attack[] {
	const variants = fillVariants(fields, { items: 1, entries: 1, waysOf });
	const attacks = new Map<string, Attack>();
	for (const variant of variants) {
		for (const field of fields) {
			const attack = attackOn(field, variant);
			// A field may have another label for another choice.
			const isRenamed = fields.some(
				({ names, label }) => names.join() === field.names.join() && label !== field.label,
			);
			if (attack === undefined || (isRenamed && !isShown(field, attack.parameters))) continue;
			const key = JSON.stringify([attack.labels, attack.mode]);
			if (!attacks.has(key)) attacks.set(key, attack);
		}
	}
	return [...attacks.values()];
}

function attackOn(
	field: FormField,
	{ parameters, items: [item = {}], expected }: Filled,
): Attack | undefined {
	const steps = stepsOf(field.names);
	const isJson = parameters['linesFrom'] === 'json';
	if (isJson && steps[0] === 'lineItems') return undefined;
	const labels = field.label.split(' › ');
	const written = field.elements.map((element) => expected[0]?.get(element) ?? []);
	const texts = written.length === 1 ? written.flat() : written.map(([text = '']) => text);
	const form = structuredClone(literal(parameters, item)) as INodeParameters; // form values and plain values
	if (isJson) form['linesJson'] = JSON.stringify(at(item, ['lines']));
	const given = at(item, steps);
	// Filters for all unbilled ones have no effect where entries are chosen.
	if (/^(filters|until|timeTax)/.test(steps[0] ?? '') && 'timeEntries' in form !== 'expenses' in form) {
		form['entriesFrom'] = 'all';
		delete form['expenses'];
		delete form['timeEntries'];
	}
	if (given === undefined && (field.names.includes(ENTRY) || !isShown(field, form))) return undefined;
	// A second tax is offered only together with a first one.
	const isSecondTax = /^(timeTax|tax)2$/.test(steps[0] ?? '');
	if (isSecondTax) form[`${steps[0]?.slice(0, -1)}1`] = 1;
	const present = at(parameters, steps);
	const mode = isLocator(present) ? present.mode : field.field.type === 'resourceLocator' ? 'id' : undefined;
	put(form, steps, mode === undefined ? EXPRESSION : { __rl: true, mode, value: EXPRESSION });
	return {
		field,
		...(mode === undefined ? {} : { mode }),
		labels,
		parameters: form,
		proper: { value: given, texts },
		itemOf: (value, made) => plain({ value, ...(made === undefined ? {} : { made }) }),
	};
}

// Items are plain values, and hostile ones on purpose.
const plain = (item: object): IDataObject => ({ ...item });

/** The names that lead to a field of the first entry of a repeatable group. */
const stepsOf = (names: readonly string[]): string[] => names.map((name) => (name === ENTRY ? '0' : name));

/** Whether the values of a form show a field. */
const isShown = ({ conditions }: FormField, form: object): boolean =>
	conditions.every(({ names, values }) => {
		const present = at(form, stepsOf(names));
		return present === undefined
			? values.some((value) => DEFAULTS.includes(value))
			: values.includes(present);
	});

// Values of dropdowns and switches that show fields, left at their defaults.
const DEFAULTS: readonly unknown[] = [false, 'form', 'all', 'Fixed'];

/** The parameters with the values of the item in place of the expressions over it. */
function literal(parameters: unknown, item: unknown): unknown {
	if (typeof parameters === 'string') return parameters.startsWith('={{ $json[') ? item : parameters;
	if (Array.isArray(parameters))
		return parameters.map((one, index) => literal(one, at(item, [String(index)])));
	if (isLocator(parameters))
		return {
			...parameters,
			value: literal(parameters.value, item),
			cachedResultName: 'As its list shows it',
		};
	return Object.fromEntries(
		Object.entries(parameters ?? {}).map(([name, inner]) => [name, literal(inner, at(item, [name]))]),
	);
}

const isLocator = (value: unknown): value is { __rl: true; mode: string; value: unknown } =>
	typeof value === 'object' && value !== null && '__rl' in value;

const at = (value: unknown, steps: readonly string[]): unknown =>
	steps.reduce<unknown>(
		(found, step) =>
			typeof found === 'object' && found !== null ? new Map(Object.entries(found)).get(step) : undefined,
		value,
	);

function put(target: object, [name = '', ...rest]: readonly string[], value: unknown): void {
	const present = at(target, [name]);
	const inner = rest.length > 0 && (typeof present !== 'object' || present === null) ? {} : present;
	Object.assign(target, { [name]: rest.length > 0 ? inner : value });
	if (rest.length > 0 && typeof inner === 'object' && inner !== null) put(inner, rest, value);
}
