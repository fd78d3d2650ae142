import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { markInDoubt } from '../transport/failure';
import { isRead, type Service } from '../transport/service';

/**
 * What a try left of an item: its output, or the error of a write that may have been carried out, made anew each time, with
 * what a later try has come upon.
 */
export type Left =
	{ is: 'done'; output: IDataObject[] } | { is: 'doubtful'; error: (later?: string) => Error };

/** What the tries of a node leave of its input items. */
export interface Tries {
	/** What an earlier try left of an item; nothing where the item is to be carried out. */
	readonly left: (index: number) => Left | undefined;
	readonly done: (index: number, output: IDataObject[]) => void;
	readonly doubtful: (index: number, error: Error) => void;
}

// By the items themselves, which n8n makes anew for each run of a node, and hands to all tries of it.
const remembered = new WeakMap<object, Left>();

/**
 * The tries of a node that n8n runs again after an error (_Retry On Fail_), each time with all items: those that a try
 * has carried out must not be carried out again by the next one, with a guard or without.
 */
export function triesOf(context: IExecuteFunctions): Tries {
	const node = context.getNode();
	// A tool may be called several times with one item, to do other things.
	const items = node.retryOnFail === true && !node.type.endsWith('Tool') ? context.getInputData() : [];
	const remember = (index: number, left: Left) => {
		const item = items[index];
		if (item !== undefined) remembered.set(item, left);
	};
	return {
		left(index) {
			const item = items[index];
			return item === undefined ? undefined : remembered.get(item);
		},
		done: (index, output) => remember(index, { is: 'done', output }),
		doubtful(index, error) {
			const { message } = error;
			const description = 'description' in error ? String(error.description) : '';
			// The one that is thrown is told of the other items.
			const again = (later = message) =>
				markInDoubt(
					new NodeOperationError(node, message, {
						itemIndex: index,
						description: later === message ? description : `${description} A later try found: ${later}.`,
					}),
				);
			remember(index, { is: 'doubtful', error: again });
		},
	};
}

/** The service for an item whose write is in doubt: a guard may find what it wrote, but nothing is written again. */
export const withoutWrites = (service: Service, error: () => Error): Service => ({
	...service,
	async call(method, body, accepted) {
		if (isRead(method)) return await service.call(method, body, accepted);
		throw error();
	},
});
