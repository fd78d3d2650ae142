import { textAt, wordAt, type Element } from '../element.ts';
import { reject } from '../rejection.ts';
import { emptyHeader, HEADER_PATHS, readHeader, type Header } from './header.ts';

/** The header elements of the methods that make or change recurring profiles (§4.5). */
export const RECURRING_HEADER_PATHS = [...HEADER_PATHS, 'recurring_title', 'frequency', 'occurence'];

/** The columns that those elements fill, the client apart. */
export interface RecurringHeader extends Header {
	title: string;
	frequency: string;
	occurence: number;
}

/** What an unrecognised frequency is saved as (§4.5). */
const PLAIN_FREQUENCY = '1 Week';

/** What a new profile has where its request says nothing. */
export function newRecurringHeader(today: string): RecurringHeader {
	return { ...emptyHeader(today), title: '', frequency: PLAIN_FREQUENCY, occurence: 0 };
}

/** The header of a profile. What the request leaves out is taken from the defaults. Throws a Rejection when a value is invalid. */
export function readRecurringHeader(request: Element, defaults: RecurringHeader): RecurringHeader {
	return {
		...readHeader(request, defaults),
		title: textAt(request, 'recurring_title') || defaults.title,
		frequency: frequencyAt(request) || defaults.frequency,
		occurence: occurenceAt(request) ?? defaults.occurence,
	};
}

function frequencyAt(request: Element): string {
	const word = wordAt(request, 'frequency');
	return word === '' || /^[1-9]\d* (Day|Week|Month|Year)s?$/.test(word) ? word : PLAIN_FREQUENCY;
}

function occurenceAt(request: Element): number | undefined {
	const word = wordAt(request, 'occurence');
	if (word === '') return undefined;
	return /^\d{1,9}$/.test(word) ? Number(word) : reject('Occurence is invalid.');
}
