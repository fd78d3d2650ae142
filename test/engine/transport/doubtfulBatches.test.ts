import { byId, containing, useBilling } from '../billing.ts';
import { useScriptedService } from '../scripted.ts';

// A service that is not as sure as the sandbox: what it answers leaves doubt, which must not cost money.
const billing = useBilling();
const service = useScriptedService();

const TOKEN = 'marked-token-4711';
const TWO = [{ id: 1 }, { id: 2 }];
const each = { invoiceId: byId('={{ $json.id }}') };

const ok = (body: string) => `<response status="200">${body}</response>`;
const options = (more: object = {}) => ({
	credential: { ...service.credential(), token: TOKEN },
	settings: { onError: 'continueRegularOutput' as const },
	...more,
});

describe('Send and Delete', () => {
	const send = async (operation: string) => {
		const { outputs } = await billing.run('invoice', operation, each, options({ items: TWO }));
		return outputs[0]?.map(({ json }) => json);
	};

	it('take a record as sent only when the answer lists it', async () => {
		service.answerWith({ sendInvoiceMail: ok('<invoice_id>1</invoice_id>') });
		expect(await send('send')).toEqual([
			{ invoice_id: 1, sent: true },
			{ error: containing('does not give the outcome of each record'), message: containing('not repeated') },
		]);
	});

	it('do not repeat a request whose answer lists what cannot be read', async () => {
		service.answerWith({
			sendInvoiceMail:
				'<response status="400">Some were not sent.<invalid><client>Acme</client></invalid></response>',
		});
		const doubt = { error: containing('does not give the outcome of each record') };
		expect(await send('send')).toMatchObject([doubt, doubt]);
		expect(service.methods()).toEqual(['sendInvoiceMail']);
	});

	it('do not take an answer for success that lists failures which cannot be read', async () => {
		service.answerWith({ deleteInvoice: ok('<failure>One of them is locked</failure>') });
		const doubt = { error: containing('does not give the outcome of each record') };
		expect(await send('delete')).toMatchObject([doubt, doubt]);
	});

	it.each([
		['invoice', 'sendInvoiceMail'],
		['estimate', 'sendEstimateMail'],
	])('do not take %ss for sent when the answer lists none', async (resource, method) => {
		service.answerWith({ [method]: ok('') });
		const parameters = { [`${resource}Id`]: byId('={{ $json.id }}') };
		const { outputs } = await billing.run(resource, 'send', parameters, options({ items: TWO }));
		const doubt = { error: containing('does not give the outcome of each record') };
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([doubt, doubt]);
		expect(service.methods()).toEqual([method]);
	});

	it('do not mail anyone twice when some could not be sent, and the answer does not say which', async () => {
		service.answerWith({
			sendInvoiceMail: '<response status="400">Some invoices could not be sent.</response>',
		});
		const doubt = { error: containing('does not give the outcome of each record') };
		expect(await send('send')).toMatchObject([doubt, doubt]);
		expect(service.methods()).toEqual(['sendInvoiceMail']);
	});

	it('name the reason for which one invoice alone was not sent', async () => {
		service.answerWith({ sendInvoiceMail: '<response status="400">It has no email.</response>' });
		const { outputs } = await billing.run('invoice', 'send', each, options({ items: [{ id: 1 }] }));
		expect(outputs[0]?.[0]?.json['error']).toBe('Invoice 1 was not sent. It has no email.');
	});

	it('name what the answer does not mention beside what it refuses', async () => {
		service.answerWith({
			sendInvoiceMail: '<response status="400">No.<invalid><invoice_id>2</invoice_id></invalid></response>',
		});
		expect(await send('send')).toMatchObject([
			{ error: containing('does not give the outcome of each record') },
			{ error: 'Invoice 2 was not sent. No.' },
		]);
	});
});
