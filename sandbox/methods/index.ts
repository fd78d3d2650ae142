import type { Methods } from '../method.ts';
import { account } from './account.ts';
import { clients } from './clients.ts';
import { estimates } from './estimates.ts';
import { expenses } from './expenses.ts';
import { invoiceItems } from './invoiceItems.ts';
import { invoices } from './invoices.ts';
import { invoicesFrom } from './invoicesFrom.ts';
import { payments } from './payments.ts';
import { tasks } from './tasks.ts';
import { timeLogs } from './timeLogs.ts';

/** The methods of the interface that the sandbox has. Every other name is answered with status 501 (§7). */
export const METHODS: Methods = {
	...account,
	...clients,
	...estimates,
	...expenses,
	...invoices,
	...invoiceItems,
	...invoicesFrom,
	...payments,
	...tasks,
	...timeLogs,
};
