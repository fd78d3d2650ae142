import type { RecordType } from '../records';
import { options, switchField, formField, severalFromList } from './fields';
import { isProperty, type Property } from './property';

/** For records with more than ten fields. */
export const simplifyField = switchField('Simplify', {
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { hide: { '@tool': [true] } },
	element: false,
});

/** The same choice for agents, whose context is limited. */
const output = formField('Output', {
	type: 'options',
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields' },
		{ name: 'Selected Fields', value: 'selectedFields', description: 'Only the fields you choose' },
		{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
	],
	default: 'simplified',
	description: 'Fields to return to the agent',
	displayOptions: { show: { '@tool': [true] } },
	element: false,
});

const outputFields = severalFromList('getOutputFields', 'Field', {
	name: 'outputFields',
	typeOptions: { loadOptionsDependsOn: ['resource', 'operation'] },
	displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
	element: false,
});

export const includeNames = switchField('Include Names', {
	default: false,
	description:
		'Whether to add the names of linked records, which takes more requests. Without this option, they are added.',
	element: false,
});

/** The form of an operation with the fields that shape its output: before its options, and among them. Sorting comes last. */
export function withOutputFields({
	properties,
	shows,
}: {
	readonly properties: Property[];
	readonly shows?: RecordType;
}): Property[] {
	if (shows === undefined) return properties;
	const shaping = shows.isWide ? [simplifyField, output, outputFields] : [];
	const given = properties.find(({ name }) => name === 'options');
	const sort = properties.filter(({ name }) => name === 'sort');
	const others = properties.filter((property) => property !== given && !sort.includes(property));
	const fields = (given?.options ?? []).filter(isProperty);
	const last = shows.links === undefined ? given : options(...fields, includeNames);
	return [...others, ...shaping, last, ...sort].filter((property) => property !== undefined);
}
