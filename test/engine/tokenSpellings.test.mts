import type { INodeParameters } from 'n8n-workflow';
import { byId } from './billing.mts';
import { seedOf, SHARE } from '../share.mts';
import { disguise, LEGIBLE, randomFrom, randomToken, readable } from './secrets/disguises.mts';
import { textsIn } from './secrets/texts.mts';
import { useScriptedService } from './scripted.mts';

// Which spellings the node looks for is not known here: the token must not be readable by whoever tries each encoding.
const COUNT = 60;

const random = randomFrom(seedOf('spellings'));
const cases = Array.from({ length: COUNT }, () => {
	const token = randomToken(random);
	return { token, ...disguise(random, token) };
});
const service = useScriptedService();

afterAll(() => {
	const ways = new Set(cases.map(({ how }) => how));
	process.stdout.write(
		`token spellings: ${COUNT} tokens, each in a message and in 4 fields, in ${ways.size} spellings (${SHARE})\n`,
	);
});

const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

/** The texts from which a token can be read. */
const leaksIn = (outcome: unknown, token: string): string[] =>
	[...textsIn(outcome)].map(({ text }) => text).filter((text) => readable(text, token) >= LEGIBLE);

const run = async (token: string, parameters: INodeParameters, limits: object = {}) =>
	await engine.run({ credential: { ...service.credential(), token, ...limits }, parameters });

it.each(cases)('A token that a service repeats is not shown ($how)', async ({ token, text }) => {
	const field = escaped(text);
	service.answer('createClient', `Refused: ${field}, sorry.`, 400);
	const create = { resource: 'client', operation: 'create', name: 'Ada', organization: 'Engine Ltd' };
	const { error } = await run(token, { ...create, options: { ifExists: 'create' } });
	expect(error?.message).toMatch(/^Refused: /);
	expect(leaksIn(error, token)).toEqual([]);

	service.answer(
		'getAccountInfo',
		`<account><company>Engine Ltd</company><api_token>${field}</api_token><keys><key>${field}</key></keys></account>`,
	);
	const account = await run(token, { resource: 'settings', operation: 'getInfo' });
	expect(account.outputs[0]?.[0]?.json).toMatchObject({
		company: 'Engine Ltd',
		api_token: expect.stringContaining('\ufffd') as unknown,
	});
	expect(leaksIn(account.outputs, token)).toEqual([]);

	service.answer(
		'getInvoice',
		`<invoice><invoice_id>7</invoice_id><number>${field}</number><notes>Pay\n soon.</notes><title>${field}</title></invoice>`,
	);
	const request = { requestMethod: 'getInvoice', requestBody: '{ "invoice_id": 7 }' };
	const invoice = await run(token, { resource: 'settings', operation: 'customRequest', ...request });
	expect(invoice.outputs[0]?.[0]?.json).toMatchObject({ invoice: { invoice_id: 7, notes: 'Pay\n soon.' } });
	expect(leaksIn(invoice.outputs, token)).toEqual([]);
});

it('An error that names a record by its number does not show a token that is its number', async () => {
	const token = randomToken(random);
	service.answer(
		'getInvoice',
		`<invoice><invoice_id>7</invoice_id><number>${escaped(token)}</number></invoice>`,
	);
	service.answer('deleteInvoice', 'No.', 400);
	const parameters = { resource: 'invoice', operation: 'delete', invoiceId: byId(7) };
	const { error } = await run(token, parameters, { allowDeleting: 'drafts' });
	expect(error?.message).toContain('is not a draft');
	expect(leaksIn(error, token)).toEqual([]);
});

it('The search itself reads each token before it is removed, and none in what is left', () => {
	for (const { token, text } of cases) {
		expect(readable(text, token)).toBeGreaterThanOrEqual(LEGIBLE);
		expect(readable('Refused: \ufffd, sorry.', token)).toBeLessThan(LEGIBLE);
	}
});
