import { NOT_FOUND } from './rejection.mts';
import { escapeText, writeAnswer, type Answer, type Output } from './xml.mts';

/** Sloppy ways in which a service that follows the interface may answer, and in which it may store what it gets. */
export const QUIRKS = {
	bareRefusals: 'Refuses with an HTTP status and no body; an empty list is no refusal',
	groupedAmounts: 'Writes amounts from a thousand on with separators',
	httpStatuses: 'Repeats the status of an answer as the HTTP status',
	lowerCaseStatuses: 'Writes statuses in lower case',
	marksNothing: 'Bills time and expenses without marking them as billed',
	namesDeleted: 'Answers deleteExpenseCategory with the identifiers',
	threePlaces: 'Has a tax with three decimal places, and takes as many on lines',
	refusesEmpty: 'Answers a list that finds nothing with status 400 (extension of the vendor)',
	removesDeleted: 'Removes documents that it deletes, and lists no deleted records',
	slashed: 'Writes a backslash before every quote (extension of the vendor)',
	timedDates: 'Writes a time after every day',
	unescaped: 'Writes & and <br> in values as they are stored',
	vagueLists: 'Lists payments without their notes and with their methods in capitals',
} as const;

export type Quirk = keyof typeof QUIRKS;

type Change = (output: Output, method: string) => Output;

/** What quirks change in an answer once it is made. */
const CHANGES: Partial<Record<Quirk, Change>> = {
	groupedAmounts: (output) =>
		withText(output, (text) =>
			/^-?\d{4,}\.\d\d$/.test(text) ? text.replace(/\B(?=(\d{3})+\.)/g, ',') : text,
		),
	lowerCaseStatuses: (output) =>
		output.name.endsWith('status') ? withText(output, (text) => text.toLowerCase()) : output,
	// The tax of New York City.
	threePlaces: (output, method) =>
		method === 'listTax' && output.name === 'value'
			? withText(output, (text) => (text === '2.50' ? '8.875' : text))
			: output,
	timedDates: (output) => withText(output, (text) => text.replace(/^\d{4}-\d\d-\d\d$/, '$& 00:00:00')),
	vagueLists: (output, method) =>
		method.startsWith('list') && output.name === 'transaction' ? vague(output) : output,
};

/** The answer to a method, changed by these quirks. */
const withQuirks = (answer: Answer, method: string, quirks: readonly Quirk[]): Answer =>
	quirks.reduce((answered, quirk) => {
		const change = CHANGES[quirk];
		if (change === undefined) return answered;
		return { ...answered, elements: answered.elements?.map((output) => changed(output, method, change)) };
	}, answer);

function changed(output: Output, method: string, change: Change): Output {
	const { content } = output;
	if (typeof content === 'string') return change(output, method);
	return change({ ...output, content: content.map((child) => changed(child, method, change)) }, method);
}

const withText = (output: Output, change: (text: string) => string): Output =>
	typeof output.content === 'string' ? { ...output, content: change(output.content) } : output;

function vague(transaction: Output): Output {
	if (typeof transaction.content === 'string') return transaction;
	const content = transaction.content.map((field) => {
		if (field.name === 'notes') return { ...field, content: '' };
		return field.name === 'method' ? withText(field, (text) => text.toUpperCase()) : field;
	});
	return { ...transaction, content };
}

/** The XML document of the answer to a method, as a service with these quirks writes it. */
export function writeWithQuirks(answer: Answer, method: string, quirks: readonly Quirk[]): string {
	const escape = quirks.includes('unescaped') ? escapeLittle : escapeText;
	const document = writeAnswer(withQuirks(answer, method, quirks), escape);
	return quirks.includes('slashed') ? document.replaceAll('"', String.raw`\"`) : document;
}

const escapeLittle = (text: string): string =>
	escapeText(text).replaceAll('&amp;', '&').replaceAll('&lt;br&gt;', '<br>');

/** Whether an answer is a refusal, of which a service may send nothing but the HTTP status. */
export const isRefusal = ({ status, text }: Answer, method: string): boolean =>
	status !== 200 && !(text === NOT_FOUND && method.startsWith('list'));
