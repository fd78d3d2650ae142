import { client } from '../../../../nodes/XmlBilling/actions/client';
import { readForm } from '../../../../nodes/XmlBilling/execution/form/read';
import { bodyOf as bodyIn } from '../../../../nodes/XmlBilling/execution/form/tree';
import { fieldsOf } from '../../../../tools/forms.mts';

// The vendor documents that a password is random by default, also in updates. No workflow may lock anyone out.

const WRITES = client.operations.filter(({ option }) =>
	['create', 'update', 'upsert'].includes(String(option.value)),
);
const PASSWORD = { password: 'never-sent', Password: 'never-sent' };
const PERSON = { name: 'Ada', organization: 'Engine Ltd', email: 'ada@engine.example', clientId: 7 };
const PLACES: ReadonlyArray<[string, object]> = [
	['a collection', { address: 'Quay 1', ...PASSWORD }],
	['a custom field', { customFields: { customField: [{ label: 'A', value: 'B', ...PASSWORD }] } }],
	['a contact', { additionalContacts: { contact: [{ name: 'Eve', email: 'eve@x.example', ...PASSWORD }] } }],
];

/** The body of a request, from a form filled in as n8n or an agent may do it. */
function bodyOf({ properties }: (typeof WRITES)[number], values: object): string {
	const reading = { raw: {}, timeZone: 'utc', refuse: (message: string) => new Error(message) };
	return JSON.stringify(bodyIn(readForm(properties, { ...PERSON, ...values }, reading)));
}

it('is in the form of no operation', () => {
	expect(WRITES).toHaveLength(3);
	for (const operation of client.operations)
		expect(JSON.stringify(fieldsOf(operation))).not.toMatch(/password"/i);
});

it("is in no request, even if it is passed along with the form's fields", () => {
	for (const operation of WRITES) expect(bodyOf(operation, PASSWORD)).not.toMatch(/password|never-sent/i);
});

describe.each(PLACES)('is in no request, given in %s', (_, fields) => {
	it.each<[string, unknown]>([
		['as values', fields],
		['as JSON text', JSON.stringify(fields)],
	])('%s', (_way, given) => {
		for (const operation of WRITES) {
			const name = operation.option.value === 'update' ? 'updateFields' : 'additionalFields';
			// Only updates have contacts.
			expect(() => bodyOf(operation, { [name]: given })).toThrow(
				/has no field '(password|additionalContacts)'/,
			);
		}
	});
});
