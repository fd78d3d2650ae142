import type { Element, Parsed } from '../../../nodes/XmlBilling/xml/parse';

/** The root of a document, which must be one. */
export function rootOf(parsed: Parsed): Element {
	if (!parsed.ok) throw new Error(parsed.problem);
	return parsed.root;
}
