import { XmlBillingApi } from '../../credentials/XmlBillingApi.credentials';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import type { Operation } from '../../nodes/XmlBilling/execution/operation';
import { isGroup, isProperty, type Property } from '../../nodes/XmlBilling/descriptions/property';
import { EVENTS } from '../../nodes/XmlBilling/trigger/events/events';
import { triggerForm } from '../../nodes/XmlBilling/trigger/form';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import { XmlBillingTrigger } from '../../nodes/XmlBilling/XmlBillingTrigger.node';
import { schemaOf } from '../../tools/schemas.mts';

/**
 * A field as workflows store it, and each field inside it on a line of its own: its path, its type, its choices, and its
 * default, which workflows don't store.
 */
function describeField({ name, type, default: fallback, options = [], modes = [] }: Property): string[] {
	const inside = options.flatMap((option) => {
		if (isGroup(option)) return option.values.flatMap(describeField).map((line) => `${option.name}/${line}`);
		return isProperty(option) ? describeField(option) : [];
	});
	const choices = [...options.filter((option) => !isGroup(option) && !isProperty(option)), ...modes].map(
		(choice) => String('value' in choice ? choice.value : choice.name),
	);
	const chosen = choices.length === 0 ? '' : ` {${choices.join(' ')}}`;
	return [
		`${name}: ${type}${chosen} = ${JSON.stringify(fallback)}`,
		...inside.map((line) => `${name}/${line}`),
	];
}

const describeForm = (fields: readonly Property[]): string[] => fields.flatMap(describeField);

/** The fields of an output, each once: with how it is shown if not in both ways. */
function describeOutput(operation: Operation): string[] {
	const [simplified, raw] = [true, false].map((isSimplified) =>
		Object.keys(schemaOf(operation, isSimplified).properties ?? {}),
	) as [string[], string[]]; // one for each
	return [
		...simplified.map((name) => (raw.includes(name) ? name : `${name} (simplified)`)),
		...raw.filter((name) => !simplified.includes(name)).map((name) => `${name} (raw)`),
	];
}

test('workflows that exist keep their meaning', () => {
	const operations = RESOURCES.flatMap(({ option: { value }, operations: all }) =>
		all.map((operation): [string, object] => [
			`${value}/${operation.option.value}`,
			{
				parameters: describeForm(operation.properties),
				output: describeOutput(operation),
			},
		]),
	);
	const { name, version } = new XmlBilling().description;
	const trigger = new XmlBillingTrigger().description;
	const credential = new XmlBillingApi();
	expect({
		nodes: [`${name} ${String(version)}`, `${trigger.name} ${String(trigger.version)}`],
		credential: [credential.name, ...describeForm(credential.properties)],
		trigger: describeForm(triggerForm),
		events: Object.keys(EVENTS),
		operations: Object.fromEntries(operations),
	}).toMatchSnapshot();
});
