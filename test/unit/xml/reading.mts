/** A document, and ways to read it. */
import { parse, readDocument, type Element, type Parsed } from '../../../nodes/XmlBilling/xml/parse';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const problemOf = (body: Uint8Array | string, contentType?: string): string => {
	const parsed = typeof body === 'string' ? parse(body) : readDocument(body, contentType);
	return parsed.ok ? 'none' : parsed.problem;
};

export function rootOf(parsed: Parsed): Element {
	if (!parsed.ok) throw new Error(parsed.problem);
	return parsed.root;
}

export const DOCUMENT = `<?xml version="1.0" encoding="utf-8"?>
<!-- made by the service -->
<response status='200'>
	<invoices page="1"  total_pages = "1">
		<invoice><number>007</number><title><![CDATA[A & <b>]]> &amp; ü € 🧾</title><notes/></invoice>
	</invoices>
	<?keep this?>
</response>`;
