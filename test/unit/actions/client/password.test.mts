import { client } from '../../../../nodes/XmlBilling/actions/client';
import { readForm } from '../../../../nodes/XmlBilling/execution/form/read';
import { bodyOf as bodyIn } from '../../../../nodes/XmlBilling/execution/form/tree';
import { fieldsOf } from '../../../../tools/forms.mts';

// The vendor documents that a password is random by default, also in updates. No workflow may lock anyone out.
it('No password is in the form of a client, nor in a request, wherever n8n or an agent puts one', () => {
	for (const operation of client.operations)
		expect(JSON.stringify(fieldsOf(operation))).not.toMatch(/password"/i);
	const PASSWORD = { password: 'never-sent', Password: 'never-sent' };
	const person = { name: 'Ada', organization: 'Engine Ltd', email: 'ada@engine.example', clientId: 7 };
	const writes = client.operations.filter(({ option }) =>
		/^(create|update|upsert)$/.test(String(option.value)),
	);
	expect(writes).toHaveLength(3);
	for (const { properties, option } of writes) {
		const bodyOf = (values: object) => {
			const reading = { raw: {}, timeZone: 'utc', refuse: (message: string) => new Error(message) };
			return JSON.stringify(bodyIn(readForm(properties, { ...person, ...values }, reading)));
		};
		expect(bodyOf(PASSWORD)).not.toMatch(/password|never-sent/i);
		const name = option.value === 'update' ? 'updateFields' : 'additionalFields';
		for (const fields of [
			{ address: 'Quay 1', ...PASSWORD },
			{ customFields: { customField: [{ label: 'A', value: 'B', ...PASSWORD }] } },
			{ additionalContacts: { contact: [{ name: 'Eve', email: 'eve@x.example', ...PASSWORD }] } },
		])
			for (const given of [fields, JSON.stringify(fields)])
				// Only updates have contacts.
				expect(() => bodyOf({ [name]: given })).toThrow(/has no field '(password|additionalContacts)'/);
	}
});
