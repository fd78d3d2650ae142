/** What is wrong with a list that the service sent, in words. */
import { RECORD_TYPES, type RecordType } from './index';
import { nameOf } from './display';
import type { Place } from '../xml/parse';
import { decodeRecord } from '../xml/shape';

export const unnamedWarning = ({ list, id }: RecordType): string =>
	`${list} shows records without ${id}. They were left out, also of sums and of checks for duplicates. Ask the provider of the service.`;

export const shortWarning = ({ list }: RecordType, announced: number, shown: number): string =>
	`${list} says that there are ${announced} records, but its pages show only ${shown}. Records may be missing, also from sums and from checks for duplicates. Ask the provider of the service.`;

/** Where an answer breaks: `line 12, column 7, in the record after invoice 00121`. Shows nothing else of the answer. */
export function placeInWords({ line, column, list, before }: Place): string {
	const at = `line ${line}, column ${column}`;
	const type = RECORD_TYPES.find(({ wrapper }) => wrapper === list);
	if (type === undefined) return at;
	if (before === undefined) return `${at}, in the first record`;
	const record = before.name === type.name ? decodeRecord(before, type.shape) : {};
	return Number.isSafeInteger(record[type.id]) ? `${at}, in the record after ${nameOf(type, record)}` : at;
}
