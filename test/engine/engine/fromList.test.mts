import type { INodeParameters } from 'n8n-workflow';
import type { Property } from '../../../nodes/XmlBilling/forms/property';
import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { ENTRY, fieldsOf, type FormField } from '../../../tools/forms.mts';
import { byId, locator, useBilling } from '../billing.mts';

// n8n keeps the value of a locator when its mode changes, so that a number can end up From List or By ID.
const billing = useBilling();

/** Every locator of every operation that offers a list of records and their identifiers, those in rows included. */
const LISTED = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations.flatMap((operation) =>
		fieldsOf(operation)
			.filter(({ field: { modes = [] } }) =>
				['list', 'id'].every((one) => modes.some(({ name }) => name === one)),
			)
			.map((field) => ({ resource: String(resource), operation, field, label: field.label })),
	),
);
const isWrite = ({ operation }: (typeof LISTED)[number]): boolean => operation.run === undefined;

function valueFor({ type, default: preferred }: Property): INodeParameters[string] {
	if (type === 'resourceLocator') return byId('={{ 1 }}');
	if (type === 'dateTime') return '2026-01-01';
	return typeof preferred === 'string' && preferred !== '' ? preferred : '1';
}

/** A form with a value for one field, and the choices that show it. */
function formWith(
	all: readonly Property[],
	{ names, conditions }: FormField,
	value: INodeParameters[string],
) {
	const form: INodeParameters = Object.fromEntries(
		all.filter(({ required }) => required === true).map((field) => [field.name, valueFor(field)]),
	);
	for (const condition of conditions) put(form, condition.names, String(condition.values[0]));
	put(form, names, value);
	return form;
}

function put(
	form: INodeParameters,
	[name = '', next, ...rest]: readonly string[],
	value: INodeParameters[string],
): void {
	if (next === undefined) {
		form[name] = value;
		return;
	}
	const isList = next === ENTRY;
	const [row] = [form[name]].flat();
	const inner: INodeParameters =
		typeof row === 'object' && row !== null && !('__rl' in row) ? (row as INodeParameters) : {};
	form[name] = isList ? [inner] : inner;
	put(inner, isList ? rest : [next, ...rest], value);
}

describe('A value that is From List without the name that the list gives with it', () => {
	test.each(LISTED.filter(isWrite))(
		'stops $resource > $operation.option.name in $label',
		async ({ resource, operation, field }) => {
			const parameters = formWith(operation.properties, field, locator('list', '97'));
			const message = await billing.errorOf(resource, String(operation.option.value), parameters);
			expect(message).toMatch(
				/is From List, but '97' was not chosen there Nothing was sent\. Choose it in the list again, or choose By ID/,
			);
			expect(billing.methods()).toEqual([]);
		},
	);

	test.each(LISTED.filter(isWrite))(
		'lets $resource > $operation.option.name go on where the name is with it, or an expression fills in $label',
		async ({ resource, operation, field }) => {
			const named = { ...locator('list', '97'), cachedResultName: '00097, 10.00 USD' };
			for (const value of [named, locator('list', '={{ 97 }}')]) {
				const parameters = formWith(operation.properties, field, value);
				const { error } = await billing.run(resource, String(operation.option.value), parameters);
				expect(String(error?.message)).not.toContain('was not chosen there');
			}
		},
	);

	test.each(LISTED.filter((one) => !isWrite(one)))(
		'is told by $resource > $operation.option.name, which only reads by $label',
		async ({ resource, operation, field }) => {
			const parameters = formWith(operation.properties, field, locator('list', '1'));
			const { error } = await billing.run(resource, String(operation.option.value), parameters);
			if (error === undefined)
				expect(billing.warnings()).toContain("is From List, but '1' was not chosen there");
			expect(String(error?.message)).not.toContain('was not chosen there');
		},
	);
});

