import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { paymentMethodRecord, RECORD_TYPES } from '../records';
import { METHODS, type Method } from '../records/methods';
import { matching } from './pickList';

/** Searches the methods of the interface, grouped by what they read or write. Sends no requests. */
export async function searchMethods(
	this: ILoadOptionsFunctions,
	typed?: string,
): Promise<INodeListSearchResult> {
	return await Promise.resolve({ results: matching(METHODS.map(toItem), typed) });
}

const KINDS = [...RECORD_TYPES, paymentMethodRecord];

function toItem({ name, kind, of, reads }: Method): INodeListSearchItems {
	const label = KINDS.find((type) => type.name === kind)?.label ?? kind;
	const what = of === undefined ? label : `${label} ${of}`;
	return { name: `${name} (${reads ? 'reads' : 'writes'} ${what})`, value: name };
}
