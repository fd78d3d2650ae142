import type { Answer, Output } from './answer.ts';

/** Sloppy ways in which a service that follows the interface may answer. */
export const MANNERS = {
	httpStatuses: 'Repeats the status of an answer as the HTTP status',
	ignoresFilters: 'Lists the same records whatever the filters',
	lowerCaseStatuses: 'Writes statuses in lower case',
	padded: 'Writes every value on its own line, with blanks around it',
	timedDates: 'Writes a time after every day',
	vagueLists: 'Lists payments without their notes and with their methods in capitals',
} as const;

export type Manner = keyof typeof MANNERS;

type Change = (output: Output, method: string) => Output;

/** What manners change in an answer once it is made. */
const CHANGES: Partial<Record<Manner, Change>> = {
	lowerCaseStatuses: (output) =>
		output.name.endsWith('status') ? withText(output, (text) => text.toLowerCase()) : output,
	padded: (output) => withText(output, (text) => (text === '' ? text : `\n\t\t${text} \n\t`)),
	timedDates: (output) => withText(output, (text) => text.replace(/^\d{4}-\d\d-\d\d$/, '$& 00:00:00')),
	vagueLists: (output, method) =>
		method.startsWith('list') && output.name === 'transaction' ? vague(output) : output,
};

/** The answer to a method, changed by these manners. */
export const withManners = (answer: Answer, method: string, manners: readonly Manner[]): Answer =>
	manners.reduce(
		(answered, manner) => ({
			...answered,
			elements: answered.elements?.map((output) =>
				changed(output, method, CHANGES[manner] ?? ((same) => same)),
			),
		}),
		answer,
	);

function changed(output: Output, method: string, change: Change): Output {
	const { content } = output;
	const inner =
		typeof content === 'string' ? content : content.map((child) => changed(child, method, change));
	return change({ ...output, content: inner }, method);
}

const withText = (output: Output, change: (text: string) => string): Output =>
	typeof output.content === 'string' ? { ...output, content: change(output.content) } : output;

function vague(transaction: Output): Output {
	if (typeof transaction.content === 'string') return transaction;
	const content = transaction.content.map((field) =>
		field.name === 'notes'
			? { ...field, content: '' }
			: field.name === 'method'
				? withText(field, (text) => text.toUpperCase())
				: field,
	);
	return { ...transaction, content };
}
