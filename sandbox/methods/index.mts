import type { Methods } from '../method.mts';
import { account } from './account.mts';
import { clients } from './clients.mts';
import { estimates } from './estimates.mts';
import { expenses } from './expenses.mts';
import { goods } from './goods.mts';
import { invoices } from './invoices.mts';
import { invoicesFrom } from './invoicesFrom.mts';
import { items } from './items.mts';
import { payments } from './payments.mts';
import { projects } from './projects.mts';
import { recurring } from './recurring.mts';
import { staff } from './staff.mts';
import { tasks } from './tasks.mts';
import { timeLogs } from './timeLogs.mts';

/** The table of the interface's methods. Every other name is answered with status 501 (§7). */
export const METHODS: Methods = {
	...account,
	...clients,
	...estimates,
	...expenses,
	...goods,
	...invoices,
	...invoicesFrom,
	...items,
	...payments,
	...projects,
	...recurring,
	...staff,
	...tasks,
	...timeLogs,
};

/** Names that the interface lists without a request for them (§4.11): status 501 as well. */
export const UNSUPPORTED_METHODS = [
	'addInvoiceLineItem',
	'exportInvoicePDF',
	'getInvoiceLog',
	'getInvoiceLogDetail',
	'invOfflinePayment',
	'invoiceOnlinePayment',
	'updateInvoiceLineItem',
] as const;
