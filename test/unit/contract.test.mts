import { XmlBillingApi } from '../../credentials/XmlBillingApi.credentials';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import type { Operation } from '../../nodes/XmlBilling/execution/operation';
import { groupBy } from '../../nodes/XmlBilling/helpers/GenericFunctions';
import { isProperty, type Property } from '../../nodes/XmlBilling/descriptions/property';
import { EVENTS } from '../../nodes/XmlBilling/trigger/events/events';
import { triggerForm } from '../../nodes/XmlBilling/trigger/form';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import { XmlBillingTrigger } from '../../nodes/XmlBilling/XmlBillingTrigger.node';
import { schemaOf } from '../../tools/schemas.mts';
import { fieldsIn } from './fields.mts';

interface Field {
	name: string;
	/** Its form, and the fields around it. */
	place: string;
	/** Its type, its choices or groups, and its default, which workflows don't store. */
	definition: string;
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted().join(' ');

/** The names of fields; that of a collection with those inside it. */
const listed = (fields: readonly Property[]): string =>
	sorted(
		fields.map((field) =>
			field.type === 'collection' ? `${field.name}(${listed(fieldsIn(field))})` : field.name,
		),
	);

/** A field as workflows store it, and those inside it. */
function describeField(place: string, field: Property): Field[] {
	const { name, type, default: fallback, options = [], modes = [] } = field;
	const choices = [...options.filter((option) => !isProperty(option)), ...modes].map((choice) => {
		if ('values' in choice) return `${choice.name}(${listed(choice.values)})`;
		return 'value' in choice ? String(choice.value) : choice.name;
	});
	const chosen = choices.length === 0 ? '' : ` {${choices.join(' ')}}`;
	const definition = `${type}${chosen} = ${JSON.stringify(fallback)}`;
	const inside = fieldsIn(field).flatMap((one) => describeField(`${place}/${name}`, one));
	return [{ name, place, definition }, ...inside];
}

/** The names in an output, with the way of showing it that alone has one. */
function namesIn(operation: Operation): string[] {
	const [simplified, raw] = [true, false].map((isSimplified) =>
		Object.keys(schemaOf(operation, isSimplified).properties ?? {}),
	) as [string[], string[]]; // one for each
	return [
		...raw.map((name) => (simplified.includes(name) ? name : `raw:${name}`)),
		...simplified.filter((name) => !raw.includes(name)).map((name) => `simplified:${name}`),
	];
}

/** The names in an output; of those that the resource's Get returns, too, only that. */
function describeOutput(operation: Operation, operations: readonly Operation[]): string {
	const names = namesIn(operation);
	const get = operations.find(
		(other) =>
			/^get(Product|Service)?$/.test(String(other.option.value)) &&
			other !== operation &&
			namesIn(other).every((name) => names.includes(name)),
	);
	if (get === undefined) return sorted(names);
	const own = names.filter((name) => !namesIn(get).includes(name));
	return ['as', String(get.option.value), ...own.toSorted()].join(' ');
}

test('workflows that exist keep their meaning', () => {
	const operations = RESOURCES.flatMap(({ option: { value }, operations: all }) =>
		all.map((operation) => ({ path: `${value}/${operation.option.value}`, operation, all })),
	);
	const forms = new Map([
		...operations.map(({ path, operation }) => [path, operation.properties] as const),
		['trigger', triggerForm],
		['credential', new XmlBillingApi().properties],
	]);
	const fields = [...forms].flatMap(([form, all]) => all.flatMap((field) => describeField(form, field)));
	// A name means the same in most forms.
	const definitions = [...groupBy(fields, ({ name }) => name).values()].map((same) =>
		[...groupBy(same, ({ definition }) => definition).values()].toSorted(
			(one, other) => other.length - one.length,
		),
	);
	const usual = definitions.flatMap(([most = []]) => most);
	const others = definitions.flatMap(([, ...rest]) => rest.flat());
	const { name, version } = new XmlBilling().description;
	const trigger = new XmlBillingTrigger().description;
	const lines = [
		`nodes: ${name} ${String(version)}, ${trigger.name} ${String(trigger.version)}`,
		`credential: ${new XmlBillingApi().name}`,
		`events: ${Object.keys(EVENTS).join(' ')}`,
		'',
		'Fields, as most forms define them:',
		...[...groupBy(usual, ({ definition }) => definition)]
			.map(([definition, same]) => `${definition}: ${sorted(same.map((field) => field.name))}`)
			.toSorted(),
		'',
		'As others define them:',
		...[...groupBy(others, (field) => `${field.name}: ${field.definition}`)]
			.map(([definition, same]) => `${definition} in ${sorted(same.map(({ place }) => place))}`)
			.toSorted(),
		'',
		'Forms:',
		...[...forms].map(([form, all]) => `${form}: ${listed(all)}`),
		'',
		'Outputs, and which operations have them:',
		...[...groupBy(operations, ({ operation, all }) => describeOutput(operation, all))].map(
			([output, same]) => `${output}: ${same.map(({ path }) => path).join(' ')}`,
		),
	];
	expect(lines.join('\n')).toMatchSnapshot();
});
