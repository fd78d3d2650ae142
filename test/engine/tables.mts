/** What tests of reports compute from the sandbox's own tables. */
import type { useBilling } from './billing.mts';

export type Row = Record<string, unknown>;

/** Those of the main account. */
export const own = <Owned extends { account_id: number }>(rows: Owned[]) =>
	rows.filter(({ account_id }) => account_id === 1);

export const clientsById = ({ sandbox }: ReturnType<typeof useBilling>) =>
	new Map(sandbox.records('client').map((client) => [client.id, client]));

export const cents = (amount: unknown) => Math.round(Number(amount) * 100);

export const sumOf = (amounts: readonly unknown[]) =>
	amounts.reduce<number>((total, amount) => total + cents(amount), 0) / 100;

export const rowsIn = (row: Row | undefined, name: string) => (row?.[name] ?? []) as Row[]; // as the schema says
