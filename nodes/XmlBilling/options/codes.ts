import codes from 'i18n-iso-countries/codes.json';
import english from 'i18n-iso-countries/langs/en.json';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

/** The countries by their three-letter codes (§2.1). */
export const countries = (): INodeListSearchItems[] => {
	const names = new Map<string, string | string[]>(Object.entries(english.countries));
	return codes.map(([short = '', long = '']) => ({
		name: `${[names.get(short) ?? long].flat()[0] ?? long} (${long})`,
		value: long,
	}));
};

/** The currencies by their three-letter codes, as the JavaScript engine knows them. */
export const currencies = (): INodeListSearchItems[] => {
	const names = new Intl.DisplayNames(['en'], { type: 'currency' });
	return Intl.supportedValuesOf('currency').map((code) => ({
		name: `${names.of(code) ?? code} (${code})`,
		value: code,
	}));
};

/** A search in a list of codes, which needs no request. */
export const searchCodes = (list: () => INodeListSearchItems[]) =>
	async function (this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
		const wanted = typed?.trim().toLowerCase() ?? '';
		const results = list()
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.sort((one, other) => one.name.localeCompare(other.name));
		return await Promise.resolve({ results });
	};
