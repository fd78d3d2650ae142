import type { INodeParameters } from 'n8n-workflow';
import { elementsAt } from '../../../../sandbox/index.mts';
import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();
// Otherwise, a change of a line would have to repeat its taxes.
beforeEach(() => {
	billing.sandbox.change('recurring', 2, { total_tax: '0.00' });
	for (const { id } of billing.linesOf('recurring', 2))
		billing.sandbox.change('line', id, { tax1_percent: '0.00', tax2_percent: '0.00' });
});

/** The placeholders that the vendor fills in on each invoice, in a text that must arrive unchanged. */
const TEXT = 'Hosting for {{month}} {{year}}, then {{quarter+1}}';
/** The spelling that the fields recommend where n8n evaluates expressions. */
const ESCAPED = TEXT.replaceAll('{{', "{{ '{{' }}");

const rows = (line: INodeParameters) => ({
	lineItems: { line: [{ name: 'Hosting', unitCost: '20', ...line }] },
});
const client = { clientId: byId(1) };
const DESCRIPTION = 'items/item/description';
const profile = { recurringId: byId(2) };

/** The fields of recurring profiles with the vendor's placeholders, and their elements. */
const FIELDS: ReadonlyArray<
	readonly [label: string, operation: string, (text: string) => INodeParameters, element: string]
> = [
	[
		'Additional Fields › Notes',
		'create',
		(notes) => ({ ...client, ...rows({}), additionalFields: { notes } }),
		'notes',
	],
	[
		'Additional Fields › Terms',
		'create',
		(terms) => ({ ...client, ...rows({}), additionalFields: { terms } }),
		'terms',
	],
	[
		'Lines › 1 › Additional Fields › Description',
		'create',
		(description) => ({ ...client, ...rows({ additionalFields: { description } }) }),
		DESCRIPTION,
	],
	['Update Fields › Notes', 'update', (notes) => ({ ...profile, updateFields: { notes } }), 'notes'],
	['Update Fields › Terms', 'update', (terms) => ({ ...profile, updateFields: { terms } }), 'terms'],
	[
		'Lines › 1 › Additional Fields › Description',
		'update',
		(description) => ({ ...profile, linesFrom: 'form', ...rows({ additionalFields: { description } }) }),
		DESCRIPTION,
	],
	[
		'Lines › 1 › Additional Fields › Description',
		'addItems',
		(description) => ({ ...profile, ...rows({ additionalFields: { description } }) }),
		DESCRIPTION,
	],
	[
		'Lines › 1 › Changes › Description',
		'updateItems',
		(description) => {
			const [line] = billing.linesOf('recurring', 2);
			const change = { recurringItemId: String(line?.id), changes: { description } };
			return { ...profile, lineItems: { line: [change] } };
		},
		DESCRIPTION,
	],
];

/** The texts of an element in all write requests. */
const textsOf = (element: string): string[] =>
	billing.sandbox.requests
		.filter(({ method }) => billing.writes().includes(method))
		.flatMap(({ request }) => (request === undefined ? [] : elementsAt(request, element)))
		.map(({ text }) => text);

const CORRECT = 'Nothing was sent. Correct the field and run the node again.';
const refusal = (label: string, placeholder: string) =>
	`${label} has {{${placeholder}}} as an expression, which evaluates to nothing; use Fixed, or write it as {{ '{{' }}${placeholder}}} ${CORRECT}`;

/** Expressions that n8n would evaluate to nothing, with their contents. */
const EVALUATED = [
	['{{month}}', 'month'],
	['Hosting for {{ Year }}', 'Year'],
	['{{ $json.text }} {{quarter + 1}}', 'quarter + 1'],
] as const;

describe.each(FIELDS)('%s of %s', (label, operation, parameters, element) => {
	it('arrives unchanged from Fixed, from an input item, and from the expression that the field names', async () => {
		for (const text of [TEXT, '={{ $json.text }}', `=${ESCAPED}`])
			await billing.outputOf('recurringProfile', operation, parameters(text), { items: [{ text: TEXT }] });
		expect(textsOf(element)).toEqual([TEXT, TEXT, TEXT]);
	});

	it.each(EVALUATED)('is refused as the expression %s', async (text, placeholder) => {
		const message = await billing.errorOf('recurringProfile', operation, parameters(`=${text}`));
		expect(message).toBe(refusal(label, placeholder));
		expect(billing.writes()).toEqual([]);
	});
});

describe.each([
	['create', client, '{ "name": "Hosting", "unit_cost": 20'],
	['addItems', profile, '{ "name": "Hosting", "unit_cost": 20'],
	['updateItems', profile, '{ "recurring_item_id": "FIRST"'],
])('Lines (JSON) of %s', (operation, target, start) => {
	const parameters = (text: string) => {
		const [line] = billing.linesOf('recurring', 2);
		const linesJson = `${start.replace('"FIRST"', String(line?.id))}, "description": "${text}" }`;
		return { ...target, linesFrom: 'json', linesJson };
	};
	const withExpression = (text: string) => {
		const { linesJson, ...others } = parameters(text);
		return { ...others, linesJson: `=${linesJson}` };
	};

	it('placeholders in lines as JSON arrive unchanged', async () => {
		for (const given of [parameters(TEXT), withExpression(ESCAPED)])
			await billing.outputOf('recurringProfile', operation, given);
		expect(textsOf(DESCRIPTION)).toEqual([TEXT, TEXT]);
	});

	it.each(EVALUATED)('are refused with the expression %s', async (text, placeholder) => {
		const message = await billing.errorOf('recurringProfile', operation, withExpression(text));
		expect(message).toBe(refusal('Lines (JSON)', placeholder));
		expect(billing.writes()).toEqual([]);
	});
});
