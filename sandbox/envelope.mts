import { parseXml, XmlDocumentType, XmlElement, XmlText, type XmlDocument } from '@rgrove/parse-xml';
import type { Element } from './element.mts';
import { reject } from './rejection.mts';

/** A request document: the method that its root names, and the root itself. */
export interface Envelope {
	method: string;
	request: Element;
}

/**
 * Reads a request body (§4.1): a form with the field `xml_request`, holding one XML document with the root `request`.
 * Throws a Rejection with status 400 when the body is not a form with that field, or the document does not parse or declares a
 * document type, which could define entities.
 */
export function readEnvelope(contentType: string, body: Buffer): Envelope {
	const root = parseDocument(readForm(contentType, body) ?? reject('The form field xml_request is missing.'));
	if (root.name !== 'request') reject('The root element must be request.');
	return { method: root.attributes['method'] ?? '', request: toElement(root) };
}

/** The value of the form field. Wrong escapes and wrong UTF-8 are errors, not replaced characters. */
function readForm(contentType: string, body: Buffer): string | undefined {
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return undefined;
	const field = body
		.toString('latin1')
		.split('&')
		.find((pair) => pair.startsWith('xml_request='));
	if (field === undefined) return undefined;
	try {
		return decodeURIComponent(field.slice('xml_request='.length).replaceAll('+', ' '));
	} catch {
		return reject('The form field xml_request is not encoded as a form.');
	}
}

function parseDocument(text: string): XmlElement {
	let document: XmlDocument;
	try {
		document = parseXml(text, { preserveDocumentType: true });
	} catch {
		return reject('The request is not a well-formed XML document.');
	}
	if (document.children.some((node) => node instanceof XmlDocumentType)) {
		reject('A document type declaration is not accepted.');
	}
	return document.root ?? reject('The request is not a well-formed XML document.');
}

function toElement(source: XmlElement): Element {
	const element: Element = { name: source.name, text: '', children: [] };
	for (const node of source.children) {
		if (node instanceof XmlElement) element.children.push(toElement(node));
		else if (node instanceof XmlText) element.text += node.text;
	}
	return element;
}
