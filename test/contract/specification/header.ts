import { invoiceHeader } from './invoiceHeader.ts';
import type { ElementSpecification, InvalidValue } from './types.ts';

/** What estimates (§4.4) and recurring profiles (§4.5) both take of the header of invoices (§4.3). */
const SHARED = ['client/client_id', 'client/address', 'po_number', 'notes', 'terms'];

const sharedHeader = (client: InvalidValue): ElementSpecification[] =>
	invoiceHeader({ lateFee: false, client }).filter(({ path }) => SHARED.includes(path));

/** The elements of the header that createEstimate and createRecurring share. */
export const CREATED_HEADER = sharedHeader({ value: null, status: 400, message: 'Client id is not exists.' });

/**
 * The same for updateEstimate and updateRecurring. The client is required on both, but no message for an update without one is
 * shown, and updateRecurring leaves unchanged what is left out: how such an update ends is left open.
 */
export const UPDATED_HEADER = sharedHeader({
	value: null,
	status: 403,
	message: 'Client id is invalid.',
}).map((element) => ({ ...element, invalid: element.invalid?.filter(({ value }) => value) }));
