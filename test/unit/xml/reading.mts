/** A document, and ways to read it. */
import { createReader, parse, type Element, type Parsed } from '../../../nodes/XmlBilling/xml/parse';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const problemOf = (body: Uint8Array | string, contentType?: string): string => {
	const parsed = parse(body, contentType);
	return parsed.ok ? 'none' : parsed.problem;
};

export function rootOf(parsed: Parsed): Element {
	if (!parsed.ok) throw new Error(parsed.problem);
	return parsed.root;
}

/** Reads a body in pieces that are cut at the given places. */
export function readPieces(body: Uint8Array, cuts: readonly number[], contentType?: string): Parsed {
	const reader = createReader(contentType);
	const places = [0, ...[...cuts].sort((one, other) => one - other), body.length];
	for (let index = 1; index < places.length; index += 1) {
		if (!reader.write(body.slice(places[index - 1], places[index]))) break;
	}
	return reader.end();
}

export const DOCUMENT = `<?xml version="1.0" encoding="utf-8"?>
<!-- made by the service -->
<response status='200'>
	<invoices page="1"  total_pages = "1">
		<invoice><number>007</number><title><![CDATA[A & <b>]]> &amp; ü € 🧾</title><notes/></invoice>
	</invoices>
	<?keep this?>
</response>`;
