import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { schema, SCHEMA_VERSION, tableOf, type RecordKind, type RecordRows } from './tables.mts';

export type Values = Record<string, SQLInputValue>;

/** The database: a file, or `:memory:`. Everything is synchronous, so requests are answered one at a time. */
export class Store {
	readonly database: DatabaseSync;
	/** True when the tables have just been created and are empty. */
	readonly isNew: boolean;
	private readonly statements = new Map<string, StatementSync>();

	/** Opens the database, or a copy of another one in memory, and creates the tables when it is new. Throws when another version made the file. */
	constructor(path: string, copied?: Uint8Array) {
		this.database = new DatabaseSync(path);
		if (copied !== undefined) this.database.deserialize(copied);
		const version = this.one<{ user_version: number }>('PRAGMA user_version')?.user_version;
		this.isNew = version === 0;
		if (!this.isNew && version !== SCHEMA_VERSION) {
			this.database.close();
			throw new Error(`${path} was made by another version of the sandbox. Delete it to start over.`);
		}
		this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
		if (this.isNew)
			this.transaction(() => this.database.exec(`${schema()} PRAGMA user_version = ${SCHEMA_VERSION};`));
	}

	/** The first row that a query finds. The type names the columns that the query selects. */
	one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
		// The caller names the row type of its own query; the tables are STRICT, so columns hold what tables.mts declares.
		return this.prepare(sql).get(...values) as Row | undefined;
	}

	/** The record of a kind with an identifier that was found before. Throws when there is none. */
	row<Kind extends RecordKind>(kind: Kind, id: number): RecordRows[Kind] {
		const row = this.one<RecordRows[Kind]>(`SELECT * FROM ${tableOf(kind)} WHERE id = ?`, id);
		if (row === undefined) throw new RangeError(`No ${kind} ${id}`);
		return row;
	}

	all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
		// As above: the row type belongs to the query.
		return this.prepare(sql).all(...values) as Row[];
	}

	/** The records of a kind that name another one in a column, in order of their identifiers. */
	rows<Kind extends RecordKind>(kind: Kind, column: string, id: number): Array<RecordRows[Kind]> {
		return this.all(`SELECT * FROM ${tableOf(kind)} WHERE ${column} = ? ORDER BY id`, id);
	}

	run(sql: string, ...values: SQLInputValue[]): number {
		return Number(this.prepare(sql).run(...values).changes);
	}

	insert(table: string, values: Values): number {
		const columns = Object.keys(values);
		const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
		return Number(this.prepare(sql).run(...Object.values(values)).lastInsertRowid);
	}

	update(table: string, id: number, values: Values): void {
		const assignments = Object.keys(values).map((column) => `${column} = ?`);
		this.run(`UPDATE ${table} SET ${assignments.join()} WHERE id = ?`, ...Object.values(values), id);
	}

	/** Runs work in one transaction: all of its changes are kept, or none when it throws. */
	transaction<Result>(work: () => Result): Result {
		this.database.exec('BEGIN');
		try {
			const result = work();
			this.database.exec('COMMIT');
			return result;
		} catch (error) {
			this.database.exec('ROLLBACK');
			throw error;
		}
	}

	close(): void {
		this.database.close();
	}

	private prepare(sql: string): StatementSync {
		let statement = this.statements.get(sql);
		if (statement === undefined) this.statements.set(sql, (statement = this.database.prepare(sql)));
		return statement;
	}
}
