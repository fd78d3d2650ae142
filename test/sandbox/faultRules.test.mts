import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readRule } from '../../sandbox/faults/rules.mts';
import { FAULTS, QUIRKS, type Sandbox } from '../../sandbox/index.mts';
import { call, useSandboxes } from './walk/bareClient.mts';

const start = useSandboxes();

describe('rules', () => {
	const statuses = async (sandbox: Sandbox, ...methods: string[]) => {
		const found = [];
		for (const method of methods) found.push((await call(sandbox, `<request method="${method}"/>`)).status);
		return found;
	};

	test('count the calls of their method, or all', async () => {
		const sandbox = await start();
		const rules = [
			{ fault: 'http500', method: 'listTax', calls: [2] },
			{ fault: 'http503', calls: [1, 4] },
		] as const;
		for (let round = 0; round < 2; round += 1) {
			await sandbox.setFaults(rules);
			const methods = ['getAccountInfo', 'listTax', 'listTax', 'getAccountInfo', 'listTax'];
			expect(await statuses(sandbox, ...methods)).toEqual([503, 200, 500, 503, 200]);
		}
	});

	test('yield to those before them', async () => {
		const sandbox = await start();
		await sandbox.setFaults([
			{ fault: 'http500', method: 'listTax' },
			{ fault: 'http502', calls: [1, 2] },
			{ fault: 'http504' },
		]);
		expect(await statuses(sandbox, 'listTax', 'getAccountInfo', 'getAccountInfo')).toEqual([500, 502, 504]);
	});

	test('fault rules end when they are replaced by none', async () => {
		const sandbox = await start();
		await sandbox.setFaults([{ fault: 'http500' }]);
		await sandbox.setFaults([]);
		expect(await statuses(sandbox, 'listTax')).toEqual([200]);
		expect(sandbox.requests.map(({ fault }) => fault)).toEqual([undefined]);
	});

	test('do not affect the pages for people, which show the faults', async () => {
		const sandbox = await start();
		await sandbox.setFaults([{ fault: 'http502' }]);
		await call(sandbox);
		const page = await fetch(`http://127.0.0.1:${sandbox.port}/requests`);
		expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<td>http502</td>')]);
	});

	test.each([
		['slow', { fault: 'slow' }],
		['createInvoice=http500', { fault: 'http500', method: 'createInvoice' }],
		['createInvoice#2=hang', { fault: 'hang', method: 'createInvoice', calls: [2] }],
		['#1,12=refuse', { fault: 'refuse', calls: [1, 12] }],
	])('a fault rule can be written as %s', (text, rule) => {
		expect(readRule(text)).toEqual(rule);
	});

	test.each([
		['http5000', 'Faults: refuse, resetBefore'],
		['createInvoice#=hang', 'Faults: refuse'],
		['createInvoice', 'Faults: refuse'],
		['toString', 'Faults: refuse'],
		['createInvoise=hang', 'Methods: getAccountInfo'],
	])('cannot be written as %s', (text, message) => {
		expect(() => readRule(text)).toThrow(message);
	});

	test('are listed by the command line, as quirks are', () => {
		const help = execFileSync(process.execPath, [join(__dirname, '../../sandbox/main.mts'), '--help'], {
			encoding: 'utf8',
		});
		const lines = help.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
		for (const [name, text] of Object.entries({ ...FAULTS, ...QUIRKS }))
			expect(lines).toContain(`${name} ${text}`);
	});
});
