import { XmlBillingApi } from '../../credentials/XmlBillingApi.credentials';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import type { Operation } from '../../nodes/XmlBilling/execution/operation';
import { groupBy } from '../../nodes/XmlBilling/helpers/GenericFunctions';
import { isGroup, isProperty, type Property } from '../../nodes/XmlBilling/descriptions/property';
import { EVENTS } from '../../nodes/XmlBilling/trigger/events/events';
import { triggerForm } from '../../nodes/XmlBilling/trigger/form';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import { XmlBillingTrigger } from '../../nodes/XmlBilling/XmlBillingTrigger.node';
import { schemaOf } from '../../tools/schemas.mts';

interface Line {
	name: string;
	/** Its type, its choices, and its default, which workflows don't store. */
	definition: string;
	inside: Line[];
}

/** A field as workflows store it, and the fields inside it. */
function describeField({ name, type, default: fallback, options = [], modes = [] }: Property): Line {
	const inside = options.flatMap((option) => {
		if (isGroup(option)) return option.values.map(describeField);
		return isProperty(option) ? [describeField(option)] : [];
	});
	const groups = options.filter(isGroup).map((group) => `${group.name}/`);
	const choices = [...options.filter((option) => !isGroup(option) && !isProperty(option)), ...modes].map(
		(choice) => String('value' in choice ? choice.value : choice.name),
	);
	const all = [...groups, ...choices].join(' ');
	const chosen = all === '' ? '' : ` {${all}}`;
	return { name, definition: `${name}: ${type}${chosen} = ${JSON.stringify(fallback)}`, inside };
}

const withInside = (line: Line): Line[] => [line, ...line.inside.flatMap(withInside)];

const forms = new Map([
	...RESOURCES.flatMap(({ option: { value }, operations }) =>
		operations.map((operation): [string, Line[]] => [
			`${value}/${operation.option.value}`,
			operation.properties.map(describeField),
		]),
	),
	['trigger', triggerForm.map(describeField)],
	['credential', new XmlBillingApi().properties.map(describeField)],
]);

/** How most forms define the field of a name, which stands once above them all. */
const usual = new Map(
	[...groupBy([...forms.values()].flat().flatMap(withInside), ({ name }) => name)].map(([name, fields]) => {
		const uses = [...groupBy(fields, ({ definition }) => definition)];
		const [mostUsed] = uses.toSorted(([, one], [, other]) => other.length - one.length);
		return [name, mostUsed?.[0]];
	}),
);

/** The names of fields, a line for each collection of them. One that is not as usual comes with its own. */
function describeFields(fields: readonly Line[], path = ''): string[] {
	const own = fields.filter(({ name, definition }) => definition !== usual.get(name));
	return [
		`  ${path || 'fields'}: ${fields.map(({ name }) => name).join(' ')}`,
		...own.map(({ definition }) => `  ${path}${definition}`),
		...fields.flatMap(({ name, inside }) =>
			inside.length === 0 ? [] : describeFields(inside, `${path}${name}/`),
		),
	];
}

/** The fields of an output, each once: with how it is shown if not in both ways. */
function describeOutput(operation: Operation): string {
	const [simplified, raw] = [true, false].map((isSimplified) =>
		Object.keys(schemaOf(operation, isSimplified).properties ?? {}),
	) as [string[], string[]]; // one for each
	const onlySimplified = simplified.filter((name) => !raw.includes(name));
	const onlyRaw = raw.filter((name) => !simplified.includes(name));
	const only = (how: string, names: string[]) =>
		names.length === 0 ? '' : `; only ${how}: ${names.join(' ')}`;
	return `  output: ${simplified.join(' ')}${only('simplified', onlySimplified)}${only('raw', onlyRaw)}`;
}

test('workflows that exist keep their meaning', () => {
	const outputs = new Map(
		RESOURCES.flatMap(({ option: { value }, operations }) =>
			operations.map((operation) => [`${value}/${operation.option.value}`, describeOutput(operation)]),
		),
	);
	const { name, version } = new XmlBilling().description;
	const trigger = new XmlBillingTrigger().description;
	const lines = [
		`nodes: ${name} ${String(version)}, ${trigger.name} ${String(trigger.version)}`,
		`credential: ${new XmlBillingApi().name}`,
		`events: ${Object.keys(EVENTS).join(' ')}`,
		'',
		'Fields, as most forms define them:',
		...[...usual.values()].toSorted(),
		...[...forms].flatMap(([form, fields]) => [form, ...describeFields(fields), outputs.get(form) ?? '']),
	];
	expect(lines.join('\n')).toMatchSnapshot();
});
