import type { Methods } from '../method.ts';
import { account } from './account.ts';
import { clients } from './clients.ts';
import { estimates } from './estimates.ts';
import { expenses } from './expenses.ts';
import { goods } from './goods.ts';
import { invoices } from './invoices.ts';
import { invoicesFrom } from './invoicesFrom.ts';
import { items } from './items.ts';
import { payments } from './payments.ts';
import { projects } from './projects.ts';
import { recurring } from './recurring.ts';
import { staff } from './staff.ts';
import { tasks } from './tasks.ts';
import { timeLogs } from './timeLogs.ts';

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
