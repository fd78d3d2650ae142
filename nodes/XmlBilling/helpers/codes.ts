/** The three-letter codes of countries and currencies (§2.1). */
import countryCodes from 'i18n-iso-countries/codes.json';
import english from 'i18n-iso-countries/langs/en.json';
import { foldText } from './GenericFunctions';

/** A code, and the names that people search for. Lists show the first name. */
export interface Code {
	readonly code: string;
	/** The two letters that also name a country. */
	readonly short?: string;
	readonly names: readonly string[];
}

/** Names that people type but the list of countries lacks. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
	ARE: ['UAE'],
	GBR: ['England', 'Scotland', 'Wales', 'Great Britain', 'UK'],
	NLD: ['Holland'],
	TUR: ['Turkey'],
	VNM: ['Viet Nam'],
};

const once = (make: () => Code[]): (() => readonly Code[]) => {
	let made: Code[] | undefined;
	return () => (made ??= make());
};

/** The countries of ISO 3166. */
export const countries = once(() => {
	const names = new Map<string, string | string[]>(Object.entries(english.countries));
	return countryCodes.map(([short = '', long = '']) => ({
		code: long,
		short,
		names: [...[names.get(short) ?? long].flat(), ...(ALSO[long] ?? []), short],
	}));
});

/** The currencies that the JavaScript engine knows, with their names and signs. */
export const currencies = once(() => {
	const names = new Intl.DisplayNames(['en'], { type: 'currency' });
	return Intl.supportedValuesOf('currency').map((code) => ({
		code,
		names: [names.of(code) ?? code, signOf(code)],
	}));
});

const signOf = (currency: string): string =>
	new Intl.NumberFormat('en', { style: 'currency', currency })
		.formatToParts(0)
		.find(({ type }) => type === 'currency')?.value ?? currency;

/** The code that a text certainly means: in any case, or a country's two letters. Undefined if it means none. */
export function codeMeant(list: readonly Code[], text: string): string | undefined {
	const wanted = text.trim().toUpperCase();
	return list.find(({ code, short }) => code === wanted || short === wanted)?.code;
}

/** The codes whose names come nearest to a text, best first: those that are it, begin with it, or have it inside. */
export function codesNear(list: readonly Code[], text: string): Code[] {
	const wanted = foldText(text);
	return list
		.map((code) => ({ code, rank: rankOf(code, wanted) }))
		.filter(({ rank }) => rank < UNFOUND)
		.sort((one, other) => one.rank - other.rank || labelOf(one.code).localeCompare(labelOf(other.code)))
		.map(({ code }) => code);
}

/** A code with its name, as lists show it. */
export const labelOf = ({ code, names: [name] }: Code): string => `${name ?? code} (${code})`;

const UNFOUND = 3;

function rankOf({ code, names }: Code, wanted: string): number {
	const texts = [code, ...names].map(foldText);
	if (texts.some((text) => text === wanted)) return 0;
	if (texts.some((text) => text.startsWith(wanted))) return 1;
	return texts.some((text) => text.includes(wanted)) ? 2 : UNFOUND;
}
