import { reject } from '../rejection.ts';

/** The e-mail address in a text, or the fallback when the text is empty. Throws a Rejection when it is not an address. */
export function emailOr(text: string, fallback: string): string {
	if (text === '') return fallback;
	return /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(text) ? text : reject('Email is invalid.');
}
