import type { SQLInputValue } from 'node:sqlite';
import type { Store } from './store/store.mts';

/** The tables that link records, each from the side that owns the links: its column, the column of the linked record, and that record's table. */
const LINKS = {
	clientsOfStaff: { table: 'staff_client', owner: 'staff_id', linked: 'client_id', records: 'client' },
	projectsOfTask: { table: 'project_task', owner: 'task_id', linked: 'project_id', records: 'project' },
	staffOfProject: { table: 'project_staff', owner: 'project_id', linked: 'staff_id', records: 'staff' },
	tasksOfProject: { table: 'project_task', owner: 'project_id', linked: 'task_id', records: 'task' },
} as const;

export type Link = keyof typeof LINKS;

/** The identifiers of the records that a record is linked to; without deleted ones. */
export function linkedIds(store: Store, link: Link, ownerId: number): number[] {
	const { table, owner, linked, records } = LINKS[link];
	const sql = `SELECT ${records}.id FROM ${table} JOIN ${records} ON ${records}.id = ${linked}
		WHERE ${owner} = ? AND ${records}.status <> 'Deleted' ORDER BY ${records}.id`;
	return store.all<{ id: number }>(sql, ownerId).map(({ id }) => id);
}

/** Links a record to others. Existing links stay. */
export function addLinks(
	store: Store,
	link: Link,
	ownerId: number,
	ids: readonly SQLInputValue[] = [],
): void {
	const { table, owner, linked } = LINKS[link];
	const sql = `INSERT OR IGNORE INTO ${table} (${owner}, ${linked}) VALUES (?, ?)`;
	for (const id of ids) store.run(sql, ownerId, id);
}

/** Replaces a record's links. Without new ones, it keeps its links. */
export function replaceLinks(
	store: Store,
	link: Link,
	ownerId: number,
	ids: readonly SQLInputValue[] = [],
): void {
	if (ids.length === 0) return;
	const { table, owner } = LINKS[link];
	store.run(`DELETE FROM ${table} WHERE ${owner} = ?`, ownerId);
	addLinks(store, link, ownerId, ids);
}
