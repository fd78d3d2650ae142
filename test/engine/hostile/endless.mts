import type { Sandbox } from '../../../sandbox/index.mts';

/** Unique keys of records, and states that they can enter only once, by table. */
const KEPT: ReadonlyArray<readonly [table: string, column: string]> = [
	['client', 'email'],
	['client', 'organization'],
	['estimate', 'number'],
	['expense', 'invoiced'],
	['invoice', 'number'],
	['project', 'name'],
	['recurring', 'number'],
	['staff', 'email'],
	['task', 'name'],
	['time_entry', 'billed'],
];

/** Values that a new record must not share with another one. */
const UNIQUE: ReadonlyArray<readonly [table: string, column: string]> = [
	['client', 'username'],
	['product', 'name'],
	['service', 'name'],
	['staff', 'username'],
];

const WITH_STATUS = [
	'client',
	'estimate',
	'expense',
	'invoice',
	'product',
	'project',
	'service',
	'staff',
	'task',
	'time_entry',
];
const WITHOUT_STATUS = ['expense_category', 'line'];

/**
 * Makes operations on a sandbox repeatable: changed records are found as before, billed entries can be billed again,
 * created records don't block the next ones, and deleted records are still active.
 */
export function makeEndless({ store: { database } }: Sandbox, method: string): void {
	const restore = (table: string, column: string) =>
		database.exec(
			`CREATE TRIGGER keep_${table}_${column} AFTER UPDATE OF ${column} ON ${table} BEGIN UPDATE ${table} SET ${column} = OLD.${column} WHERE id = OLD.id; END`,
		);
	for (const [table, column] of KEPT) restore(table, column);
	for (const [table, column] of UNIQUE) {
		const isNewName = `NEW.${column} NOT LIKE '${table} %'`;
		database.exec(
			`CREATE TRIGGER name_${table} AFTER INSERT ON ${table} BEGIN UPDATE ${table} SET ${column} = '${table} ' || id WHERE id = NEW.id; END;
			CREATE TRIGGER keep_${table}_${column} AFTER UPDATE OF ${column} ON ${table} WHEN ${isNewName} BEGIN UPDATE ${table} SET ${column} = OLD.${column} WHERE id = OLD.id; END`,
		);
	}
	if (!method.startsWith('delete')) return;
	for (const table of WITH_STATUS) restore(table, 'status');
	restore('recurring', 'recurring_status');
	for (const table of WITHOUT_STATUS)
		database.exec(`CREATE TRIGGER stay_${table} BEFORE DELETE ON ${table} BEGIN SELECT RAISE(IGNORE); END`);
}
