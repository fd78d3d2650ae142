/** What is wrong with a list that the service sent, in words. */
import { RECORD_TYPES } from './index';
import { nameOf } from './display';
import type { Place } from '../xml/parse';
import { decodeRecord } from '../xml/shape';

/** Where an answer breaks: `line 12, column 7, in the record after invoice 00121`. Shows nothing else of the answer. */
export function placeInWords({ line, column, list, before }: Place): string {
	const at = `line ${line}, column ${column}`;
	const type = RECORD_TYPES.find(({ wrapper }) => wrapper === list);
	if (type === undefined) return at;
	if (before === undefined) return `${at}, in the first record`;
	const record = before.name === type.name ? decodeRecord(before, type.shape) : {};
	return Number.isSafeInteger(record[type.id]) ? `${at}, in the record after ${nameOf(type, record)}` : at;
}
