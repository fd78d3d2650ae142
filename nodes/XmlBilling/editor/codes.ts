import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { codesNear, labelOf, type Code } from '../xml/codes';

const toItem = (code: Code): INodeListSearchItems => ({ name: labelOf(code), value: code.code });

/** Searches a list of codes without sending requests. Exact matches come first, then names that begin with the typed text. */
export const searchCodes = (list: () => readonly Code[]) =>
	async function (this: ILoadOptionsFunctions, typed = ''): Promise<INodeListSearchResult> {
		return await Promise.resolve({ results: codesNear(list(), typed).map(toItem) });
	};
