import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { codesNear, labelOf, type Code } from '../xml/codes';

/** Searches a list of codes without sending requests. Exact matches come first, then names that begin with the typed text. */
export const searchCodes = (list: () => readonly Code[]) =>
	async function (this: ILoadOptionsFunctions, typed = ''): Promise<INodeListSearchResult> {
		const results = codesNear(list(), typed).map((code) => ({ name: labelOf(code), value: code.code }));
		return await Promise.resolve({ results });
	};
