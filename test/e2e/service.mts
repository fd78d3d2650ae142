import type { Sandbox } from '../../sandbox/index.mts';

/**
 * Sends a request to the sandbox like another user of the same account, without the node. `request` and the result
 * are XML. Throws unless the service reports success.
 */
export async function askService(sandbox: Sandbox, method: string, request: string): Promise<string> {
	const document = `<?xml version="1.0" encoding="utf-8"?><request method="${method}">${request}</request>`;
	const response = await fetch(`${sandbox.url}/xml/1.1/`, {
		method: 'POST',
		headers: { authorization: `Basic ${btoa(`${sandbox.account('main').token}:x`)}` },
		body: new URLSearchParams({ xml_request: document }),
	});
	const answer = await response.text();
	if (!/<response[^>]* status="200"/.test(answer)) throw new Error(`${method} was refused: ${answer}`);
	return answer;
}

/** The methods called that change something, oldest first. */
export const writesTo = ({ requests }: Sandbox): string[] =>
	requests.map(({ method }) => method).filter((method) => !/^(get|list)/.test(method));

/** Creates a sent invoice with one line for the first client. */
export const createInvoice = (sandbox: Sandbox, number: string, cost: number, quantity: number) =>
	askService(
		sandbox,
		'createInvoice',
		`<client><client_id>1</client_id></client><number>${number}</number><status>sent</status>
		<items><item><name>Advice</name><type>Service</type><unit_cost>${cost}</unit_cost><quantity>${quantity}</quantity></item></items>`,
	);

/** Records a payment. */
export const pay = (sandbox: Sandbox, invoice: number, amount: number | string, method = 'Cash') =>
	askService(
		sandbox,
		'invoiceOfflinePayment',
		`<invoice><id>${invoice}</id><amount>${amount}</amount><method>${method}</method></invoice>`,
	);
