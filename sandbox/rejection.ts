/** Why a request is refused (§7). Thrown by whatever finds the fault; everything that the request had changed is undone. */
export class Rejection extends Error {
	readonly status: number;

	constructor(message: string, status = 400) {
		super(message);
		this.status = status;
	}
}

/** The message of every list, and of a record that does not exist (§4.1, §7.1). */
export const NOT_FOUND = 'Data not found. Kindly check the request.';

/** Refuses the request. Returns never, so that it can stand in an expression. */
export function reject(message: string, status = 400): never {
	throw new Rejection(message, status);
}
