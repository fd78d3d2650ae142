import { SaxesParser } from 'saxes';

/** An element of an answer. `text` is its own character data. */
export interface AnswerElement {
	name: string;
	attributes: Record<string, string>;
	text: string;
	children: AnswerElement[];
}

/** Reads an answer. Throws when it is not a well-formed document. */
export function readAnswer(xml: string): AnswerElement {
	const outside: AnswerElement = { name: '', attributes: {}, text: '', children: [] };
	const open = [outside];
	const current = () => open.at(-1) ?? outside;
	const parser = new SaxesParser();
	parser.on('opentag', ({ name, attributes }) => {
		const element = { name, attributes, text: '', children: [] };
		current().children.push(element);
		open.push(element);
	});
	parser.on('closetag', () => void open.pop());
	parser.on('text', (text) => void (current().text += text));
	parser.write(xml).close();
	const [root] = outside.children;
	if (root === undefined) throw new TypeError('The answer has no root element');
	return root;
}

/** The elements at a path below an element. */
export function allAt(element: AnswerElement, path: string): AnswerElement[] {
	const step = (found: AnswerElement[], name: string) =>
		found.flatMap((one) => one.children.filter((child) => child.name === name));
	return path.split('/').reduce(step, [element]);
}

/** The one element at a path. Throws when there are none or several. */
export function at(element: AnswerElement, path: string): AnswerElement {
	const [found, ...others] = allAt(element, path);
	if (found === undefined || others.length > 0)
		throw new RangeError(`${others.length + (found ? 1 : 0)} elements at ${path}`);
	return found;
}

/** The text of the one element at a path. */
export function textAt(element: AnswerElement, path: string): string {
	return at(element, path).text;
}

/** The texts of all elements at a path, in order. */
export function textsAt(element: AnswerElement, path: string): string[] {
	return allAt(element, path).map((found) => found.text);
}

/** The paths of all elements without children below an element, each once, in order of appearance. */
export function leafPaths(element: AnswerElement): string[] {
	const visit = (one: AnswerElement, path: string): string[] =>
		one.children.length === 0
			? [path]
			: one.children.flatMap((child) => visit(child, path === '' ? child.name : `${path}/${child.name}`));
	return [...new Set(visit(element, ''))];
}
