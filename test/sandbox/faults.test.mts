import { createGunzip, gunzipSync } from 'node:zlib';
import { byteByByte } from '../../sandbox/faults/effects.mts';
import { FAULTS, type Fault, type Sandbox } from '../../sandbox/index.mts';
import { at, readAnswer, textAt } from './walk/answers.mts';
import { call, GET, open, TOKEN, until, useSandboxes, type Arrived } from './walk/bareClient.mts';
import { basic, post } from './walk/service.mts';

const start = useSandboxes();

const CREATE =
	'<request method="createClient"><name>Zoë Łódź 😀</name><organization>Œuvre &amp; Co</organization></request>';
const EVERY_FAULT = Object.keys(FAULTS) as Fault[]; // Object.keys forgets which keys an object has.

/** The answers to the same call with a fault and without. */
async function compare(fault: Fault, document = GET): Promise<Arrived & { plain: string; sandbox: Sandbox }> {
	const sandbox = await start();
	const { body } = await call(sandbox, document);
	await sandbox.setFaults([{ fault }]);
	return { ...(await call(sandbox, document)), plain: body.toString(), sandbox };
}

const head = (document: string): string => document.slice(0, -'</response>'.length);

describe('what a fault says of the request', () => {
	test.each(EVERY_FAULT)('what a fault says of the request applies to %s', async (fault) => {
		const sandbox = await start();
		await sandbox.setFaults([{ fault, method: 'createClient' }]);
		const socket = open(sandbox, CREATE).on('error', () => undefined);
		await until(() => sandbox.requests.length === 1);
		socket.destroy();
		const isProcessed = !FAULTS[fault].includes('unprocessed');
		expect(sandbox.requests).toMatchObject([
			{ method: 'createClient', fault, status: isProcessed ? 200 : undefined, request: { name: 'request' } },
		]);
		expect(sandbox.records('client')).toHaveLength(isProcessed ? 1 : 0);
	});
});

test('cut sends half of the answer, empty none of it, each with the correct length', async () => {
	const { body, headers, plain } = await compare('cut');
	expect(body.toString()).toBe(plain.slice(0, plain.length / 2));
	expect(Number(headers['content-length'])).toBe(body.length);
	const empty = await compare('empty');
	expect([empty.status, empty.body.length]).toEqual([200, 0]);
});

test.each([
	['lengthTooLong', 100],
	['lengthTooShort', -20],
] as const)('%s is off by %i bytes, and closes the connection', async (fault, error) => {
	const sandbox = await start();
	const plain = await call(sandbox);
	await sandbox.setFaults([{ fault }]);
	const { body, headers, code } = await call(sandbox, GET, '1.1');
	expect(body).toEqual(plain.body);
	expect(Number(headers['content-length']) - body.length).toBe(error);
	expect([headers.connection, code]).toEqual(['close', undefined]);
});

