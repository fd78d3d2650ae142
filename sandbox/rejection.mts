/** Why a request is refused (§7). Throwing it undoes everything that the request has changed. */
export class Rejection extends Error {
	readonly status: number;

	constructor(message: string, status = 400) {
		super(message);
		this.status = status;
	}
}

/** The message for every empty list, and for a record that does not exist (§4.1, §7.1). */
export const NOT_FOUND = 'Data not found. Kindly check the request.';

/** Answers a list that finds nothing (§4.1). */
export const rejectEmpty = (quirks: readonly string[]): never =>
	reject(NOT_FOUND, quirks.includes('refusesEmpty') ? 400 : 404);

/** Refuses the request. Returns `never`, so it works in expressions. */
export function reject(message: string, status = 400): never {
	throw new Rejection(message, status);
}
