import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import { copiesOf } from '../billing.mts';
import { createMissing } from '../distinctValues.mts';
import { fillVariants } from '../fill.mts';
import { distinctForm, OPERATIONS } from '../operations.mts';

const startComplete = copiesOf(createMissing);
const FORM_ONLY = { allocateTo: 'oldest', 'options/allowOverpayment': true, 'options/sendPaid': true };
const CODES = /^(country|currency|language)$/;

/** What a description says of a repeat, and what the repeat does then: whether records are added or changed, and how many emails are sent. */
const SAYS: ReadonlyArray<readonly [says: RegExp, does: object]> = [
	[/Deletes: a repeat deletes nothing more\.$/, { isMore: false, sent: 0, isChanged: false }],
	[/Sends an email: each repeat sends another\.$/, { isMore: false, sent: 1 }],
	[/(Writes: a repeat writes the same again\.|\(upsert\))$/, { isMore: false, sent: 0 }],
	[/: a repeat adds (another only|none,) .*\.$/, { isMore: false, sent: 0, isChanged: false }],
	[/Writes: a repeat adds another\.$/, { isMore: true, sent: 0, isChanged: true }],
];
const WRITES = OPERATIONS.filter(({ description }) => !/Only reads:|repeat only reads/.test(description));

const TABLES = [
	...(['client', 'credit', 'estimate', 'expense', 'expenseCategory', 'invoice', 'line'] as const),
	...(['payment', 'product', 'project', 'recurring', 'service', 'staff', 'task', 'timeEntry'] as const),
];

/** What the account holds, how many records that is, and how many emails were sent. */
function look({ outbox, records }: Sandbox) {
	const rows = TABLES.map((table) => records(table).map((row): IDataObject => ({ ...row })));
	return { rows: JSON.stringify(rows), count: rows.flat().length, mails: outbox.length };
}

it.each(WRITES)('$key repeated does what its description says', async (operation) => {
	const { key, fields, parameters, description } = operation;
	const [, does] = SAYS.find(([says]) => says.test(description)) ?? [];
	const sandbox = await startComplete();
	try {
		// A client with a project or a recurring profile is not deleted.
		if (key === 'client/delete')
			for (const table of ['project', 'recurring'])
				sandbox.store.run(`UPDATE ${table} SET client_id = 2 WHERE client_id = 1`);
		const ways = distinctForm(sandbox, fields, FORM_ONLY);
		const [filled] = fillVariants(fields, {
			items: 1,
			entries: 1,
			waysOf: (field) => (field.elements.some((path) => CODES.test(path)) ? [] : ways(field)),
		});
		if (key === 'timeEntry/markUnbilled')
			for (const { id } of sandbox.records('timeEntry')) sandbox.change('timeEntry', id, { billed: 'Yes' });
		const run = async () => {
			const { error } = await engine.run({
				credential: { baseUrl: sandbox.url, token: sandbox.account('main').token },
				parameters: { ...parameters, ...filled?.parameters },
				items: filled?.items ?? [{}],
			});
			return error;
		};
		const before = look(sandbox);
		expect(await run()).toBeUndefined();
		const once = look(sandbox);
		expect([once.rows, once.mails]).not.toEqual([before.rows, before.mails]);
		await run();
		const twice = look(sandbox);
		expect({
			isMore: twice.count > once.count,
			sent: twice.mails - once.mails,
			isChanged: twice.rows !== once.rows,
		}).toMatchObject(does ?? { description });
	} finally {
		await sandbox.close();
	}
});
