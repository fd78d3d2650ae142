import type { Property } from '../../engine/property';

/** Reduces records of more than ten fields to those that most workflows need. */
export const simplifyField: Property = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	element: false,
};
