import { textAt, wordAt, type Element } from '../element.ts';
import { dateOr } from '../values/date.ts';
import { emptyHeader, HEADER_PATHS, readHeader, type Header } from './header.ts';

/** The header elements of the methods that make or change estimates (§4.4), the title apart: updateEstimate does not take it. */
export const ESTIMATE_HEADER_PATHS = [...HEADER_PATHS, 'number', 'schedule_date', 'status'];

/** The columns that those elements fill, client and number apart. */
export interface EstimateHeader extends Header {
	schedule_date: string;
	estimate_status: string;
}

/** What a new estimate has where its request says nothing. */
export function newEstimateHeader(today: string): EstimateHeader {
	return { ...emptyHeader(today), schedule_date: '', estimate_status: 'Draft' };
}

/**
 * The header of an estimate. What the request leaves out is taken from the defaults; the status is stored as it was sent
 * (§4.4). Throws a Rejection when a date is none.
 */
export function readEstimateHeader(request: Element, defaults: EstimateHeader): EstimateHeader {
	return {
		...readHeader(request, defaults),
		schedule_date: dateOr(
			wordAt(request, 'schedule_date'),
			defaults.schedule_date,
			'Schedule Date is invalid.',
		),
		estimate_status: textAt(request, 'status') || defaults.estimate_status,
	};
}
