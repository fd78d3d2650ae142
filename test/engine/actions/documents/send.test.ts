import { byId, useBilling } from '../../billing.ts';

const billing = useBilling();
const emptyEmail = (id: number) => billing.sandbox.change('client', id, { email: '' });

describe.each(['invoice', 'estimate'] as const)('%s > Send', (resource) => {
	const one = { invoice: 4, estimate: 2 }[resource];
	const client = () => {
		const id = billing.sandbox.records(resource).find((document) => document.id === one)?.client_id ?? 0;
		return billing.sandbox.records('client').find((row) => row.id === id);
	};
	const label = `${resource.charAt(0).toUpperCase()}${resource.slice(1)} ${one}`;
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
