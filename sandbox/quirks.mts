import { NOT_FOUND } from './rejection.mts';
import { writeAnswer, type Answer } from './xml.mts';

/** Sloppy ways in which a service that follows the interface may answer, and in which it may store what it gets. */
export const QUIRKS = {
	bareRefusals: 'Refuses with an HTTP status and no body; an empty list is no refusal',
	groupedAmounts: 'Writes amounts from a thousand on with separators',
	httpStatuses: 'Repeats the status of an answer as the HTTP status',
	lowerCaseStatuses: 'Writes statuses in lower case',
	marksNothing: 'Bills time and expenses without marking them as billed',
	threePlaces: 'Has a tax with three decimal places, and takes as many on lines',
	refusesEmpty: 'Answers a list that finds nothing with status 400 (extension of the vendor)',
	removesDeleted: 'Removes documents that it deletes, and lists no deleted records',
	slashed: 'Writes a backslash before every quote (extension of the vendor)',
	timedDates: 'Writes a time after every day',
	unescaped: 'Writes & and <br> in values as they are stored',
	vagueLists: 'Lists payments without their notes and with their methods in capitals',
} as const;

export type Quirk = keyof typeof QUIRKS;

/** What quirks change in the document of an answer. */
const CHANGES: Partial<Record<Quirk, (document: string, method: string) => string>> = {
	groupedAmounts: (document) => document.replace(/(?<=>-?\d+)(?=(\d{3})+\.\d\d<)/g, ','),
	lowerCaseStatuses: (document) =>
		document.replace(/(?<=<\w*status>)[^<]*/g, (status) => status.toLowerCase()),
	slashed: (document) => document.replaceAll('"', String.raw`\"`),
	// The tax of New York City.
	threePlaces: (document, method) =>
		method === 'listTax' ? document.replaceAll('<value>2.50<', '<value>8.875<') : document,
	timedDates: (document) => document.replace(/(?<=>\d{4}-\d\d-\d\d)(?=<)/g, ' 00:00:00'),
	unescaped: (document) => document.replaceAll('&amp;', '&').replaceAll('&lt;br&gt;', '<br>'),
	vagueLists: (document, method) =>
		method.startsWith('list') ? document.replace(/<transaction>.*?<\/transaction>/gs, vague) : document,
};

const vague = (transaction: string): string =>
	transaction
		.replace(/<notes>.*<\/notes>/s, '<notes/>')
		.replace(/(?<=<method>)[^<]*/, (method) =>
			method.replace(/(?<!&)\b[a-z]+/g, (word) => word.toUpperCase()),
		);

/** The XML document of the answer to a method, as a service with these quirks writes it. */
export function writeWithQuirks(answer: Answer, method: string, quirks: readonly Quirk[]): string {
	const change = (document: string, quirk: Quirk) => CHANGES[quirk]?.(document, method) ?? document;
	return quirks.reduce(change, writeAnswer(answer));
}

/** Whether an answer is a refusal, of which a service may send nothing but the HTTP status. */
export const isRefusal = ({ status, text }: Answer, method: string): boolean =>
	status !== 200 && !(text === NOT_FOUND && method.startsWith('list'));
