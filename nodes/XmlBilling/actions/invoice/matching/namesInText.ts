import { foldText } from '../../../xml/shape';

const LEGAL_FORMS =
	/(?: (?:ab|ag|as|bv|co|company|corp|corporation|gmbh|inc|incorporated|kg|limited|llc|llp|ltd|nv|oy|plc|pty|sa|sarl|se|spa|srl|ug))+$/;
const MIN_CHARACTERS = 4;

/** A text for finding names in it: its words in lower case, without accents and punctuation, between blanks. */
export const foldWords = (text: string): string =>
	` ${foldText(text)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;

/**
 * Whether a text has the name of an organization, with or without its legal form, or of a person, in any order.
 *
 * @param folded the text (see `foldWords`)
 */
export const hasName = (folded: string, { organization, contact }: Names): boolean =>
	[organization, organization.trimEnd().replace(LEGAL_FORMS, '')].some(
		(name) => name.trim().length >= MIN_CHARACTERS && folded.includes(` ${name.trim()} `),
	) || hasWords(folded, contact.trim());

/** The names of a client, folded. */
export interface Names {
	readonly organization: string;
	readonly contact: string;
}

const hasWords = (folded: string, name: string): boolean =>
	name.length >= MIN_CHARACTERS && name.split(' ').every((word) => folded.includes(` ${word} `));
