import type { INodeParameters } from 'n8n-workflow';
import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { isGroup, isProperty, type Property } from '../../../nodes/XmlBilling/descriptions/property';
import { triggerForm } from '../../../nodes/XmlBilling/trigger/form';
import { withoutRepeats } from '../../../tools/forms.mts';
import { byId, useBilling } from '../billing.mts';

// Whoever adds a field and leaves it alone leaves its default in the workflow, as n8n stores it.
const billing = useBilling();

/** A set of fields, and the form with some of them added. */
interface Place {
	readonly label: string;
	readonly fields: readonly Property[];
	readonly with: (added: INodeParameters) => INodeParameters;
}

/** Nothing is written, so that all fields of an operation can be tried on the same records. */
const PREVIEW: INodeParameters = { preview: true };

/** The sets of fields in a form, those in rows included. */
const placesOf = (properties: readonly Property[]): Place[] =>
	withoutRepeats(properties).flatMap((property): Place[] => {
		const { name, displayName, type, options = [] } = property;
		if (type === 'collection') {
			const fields = options.filter(isProperty);
			const others = fields.some((field) => field.name === 'preview') ? PREVIEW : {};
			return [{ label: displayName, fields, with: (added) => ({ [name]: { ...others, ...added } }) }];
		}
		if (type !== 'fixedCollection') return [];
		return options.filter(isGroup).flatMap(({ name: group, values }) =>
			values
				.filter((set) => set.type === 'collection')
				.map((set): Place => ({
					label: `${displayName} › ${set.displayName}`,
					fields: (set.options ?? []).filter(isProperty),
					with: (added) => ({ [name]: { [group]: [{ ...filled(values), [set.name]: added }] } }),
				})),
		);
	});

/** Values for the fields that a form needs. */
const filled = (fields: readonly Property[]): INodeParameters =>
	Object.fromEntries(fields.filter(isNeeded).map((field) => [field.name, valueFor(field)]));

const isNeeded = ({ name, required }: Property): boolean =>
	required === true || ['name', 'unitCost', 'id', 'invoiceItemId'].includes(name);

function valueFor({ type, default: preferred }: Property): INodeParameters[string] {
	if (type === 'resourceLocator') return byId(1);
	if (type === 'dateTime') return '2026-01-01';
	return typeof preferred === 'string' && preferred !== '' ? preferred : '1';
}

/** Whether a default says nothing. A switch or a dropdown may begin with a choice. */
const isNothing = ({ type, default: preferred }: Property): boolean =>
	type === 'resourceLocator' || ['""', '[]', '{}'].includes(JSON.stringify(preferred));

/** Whoever adds a tax or a charge means to bill it, a budget belongs to a billing method, and a blank address means none. */
const MEANT = ['Additional Charges', 'Billing Address', 'Billing Method', 'Custom Tax'];

/** A form with a set of fields of which all that say nothing were added. */
const withAll = ({ fields, with: add }: Place): INodeParameters =>
	add(
		Object.fromEntries(
			fields
				.filter((field) => isNothing(field) && !MEANT.includes(field.displayName))
				.map(({ name, default: preferred }) => [name, preferred]),
		),
	);

const OPERATIONS = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations
		.map((operation) => ({ resource: String(resource), operation, places: placesOf(operation.properties) }))
		.filter(({ places }) => places.length > 0),
);

test.each(OPERATIONS)(
	'$resource > $operation.option.name does the same with fields that were added and left alone, and a preview writes nothing',
	async ({ resource, operation: { option, properties }, places }) => {
		async function run(placeIn: (place: Place) => INodeParameters) {
			const sent = billing.methods().length;
			const form = Object.assign(filled(properties), ...places.map(placeIn)) as INodeParameters; // of their parts
			const { outputs, error } = await billing.run(resource, String(option.value), form);
			const items = outputs[0]?.map(({ json }) => json);
			return { error: error?.message, items, methods: billing.methods().slice(sent) };
		}
		expect(await run(withAll)).toEqual(await run((place) => place.with({})));
		expect(billing.writes()).toEqual([]);
	},
);

test('The trigger polls with fields that were added and left alone', async () => {
	const parameters = Object.assign(
		{ events: ['invoiceCreated'] },
		...placesOf(triggerForm).map(withAll),
	) as INodeParameters; // of its parts
	const trigger = engine.trigger({ credential: billing.credential(), parameters });
	expect(await trigger.poll()).toBeNull();
});
