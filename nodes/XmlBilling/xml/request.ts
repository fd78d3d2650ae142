import { XMLBuilder } from 'fast-xml-parser';
import { escapeText } from './characters';

/** The content of an element: text, child elements, or several contents if the element is repeated. */
export type Content = string | Body | Array<string | Body>;

/** Elements by name. An empty string is an empty element. Undefined is not written. */
export interface Body {
	[element: string]: Content | undefined;
}

export const isBody = (content: Content | undefined): content is Body =>
	typeof content === 'object' && !Array.isArray(content);

const ELEMENT_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

const builder = new XMLBuilder({
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	suppressEmptyNode: false,
	// A method called `true` would otherwise lose its value.
	suppressBooleanAttributes: false,
	// Values are already escaped by this interface's rules.
	processEntities: false,
});

/** Whether a text can name an element of a request. */
export const isElementName = (name: string): boolean => ELEMENT_NAME.test(name);

/**
 * Writes a request document (§4.1): declaration, root `request` with the method, and the body. It is well-formed for any
 * values.
 *
 * @param body elements whose names `isElementName` rejects are left out
 * @throws Error for a body that is nested more than 99 deep
 */
export function writeRequest(method: string, body: Body): string {
	return builder.build({
		'?xml': { '@version': '1.0', '@encoding': 'utf-8' },
		request: { '@method': escapeText(method), ...escapeBody(body) },
	});
}

function escapeBody(body: Body): Body {
	const written = new Map<string, Content>();
	for (const [name, content] of Object.entries(body))
		if (content !== undefined && isElementName(name)) written.set(name, escapeContent(content));
	// Unlike assignments, this keeps an element called `__proto__`.
	return Object.fromEntries(written);
}

function escapeContent(content: Content): Content {
	if (Array.isArray(content))
		return content.map((part) => (typeof part === 'string' ? escapeText(part) : escapeBody(part)));
	return typeof content === 'string' ? escapeText(content) : escapeBody(content);
}