describe('An ID that was typed', () => {
	const DOCUMENTS = [
		['invoice', 'invoice', 'invoiceId'],
		['estimate', 'estimate', 'estimateId'],
		['recurring', 'recurring profile', 'recurringId'],
	] as const;
	/** The writes whose form names such a document, with those that make an invoice of one. */
	const NAMED = LISTED.filter(isWrite).flatMap(({ resource, operation, field }) =>
		DOCUMENTS.filter(([, , name]) => field.names.join() === name).map(([kind, label]) => ({
			...{ resource, operation, field, kind, label },
		})),
	);
	const [ID, OTHER] = [4, 5];
	const PADDED = '00004';
	const swap = (kind: (typeof DOCUMENTS)[number][0], number = PADDED) => {
		for (const [id, text] of [
			[ID, '00121'],
			[OTHER, number],
		] as const) {
			billing.sandbox.change(kind, id, { number: text });
			if (kind !== 'recurring') billing.sandbox.change(kind, id, { number_key: text });
		}
	};
	const NO_TAXES = { firstTax: { tax: { tax1: 'none' } }, secondTax: { tax: { tax2: 'none' } } };
	const COMPLETE: Readonly<Record<string, INodeParameters>> = {
		addItems: { lineItems: { line: [{ name: 'A', unitCost: '1' }] } },
		createFromEstimate: { tax1: 'none' },
		deleteItems: {},
		recordPayment: { paymentMethod: 'Cash', amount: '1' },
		update: { updateFields: { notes: 'N' } },
	};
	const lineOf = (kind: 'invoice' | 'estimate' | 'recurring') => String(billing.linesOf(kind, ID)[0]?.id);
	const parametersOf = ({ operation, field, kind }: (typeof NAMED)[number], id: INodeParameters[string]) => ({
		...formWith(operation.properties, field, id),
		...COMPLETE[String(operation.option.value)],
		...(operation.option.value === 'deleteItems' ? { [`${kind}ItemId`]: lineOf(kind) } : {}),
		...(operation.option.value === 'updateItems'
			? {
					lineItems: {
						line: [
							{
								[`${kind}ItemId`]: lineOf(kind),
								changes: { quantity: '2', ...(kind === 'invoice' ? {} : NO_TAXES) },
							},
						],
					},
				}
			: {}),
	});

	const EXPRESSIONS = ['={{ 4 }}', "={{ '4' }}", '={{ $json.paid }}', '={{ $json["Invoice"] }}', '=4'];
	const IDENTIFIERS = ['$json.id', '$json.invoice_id', '$json.invoiceID.trim()'];
	const item = { paid: ID, Invoice: ` ${ID}`, id: ID, invoice_id: ID, invoiceID: ` ${ID}` };

	test.each([
		...EXPRESSIONS.map((written) => [written, 'list'] as const),
		...EXPRESSIONS.map((written) => [written, 'id'] as const),
	])('stops a payment if it comes from %s, in mode %s', async (written, mode) => {
		swap('invoice');
		const parameters = { invoiceId: locator(mode, written), paymentMethod: 'Cash', amount: '1' };
		const message = await billing.errorOf('invoice', 'recordPayment', parameters, { items: [item] });
		expect(message).toContain('ID 4 is invoice 00121, but invoice 00004 is another one');
		expect(billing.writes()).toEqual([]);
	});

	test.each(IDENTIFIERS)('pays if %s says that it is an ID', async (written) => {
		swap('invoice');
		const parameters = { invoiceId: byId(`={{ ${written} }}`), paymentMethod: 'Cash', amount: '1' };
		const [paid] = await billing.outputOf('invoice', 'recordPayment', parameters, { items: [item] });
		expect(paid).toMatchObject({ invoice_id: ID });
	});

	test.each(NAMED)(
		'stops $resource > $operation.option.name if it is the number of another $label',
		async (write) => {
			const { resource, operation, kind, label } = write;
			swap(kind);
			const message = await billing.errorOf(
				resource,
				String(operation.option.value),
				parametersOf(write, byId(String(ID))),
			);
			expect(message).toBe(
				`ID 4 is ${label} 00121, but ${label} 00004 is another one Nothing was sent. For ${label} 00004, choose By Number. For ${label} 00121, choose From List, or an expression that ends in ${kind}_id.`,
			);
			expect(billing.writes()).toEqual([]);
		},
	);

	test.each(NAMED)(
		'lets $resource > $operation.option.name go on if its expression ends in ID, or no other $label has it',
		async (write) => {
			const { resource, operation, kind } = write;
			swap(kind);
			const name = String(operation.option.value);
			const preview = { options: { preview: true } };
			await billing.outputOf(
				resource,
				name,
				{ ...parametersOf(write, byId('={{ $json.id }}')), ...preview },
				{ items: [item] },
			);
			swap(kind, '00122');
			await billing.outputOf(resource, name, { ...parametersOf(write, byId(String(ID))), ...preview });
			expect(billing.writes()).toEqual([]);
		},
	);

	it('is looked up once in a run, and not at all if it is the number of its own document', async () => {
		const pay = async (...amounts: number[]) => {
			const parameters = {
				invoiceId: byId(String(ID)),
				paymentMethod: 'Cash',
				amount: '={{ $json.amount }}',
			};
			const items = amounts.map((amount) => ({ amount }));
			await billing.outputOf('invoice', 'recordPayment', parameters, { items });
		};
		await pay(1, 2);
		expect(billing.sent('listInvoice')).toEqual([]);
		swap('invoice', '00122');
		await pay(3, 4);
		expect(billing.sent('listInvoice')).toMatchObject([{ filter: { invoice_number: PADDED } }]);
	});
});
