import type { Answer, Output } from './answer.ts';

/** Sloppy ways in which a service that follows the interface may answer. */
export const MANNERS = {
	padded: 'Writes every value on its own line, with blanks around it',
	vagueLists: 'Lists payments without their notes and with their methods in capitals',
} as const;

export type Manner = keyof typeof MANNERS;

const CHANGES: Readonly<Record<Manner, (output: Output, method: string) => Output>> = {
	padded: (output) => withText(output, (text) => (text === '' ? text : `\n\t\t${text} \n\t`)),
	vagueLists: (output, method) =>
		method.startsWith('list') && output.name === 'transaction' ? vague(output) : output,
};

/** The answer to a method, changed by these manners. */
export const withManners = (answer: Answer, method: string, manners: readonly Manner[]): Answer =>
	manners.reduce(
		(answered, manner) => ({
			...answered,
			elements: answered.elements?.map((output) => changed(output, method, CHANGES[manner])),
		}),
		answer,
	);

function changed(output: Output, method: string, change: (output: Output, method: string) => Output): Output {
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
