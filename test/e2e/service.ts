import type { Sandbox } from '../../sandbox/index.ts';

/**
 * Asks the sandbox as somebody else would who uses the same account, without the node. `request` is XML, and so is what
 * is returned. Throws when the service does not say that it was done.
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
