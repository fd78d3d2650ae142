import { XmlBillingApi } from '../../credentials/XmlBillingApi.credentials';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { isGroup, isProperty, type Property } from '../../nodes/XmlBilling/forms/property';
import { EVENTS } from '../../nodes/XmlBilling/trigger/events/events';
import { triggerForm } from '../../nodes/XmlBilling/trigger/form';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import { XmlBillingTrigger } from '../../nodes/XmlBilling/XmlBillingTrigger.node';
import { schemaOf } from '../../tools/schemas.mts';

/** A field as workflows store it: its name, its choices or fields, and its default, which workflows don't store. */
function describeField({ name, type, default: fallback, options = [], modes = [] }: Property): string {
	const inside = options.map((option) => {
		if (isGroup(option)) return `${option.name}[${option.values.map(describeField).join(' ')}]`;
		return isProperty(option) ? describeField(option) : String(option.value);
	});
	const all = [...inside, ...modes.map((mode) => mode.name)];
	return `${name}:${type}${all.length === 0 ? '' : `{${all.join(' ')}}`}=${JSON.stringify(fallback)}`;
}

const describeForm = (fields: readonly Property[]): string[] => fields.map(describeField);

test('workflows that exist keep their meaning', () => {
	const operations = RESOURCES.flatMap(({ option: { value }, operations: all }) =>
		all.map((operation): [string, object] => [
			`${value}/${operation.option.value}`,
			{
				parameters: describeForm(operation.properties),
				simplified: Object.keys(schemaOf(operation, true).properties ?? {}).join(' '),
				raw: Object.keys(schemaOf(operation, false).properties ?? {}).join(' '),
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
