import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExamples } from '../../../host/examples.ts';
import { areRight, type MadeCall } from '../../../tools/requests/compare.ts';
import { REQUESTS } from '../../../tools/requests/requests.ts';

const cells = (row: string): string => row.replace(/\s+/g, ' ').trim();

test('the page about agents lists each request with its calls', () => {
	const page = readFileSync(join(import.meta.dirname, '../../../docs/agents.md'), 'utf8');
	const [, table = ''] = /\| Request[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/.exec(page) ?? [];
	const rows = REQUESTS.map(({ words, calls }) => {
		const names = calls.map(({ tool }) => tool.replaceAll('_', ' '));
		return `| ${words} | ${names.join(', ') || 'None'} |`;
	});
	expect(table.trim().split('\n').map(cells)).toEqual(rows);
});

test('the requests name tools of the example', () => {
	const assistant = readExamples().find(({ name }) => name === 'Billing assistant');
	const tools = assistant?.nodes.map(({ name }) => name.replaceAll(' ', '_'));
	expect(tools).toEqual(
		expect.arrayContaining(REQUESTS.flatMap(({ calls }) => calls.map(({ tool }) => tool))),
	);
});

describe('calls are right', () => {
	const draft = { tool: 'Draft_invoice', input: { client_id: 1, lines: [{ unit_cost: 90, quantity: 3 }] } };
	const expected = [{ tool: 'Find_clients' }, draft];
	const find: MadeCall = { tool: 'Find_clients', input: {} };
	const drafted = (lines: unknown): MadeCall => ({
		tool: 'Draft_invoice',
		input: { client_id: '1', lines, notes: '' },
	});
	const good = drafted([{ name: 'Design', unit_cost: '90.00', quantity: 3 }]);

	it.each([
		['in order', [find, good], true],
		['with more reads', [find, { tool: 'Get_invoice', input: {} }, find, good], true],
		['with lines as JSON', [find, drafted('[{"unit_cost":90,"quantity":3}]')], true],
		['in another order', [good, find], false],
		['twice', [find, good, good], false],
		['with a further write', [find, good, { tool: 'Send_invoice', input: {} }], false],
		['with another price', [find, drafted([{ unit_cost: 900, quantity: 3 }])], false],
		['with a further line', [find, drafted([{ unit_cost: 90, quantity: 3 }, { unit_cost: 1 }])], false],
		['not at all', [], false],
	])('%s: %#', (_, made, isRight) => {
		expect(areRight(expected, made)).toBe(isRight);
	});

	it('if a text ends as expected, also in a call that a person has to approve', () => {
		const paying = [{ tool: 'Record_payment', input: { date: '…-10-01', amount: 5 } }];
		const pay = (date: string) => [
			{ tool: 'Record_payment', input: { toolParameters: { date, amount: '5' }, hitlParameters: {} } },
		];
		expect([areRight(paying, pay('2026-10-01')), areRight(paying, pay('2026-10-02'))]).toEqual([true, false]);
	});
});
