import { setTimeout as wait } from 'node:timers/promises';

/** A body in pieces, which is never in memory as a whole. */
export type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>;

const END = '</response>';
const PIECES = 1_000;

/** An answer with more content at the end of its response. */
export function withMore(document: string, more: string): string {
	return document.replace(END, () => more + END);
}

/** 100 MB of text in an element of the response. */
export const hugeText = (document: string): Pieces =>
	filled(document, ['<notes>', '</notes>'], 'x'.repeat(100_000));

/** 10 million elements in the response. A reader should stop at their number, long before their size of 40 MB. */
export const manyElements = (document: string): Pieces => filled(document, ['', ''], '<e/>'.repeat(10_000));

/** 100,000 nested elements. */
export const deepElements = (document: string): string =>
	withMore(document, '<e>'.repeat(100_000) + '</e>'.repeat(100_000));

function* filled(
	document: string,
	[before, after]: readonly [string, string],
	filling: string,
): Iterable<Buffer> {
	yield Buffer.from(document.slice(0, -END.length) + before);
	const piece = Buffer.from(filling);
	for (let count = 0; count < PIECES; count += 1) yield piece;
	yield Buffer.from(after + END);
}

export function firstHalf(document: string): Buffer {
	const bytes = Buffer.from(document);
	return bytes.subarray(0, bytes.length / 2);
}

/** One byte at a time, then blanks until the reader gives up. */
export async function* byteByByte(document: string): AsyncIterable<Buffer> {
	for (const byte of Buffer.from(document)) {
		yield Buffer.of(byte);
		await wait(50);
	}
	for (;;) {
		yield Buffer.from(' ');
		await wait(50);
	}
}

/** An answer in ISO-8859-1. Characters that it lacks become references, and so do those that Windows reads as letters. */
export function inLatin1(document: string): Buffer {
	const referred = document.replace(
		/[^\0-\x7f\xa0-\xff]/gu,
		(character) => `&#${character.codePointAt(0) ?? 0};`,
	);
	return Buffer.from(referred, 'latin1');
}

/** Ten entities, each ten times the one before, and the last of them in the response: 10 GB when expanded. */
export function withEntityBomb(document: string): string {
	const names = [...'abcdefghij'];
	const entities = names.map((name, index) => {
		const before = names[index - 1];
		return `<!ENTITY ${name} "${(before === undefined ? 'x' : `&${before};`).repeat(10)}">`;
	});
	return withEntities(document, entities.join(''), '&j;');
}

/** An external entity, and a reference to it in the response. */
export function withExternalEntity(document: string, address: string): string {
	return withEntities(document, `<!ENTITY other SYSTEM "${address}">`, '&other;');
}

function withEntities(document: string, entities: string, reference: string): string {
	const declared = document.replace('<response', () => `<!DOCTYPE response [${entities}]>\n<response`);
	return withMore(declared, `<notes>${reference}</notes>`);
}
