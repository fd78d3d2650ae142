import type { INodeParameters } from 'n8n-workflow';
import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { isGroup, isProperty, type Property } from '../../../nodes/XmlBilling/descriptions/property';
import { triggerForm } from '../../../nodes/XmlBilling/trigger/form';
import { withoutRepeats } from '../../../tools/forms.mts';
import { byId, containing, useBilling } from '../billing.mts';

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

/**
 * Fields that say something although nothing is in them. Whoever adds a tax or a charge means to bill it, a budget belongs to a
 * billing method, and a blank billing address means none.
 */
const STOPS: Readonly<Record<string, string>> = {
	'Additional Charges': 'Charge Amount is required and was left empty',
	'Billing Method': 'Budget is required',
	'Custom Tax': 'Tax is custom and has no name',
};

const OPERATIONS = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations
		.map((operation) => ({ resource: String(resource), operation, places: placesOf(operation.properties) }))
		.filter(({ places }) => places.length > 0),
);

test.each(OPERATIONS)(
	'$resource > $operation.option.name does the same with a field that was added and left alone',
	async ({ resource, operation, places }) => {
		const form = places.reduce<INodeParameters>(
			(fields, place) => ({ ...fields, ...place.with({}) }),
			filled(operation.properties),
		);
		async function run(more: INodeParameters) {
			const sent = billing.methods().length;
			const name = String(operation.option.value);
			const { outputs, error } = await billing.run(resource, name, { ...form, ...more });
			return {
				error: error?.message,
				items: outputs[0]?.map(({ json }) => json),
				methods: billing.methods().slice(sent),
			};
		}
		for (const place of places) {
			const without = await run(place.with({}));
			for (const field of place.fields.filter(({ name }) => !name.startsWith('preview'))) {
				const label = `${place.label} › ${field.displayName}`;
				const { error, ...others } = await run(place.with({ [field.name]: field.default }));
				const stop = STOPS[field.displayName];
				if (stop !== undefined && error !== without.error) {
					expect({ label, error }).toEqual({ label, error: containing(stop) });
					continue;
				}
				expect({ label, error }).toEqual({ label, error: without.error });
				if (field.displayName === 'Billing Address') continue;
				if (isNothing(field)) expect({ label, error, ...others }).toEqual({ label, ...without });
			}
		}
	},
);

test.each(placesOf(triggerForm).flatMap((place) => place.fields.map((field) => ({ place, field }))))(
	'The trigger polls with $place.label › $field.displayName added and left alone',
	async ({ place, field }) => {
		const trigger = engine.trigger({
			credential: billing.credential(),
			parameters: { events: ['invoiceCreated'], ...place.with({ [field.name]: field.default }) },
		});
		expect(await trigger.poll()).toBeNull();
	},
);
