import fc from 'fast-check';
import { observing, type Facts } from '../../../nodes/XmlBilling/transport/observe';

/** What is observed of a body in these pieces, and the bytes that pass through. */
async function observe(pieces: readonly Uint8Array[], contentType?: string): Promise<[Facts, Buffer]> {
	const observed = observing(
		async () =>
			await Promise.resolve({ statusCode: 207, headers: { 'content-type': contentType }, body: pieces }),
	);
	expect(observed.facts()).toBeUndefined();
	const { body } = await observed.send('', new AbortController().signal);
	const passed: Uint8Array[] = [];
	for await (const chunk of body) passed.push(chunk);
	const facts = observed.facts();
	if (facts === undefined) throw new Error('Nothing was observed');
	return [facts, Buffer.concat(passed)];
}

const cut = (bytes: Buffer, size: number): Buffer[] =>
	Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
		bytes.subarray(index * size, (index + 1) * size),
	);

const DECLARED = '<?xml version="1.0" encoding="ISO-8859-1"?><response status="200">';

it('passes any body on unchanged, and reports its character set however it is split', async () => {
	const text = fc.string({ unit: 'grapheme', maxLength: 400 });
	const size = fc.integer({ min: 1, max: 300 });
	await fc.assert(
		fc.asyncProperty(text, size, async (content, length) => {
			const whole = Buffer.from(DECLARED + content);
			const [facts, passed] = await observe(cut(whole, length), 'text/xml; charset="utf8"');
			expect(passed.equals(whole)).toBe(true);
			const isAscii = [...content].every((character) => character < '\x80');
			expect(facts).toEqual({
				httpStatus: 207,
				inHeader: 'utf-8',
				inDeclaration: 'windows-1252',
				hasDeclaration: true,
				bytes: isAscii ? 'ASCII' : 'UTF-8',
			});
		}),
	);
});

it.each([
	[Buffer.from('<response>\xe9</response>', 'latin1'), undefined, { bytes: 'other', hasDeclaration: false }],
	[Buffer.from('\uFEFF <?xml version="1.0"?><a/>'), 'text/xml', { bytes: 'UTF-8', hasDeclaration: true }],
	[Buffer.from('<a/>'), 'text/xml; charset=x-secret', { inHeader: 'unknown', inDeclaration: undefined }],
])('the facts of %s with the content type %s are noted', async (body, contentType, facts) => {
	expect((await observe([body], contentType))[0]).toMatchObject(facts);
});
