import codes from 'i18n-iso-countries/codes.json';
import english from 'i18n-iso-countries/langs/en.json';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

/** A code, and the names that people search for. Lists show the first name. */
interface Code {
	readonly code: string;
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

/** The countries by their three-letter codes (§2.1). */
export const countries = (): Code[] => {
	const names = new Map<string, string | string[]>(Object.entries(english.countries));
	return codes.map(([short = '', long = '']) => ({
		code: long,
		names: [...[names.get(short) ?? long].flat(), ...(ALSO[long] ?? []), short],
	}));
};

/** The currencies that the JavaScript engine knows, by their three-letter codes. */
export const currencies = (): Code[] => {
	const names = new Intl.DisplayNames(['en'], { type: 'currency' });
	return Intl.supportedValuesOf('currency').map((code) => ({ code, names: [names.of(code) ?? code] }));
};

/** Searches a list of codes without sending requests. Exact matches come first, then names that begin with the typed text. */
export const searchCodes = (list: () => Code[]) =>
	async function (this: ILoadOptionsFunctions, typed = ''): Promise<INodeListSearchResult> {
		const wanted = plain(typed);
		const found = list()
			.map((code) => ({ code, rank: rankOf(code, wanted) }))
			.filter(({ rank }) => rank < UNFOUND);
		const results = found
			.sort(
				(one, other) => one.rank - other.rank || toItem(one.code).name.localeCompare(toItem(other.code).name),
			)
			.map(({ code }) => toItem(code));
		return await Promise.resolve({ results });
	};

const UNFOUND = 3;

function rankOf({ code, names }: Code, wanted: string): number {
	const texts = [code, ...names].map(plain);
	if (texts.some((text) => text === wanted)) return 0;
	if (texts.some((text) => text.startsWith(wanted))) return 1;
	return texts.some((text) => text.includes(wanted)) ? 2 : UNFOUND;
}

// People may type names without accents.
const plain = (text: string): string => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

const toItem = ({ code, names: [name] }: Code): INodeListSearchItems => ({
	name: `${name ?? code} (${code})`,
	value: code,
});