test.each(EVERY_FAULT.filter((fault) => /^http\d|^html/.test(fault)))(
	'%s has its status, and a page that repeats the request instead of an answer',
	async (fault) => {
		const { status, headers, body } = await compare(fault);
		expect(status).toBe(Number(/\d+/.exec(fault)?.[0]));
		expect(headers['content-type']).toBe('text/html; charset=utf-8');
		expect(headers['retry-after']).toBe(fault.endsWith('RetryAfter') ? '1' : undefined);
		expect(headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="Billing"' : undefined);
		for (const text of ['<html', TOKEN, basic(TOKEN), 'getAccountInfo'])
			expect(body.toString()).toContain(text);
		expect(body.toString()).not.toContain('<response');
	},
);

describe('documents', () => {
	test('malformed has an element without an end tag; the others differ in nothing else', async () => {
		const malformed = await compare('malformed');
		expect(malformed.body.toString().startsWith(head(malformed.plain))).toBe(true);
		expect(() => readAnswer(malformed.body.toString())).toThrow('unexpected close tag');
		const root = await compare('wrongRoot');
		expect(readAnswer(root.body.toString())).toEqual({ ...readAnswer(root.plain), name: 'reply' });
		for (const [fault, shown] of [
			['unknownStatus', '799'],
			['otherSuccess', '201'],
		] as const) {
			const status = await compare(fault);
			const expected = { ...readAnswer(status.plain), attributes: { status: shown } };
			expect(readAnswer(status.body.toString())).toEqual(expected);
		}
	});

	test('echo has the token and the request in its message', async () => {
		const { name, attributes, text } = readAnswer((await compare('echo')).body.toString());
		expect([name, attributes]).toEqual(['response', { status: '500' }]);
		for (const part of [TOKEN, basic(TOKEN), GET]) expect(text).toContain(part);
	});

	test('gzip is the answer, compressed', async () => {
		const { headers, body, plain } = await compare('gzip');
		expect(headers['content-encoding']).toBe('gzip');
		expect(gunzipSync(body).toString()).toBe(plain);
	});

	test('otherCharset is the answer, and loses nothing', async () => {
		const sandbox = await start();
		const { response } = await post(sandbox, TOKEN, CREATE);
		const get = `<request method="getClient"><client_id>${textAt(response, 'client_id')}</client_id></request>`;
		const plain = await call(sandbox, get);
		await sandbox.setFaults([{ fault: 'otherCharset' }]);
		const { headers, body } = await call(sandbox, get);
		expect(headers['content-type']).toBe('text/xml; charset=ISO-8859-1');
		// Browsers and Node use that name for windows-1252.
		const text = new TextDecoder('iso-8859-1').decode(body);
		expect(body.includes(Buffer.from('Zoë', 'latin1'))).toBe(true);
		expect(readAnswer(text)).toEqual(readAnswer(plain.body.toString()));
		expect(textAt(at(readAnswer(text), 'client'), 'name')).toBe('Zoë Łódź 😀');
	});

	test('unknownCharset names an unknown encoding', async () => {
		const { headers, body } = await compare('unknownCharset');
		const charset = headers['content-type']?.split('charset=')[1] ?? '';
		expect(() => new TextDecoder(charset)).toThrow('not supported');
		expect(body.toString('utf16le')).toContain('<response status="200">');
	});

	test('deep is a document with 100,000 elements inside one another', async () => {
		const { body, plain } = await compare('deep');
		expect(body.toString().startsWith(head(plain))).toBe(true);
		let element = readAnswer(body.toString()).children.at(-1);
		let depth = 0;
		for (; element; element = element.children[0]) depth += 1;
		expect(depth).toBe(100_000);
	});

	test('entityBomb expands to gigabytes', async () => {
		const text = (await compare('entityBomb')).body.toString();
		const sizes: Record<string, number> = {};
		for (const [, name = '', value = ''] of text.matchAll(/<!ENTITY (\w) "(.*?)">/g)) {
			const parts = value.matchAll(/&(\w);|[^&]/g);
			sizes[name] = [...parts].reduce(
				(size, [, inner]) => size + (inner === undefined ? 1 : (sizes[inner] ?? 0)),
				0,
			);
		}
		const referred = /<notes>&(\w);<\/notes><\/response>$/.exec(text)?.[1] ?? '';
		expect(sizes[referred]).toBe(10_000_000_000);
		expect(text).toMatch(/^<\?xml [^>]*\?>\n<!DOCTYPE response \[/);
	});
});

describe('answers without measure', () => {
	/** How many bytes an answer has, and its beginning and end. */
	async function measure(stream: AsyncIterable<unknown>) {
		let [size, elements, first, last] = [0, 0, '', ''];
		for await (const chunk of stream) {
			// Sockets and decompressors yield buffers.
			const text = (chunk as Buffer).toString('latin1');
			size += text.length;
			elements += text.split('/>').length - 1;
			if (first.length < 1000) first += text;
			last = (last + text).slice(-100);
		}
		return { size, elements, first, last };
	}

	test('huge is 100 MB of text in a well-formed answer', async () => {
		const sandbox = await start();
		const plain = (await call(sandbox)).body.toString();
		await sandbox.setFaults([{ fault: 'huge' }]);
		const { size, first, last } = await measure(open(sandbox));
		expect(size).toBeGreaterThan(100_000_000);
		expect(first).toContain(`\r\n\r\n${head(plain)}<notes>xxx`);
		expect(last).toMatch(/xxx<\/notes><\/response>$/);
	});

	test('manyElements is 10 million elements, in fewer bytes than would be too many', async () => {
		const sandbox = await start();
		await sandbox.setFaults([{ fault: 'manyElements' }]);
		const { size, elements, last } = await measure(open(sandbox));
		// A few may cross a chunk boundary.
		expect(elements).toBeGreaterThan(9_990_000);
		expect(size).toBeLessThan(64 * 1024 * 1024);
		expect(last).toMatch(/<e\/><\/response>$/);
	});

	test('gzipBomb expands from 100 KB to 100 MB', async () => {
		const { headers, body, plain } = await compare('gzipBomb');
		expect(headers['content-encoding']).toBe('gzip');
		expect(body.length).toBeLessThan(110_000);
		const gunzip = createGunzip();
		gunzip.end(body);
		const { size, first, last } = await measure(gunzip);
		expect(size).toBeGreaterThan(100_000_000);
		expect(first.startsWith(head(plain))).toBe(true);
		expect(last).toMatch(/<\/response>$/);
	});

	test('hang answers nothing, while others are answered', async () => {
		const sandbox = await start();
		await sandbox.setFaults([{ fault: 'hang', calls: [1] }]);
		const socket = open(sandbox);
		await until(() => sandbox.requests.length === 1);
		expect((await call(sandbox)).status).toBe(200);
		expect([socket.bytesRead, socket.readyState]).toEqual([0, 'open']);
	});

	test('slow answers byte by byte', async () => {
		const sandbox = await start();
		await sandbox.setFaults([{ fault: 'slow' }]);
		const began = performance.now();
		let text = '';
		for await (const chunk of open(sandbox)) {
			text += (chunk as Buffer).toString();
			if (text.endsWith('\r\n\r\n<?xm')) break;
		}
		expect(performance.now() - began).toBeGreaterThan(3 * 45);
	});

	test('an answer that is too slow has no end', async () => {
		let text = '';
		for await (const byte of byteByByte('<é/>')) {
			expect(byte).toHaveLength(1);
			text += byte.toString('latin1');
			if (text.length === 8) break;
		}
		expect(Buffer.from(text, 'latin1').toString()).toBe('<é/>   ');
	});
});

describe('the other server', () => {
	const follow = (address: string) =>
		fetch(address, { method: 'POST', headers: { authorization: basic(TOKEN) } });

	test('has the external entity, and ends with the sandbox', async () => {
		const { body, sandbox } = await compare('externalEntity');
		const [, name, address = ''] = /<!ENTITY (\w+) SYSTEM "(.*?)">/.exec(body.toString()) ?? [];
		expect(body.toString()).toContain(`<notes>&${name};</notes></response>`);
		expect((await fetch(address)).status).toBe(200);
		expect(sandbox.strays).toEqual([{ path: '/entity', hasAuthorization: false }]);
		await sandbox.close();
		await expect(fetch(address)).rejects.toThrow();
	});

	test.each([undefined, 'trusted'] as const)(
		'is where redirects lead (certificate: %s)',
		async (certificate) => {
			const sandbox = await start(certificate);
			const locationOf = async (fault: Fault) => {
				await sandbox.setFaults([{ fault }]);
				const { status, headers } = await call(sandbox);
				expect(status).toBe(307);
				return new URL(headers.location ?? '', sandbox.url);
			};
			const own = new URL(sandbox.url);
			const elsewhere = await locationOf('redirectElsewhere');
			const toHttp = await locationOf('redirectToHttp');
			expect(elsewhere.hostname).not.toBe(own.hostname);
			expect([toHttp.protocol, toHttp.hostname]).toEqual(['http:', own.hostname]);
			expect([elsewhere.port, toHttp.port]).not.toContain(own.port);
			expect((await locationOf('redirectLoop')).href).toBe(`${sandbox.url}/xml/1.1/`);
			expect(sandbox.strays).toEqual([]);
			for (const { href } of [elsewhere, toHttp]) {
				expect(readAnswer(await (await follow(href)).text()).attributes).toEqual({ status: '200' });
			}
			const stray = { path: '/api/xml/1.1/', hasAuthorization: true };
			expect(sandbox.strays).toEqual([stray, stray]);
		},
	);
});
