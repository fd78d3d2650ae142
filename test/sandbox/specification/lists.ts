import { refuse } from './lines.ts';
import type { ElementSpecification, Refusal } from './types.ts';

/** The paging elements of every list method (§4.1), with the messages of §7.1. */
export const PAGING: readonly ElementSpecification[] = [
	{ path: 'filter/page', example: '1', invalid: refuse('Page is invalid.', '0', '-1', 'one', '1.5') },
	{
		path: 'filter/per_page_record',
		example: '100',
		invalid: refuse('Per page record is invalid.', '0', '-5', 'all', '2.5'),
	},
];

/** The message of a list that finds nothing (§4.1). */
export const NOT_FOUND = 'Data not found. Kindly check the request.';

/** How a list method refuses when it finds nothing. */
export const NOTHING_FOUND: readonly Refusal[] = [
	{ status: 404, message: NOT_FOUND, when: 'there is none', account: 'empty' },
];
