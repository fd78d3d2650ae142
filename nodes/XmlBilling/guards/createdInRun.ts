import type { Body } from '../xml/request';
import { textOf } from '../xml/shape';
import { describeWrite } from '../transport/describeWrite';
import { doubt, failureOfWrite, markInDoubt } from '../transport/failure';
import type { ItemContext } from '../engine/itemContext';

/** A record that is to be created, and what recognizes it within a run. */
export interface Creation {
	/** The keys that it is looked for by. Nothing where nothing recognizes it. */
	readonly keys: readonly string[];
	/** Further keys that stand for it once it is there. */
	readonly alsoKnownBy?: readonly string[];
	readonly method: string;
	readonly body: Body;
}

/** A key of what a guard compares: upper and lower case are the same, and so are blanks around it (see `isSameText`). */
export const keyOf = (...parts: readonly unknown[]): string =>
	JSON.stringify(parts.map((part) => textOf(part).trim().toLowerCase()));

/**
 * The identifier of the record that an earlier item of the run has created with one of the keys, though the service may not
 * list it yet. Throws where its outcome is unknown: it may be carried out later than a guard looks for it.
 */
export function createdInRun(item: ItemContext, { keys, method, body }: Creation): number | undefined {
	const [created] = keys.flatMap((key) => item.api.created.get(key) ?? []);
	if (created !== 'doubtful') return created;
	const { message, advice } = doubt(
		'This was not sent, because an earlier item of the run is the same.',
		describeWrite(method, body),
	);
	throw markInDoubt(item.problem(message, advice));
}

/**
 * Creates a record, and remembers it for the later items of the run, also where its outcome is unknown.
 *
 * @param idIn the identifier of what was created
 */
export async function createInRun<Output>(
	item: ItemContext,
	{ keys, alsoKnownBy = [] }: Creation,
	create: () => Promise<Output>,
	idIn: (output: Output) => unknown,
): Promise<Output> {
	const remember = (created: number | 'doubtful') => {
		for (const key of [...keys, ...alsoKnownBy]) item.api.created.set(key, created);
	};
	const output = await create().catch((error: unknown) => {
		if (failureOfWrite(error)?.effect === 'unknown') remember('doubtful');
		throw error;
	});
	const id = idIn(output);
	// A record without an identifier cannot be returned.
	remember(typeof id === 'number' ? id : 'doubtful');
	return output;
}
