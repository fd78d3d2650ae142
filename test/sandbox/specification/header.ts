import { invoiceHeader } from './invoiceHeader.ts';
import type { ElementSpecification, InvalidValue } from './types.ts';

/** What estimates (§4.4) and recurring profiles (§4.5) both take of the header of invoices (§4.3). */
const SHARED = ['client/client_id', 'client/address', 'po_number', 'notes', 'terms'];

const sharedHeader = (client: InvalidValue): ElementSpecification[] =>
	invoiceHeader({ lateFee: false, client }).filter(({ path }) => SHARED.includes(path));

/** The elements of the header that createEstimate and createRecurring share. */
export const CREATED_HEADER = sharedHeader({ value: null, status: 400, message: 'Client id is not exists.' });

/** The same for updateEstimate, which refuses as updateInvoice does (§7.1). */
export const UPDATED_HEADER = sharedHeader({ value: null, status: 403, message: 'Client id is invalid.' });

/** The same for updateRecurring, which leaves the client unchanged as well when it is left out (§4.5). */
export const KEPT_HEADER: readonly ElementSpecification[] = UPDATED_HEADER.map((element) => ({
	...element,
	required: undefined,
	invalid: element.invalid?.filter(({ value }) => value),
}));
