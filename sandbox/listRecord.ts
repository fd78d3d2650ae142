import { element, type Output } from './answer.ts';
import type { ListRecords } from './method.ts';

/**
 * One record of a list, saying as much as the sandbox was told to let lists say: all its fields, those of the summary, or
 * its identifier, which is the first of the summary.
 */
export function listRecord(
	records: ListRecords,
	name: string,
	fields: readonly Output[],
	summary: readonly string[],
): Output {
	if (records === 'full') return element(name, fields);
	const kept = records === 'bare' ? summary.slice(0, 1) : summary;
	return element(
		name,
		fields.filter((field) => kept.includes(field.name)),
	);
}
