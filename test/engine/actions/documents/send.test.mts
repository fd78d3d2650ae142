import { byExpression, byId, useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const service = useScriptedService();
const emptyEmail = (id: number) => billing.sandbox.change('client', id, { email: '' });

describe.each(['invoice', 'estimate'] as const)('%s > Send', (resource) => {
	const one = { invoice: 4, estimate: 2 }[resource];
	const client = () => {
		const id = billing.sandbox.records(resource).find((document) => document.id === one)?.client_id ?? 0;
		return billing.sandbox.records('client').find((row) => row.id === id);
	};
	const label = `The ${resource} with ID ${one}`;
	const send = async (id = one) =>
		(await billing.run(resource, 'send', { [`${resource}Id`]: byId(id) })).error;

	it('names the client without an email, outside of the message that n8n logs', async () => {
		emptyEmail(client()?.id ?? 0);
		const error = await send();
		expect(error?.message).toBe(`${label} was not sent: its client has no email address.`);
		expect(error?.description).toBe(
			`The client is '${client()?.organization}', with the contact '${client()?.name}' and the ID ${client()?.id}. Add an email with Client › Update, then send it again.`,
		);
	});

	it('keeps the words of the service where that is not why, or cannot be found out', async () => {
		emptyEmail(client()?.id ?? 0);
		await billing.sandbox.setFaults([{ fault: 'http403', method: 'getClient' }]);
		for (const id of [one, 9999])
			expect((await send(id))?.message).toMatch(/ \d+ was not sent\. Some \w+ could not be sent\.$/);
	});
});

it.each(['<email>a@b.example</email>', ''])(
	'A client that shows %j is not named as the reason',
	async (email) => {
		service.answer('sendInvoiceMail', 'Locked.<invalid><invoice_id>4</invoice_id></invalid>', 400);
		service.answer('getInvoice', '<invoice><client><client_id>2</client_id></client></invoice>');
		service.answer('getClient', `<client><name>Ada</name>${email}</client>`);
		const { error } = await billing.run(
			'invoice',
			'send',
			{ invoiceId: byExpression(4) },
			{ credential: service.credential() },
		);
		expect(error?.message).toBe('The invoice with ID 4 was not sent. Locked.');
		expect(service.methods()).toEqual(['getInvoice', 'sendInvoiceMail', 'getInvoice', 'getClient']);
	},
);
