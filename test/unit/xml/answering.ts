/** Documents of the service, read. */
import { decodeAnswer, type Answer } from '../../../nodes/XmlBilling/xml/answer';
import { parse } from '../../../nodes/XmlBilling/xml/parse';

export function read(document: string): Answer | undefined {
	const parsed = parse(document);
	if (!parsed.ok) throw new Error(parsed.problem);
	return decodeAnswer(parsed.root);
}

export function answer(inner: string, status = 200): Answer {
	const found = read(`<?xml version="1.0"?>\n<response status="${status}">${inner}</response>`);
	if (found === undefined) throw new Error('This is no answer');
	return found;
}
