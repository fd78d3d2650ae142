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
	const doubt = {
		error: containing('does not give the outcome of each record'),
		message: containing('not repeated'),
	};
	const [SEND, DELETE] = [
		['invoice', 'send', 'sendInvoiceMail'],
		['invoice', 'delete', 'deleteInvoice'],
	] as const;

	it.each<[string, readonly [string, string, string], string, object[]]>([
		['lists one of two', SEND, ok('<invoice_id>1</invoice_id>'), [{ invoice_id: 1, sent: true }, doubt]],
		['lists none', SEND, ok(''), [doubt, doubt]],
		['lists none', ['estimate', 'send', 'sendEstimateMail'], ok(''), [doubt, doubt]],
		['lists failures that cannot be read', DELETE, ok('<failure>One is locked</failure>'), [doubt, doubt]],
		[
			'lists what cannot be read',
			SEND,
			'<response status="400">Some were not sent.<invalid><client>Acme</client></invalid></response>',
			[doubt, doubt],
		],
		[
			'does not say which could not be sent',
			SEND,
			'<response status="400">Some invoices could not be sent.</response>',
			[doubt, doubt],
		],
		[
			'refuses one, and does not mention the other',
			SEND,
			'<response status="400">No.<invalid><invoice_id>2</invoice_id></invalid></response>',
			[doubt, { error: 'Invoice 2 was not sent. No.' }],
		],
	])('take for done what an answer lists, which %s (%j), and repeat nothing', async (_, on, answer, told) => {
		const [resource, operation, method] = on;
		service.answerWith({ [method]: answer });
		const parameters = { [`${resource}Id`]: byId('={{ $json.id }}'), options: { return: 'id' } };
		const { outputs } = await billing.run(resource, operation, parameters, options({ items: TWO }));
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject(told);
		expect(service.methods()).toEqual([method]);
	});

	it('name the reason for which one invoice alone was not sent', async () => {
		service.answerWith({ sendInvoiceMail: '<response status="400">It has no email.</response>' });
		const { outputs } = await billing.run('invoice', 'send', each, options({ items: [{ id: 1 }] }));
		expect(outputs[0]?.[0]?.json['error']).toBe('Invoice 1 was not sent. It has no email.');
	});
});
