import type { Property } from '../../engine/property';

/** For records with more than ten fields. */
export const simplifyField: Property = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	element: false,
};
