import type { IDataObject } from 'n8n-workflow';
import type { RecordType } from '../interface/records';
import type { Call } from '../fields/call';
import { createRecord, option, writtenRecord } from './standard';

/** How a record is recognised that may have been created before. */
export interface Recognition {
	/** The identifier of such a record; nothing where there is none. */
	readonly find: () => Promise<number | undefined>;
	/** Which record that is: `A client with the email 'a@b.example'`. */
	readonly what: string;
	/** The label of the option that decides. */
	readonly label: string;
	/** What is done where the option is not set. */
	readonly otherwise: 'create' | 'fail';
}

/**
 * Creates a record, unless it exists already and the user wants to know: the interface has no keys against doing things
 * twice (§4.1). Throws an error that names the record, or returns it, as the option `ifExists` says.
 *
 * @param create how it is created; by default from what was filled in
 */
export async function createUnlessExists(
	call: Call,
	type: RecordType,
	{ find, what, label, otherwise }: Recognition,
	create: () => Promise<IDataObject[]> = async () => await createRecord(type)(call),
): Promise<IDataObject[]> {
	const guard = option(call, 'ifExists') ?? otherwise;
	const existing = guard === 'create' ? undefined : await find();
	if (existing === undefined) return await create();
	if (guard === 'existing') return [await writtenRecord(call, type, existing, 'existing')];
	throw call.problem(
		`${what} exists already: ID ${existing}`,
		`Nothing was created. Under Options, ${label} decides what happens then.`,
	);
}
