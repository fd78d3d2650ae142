/** Documents of the service, read. */
import { decodeAnswer, type Answer } from '../../../nodes/XmlBilling/xml/answer';
import { parse } from '../../../nodes/XmlBilling/xml/parse';
import { rootOf } from './reading.mts';

export const read = (document: string): Answer | undefined => decodeAnswer(rootOf(parse(document)));

export function answer(inner: string, status = 200): Answer {
	const found = read(`<?xml version="1.0"?>\n<response status="${status}">${inner}</response>`);
	if (found === undefined) throw new Error('This is no answer');
	return found;
}
