import type { Methods } from '../method.ts';
import { account } from './account.ts';
import { clients } from './clients.ts';
import { estimates } from './estimates.ts';
import { expenseCategories } from './expenseCategories.ts';
import { expenses } from './expenses.ts';
import { invoices } from './invoices.ts';
import { invoicesFrom } from './invoicesFrom.ts';
import { items } from './items.ts';
import { payments } from './payments.ts';
import { recurring } from './recurring.ts';
import { products } from './products.ts';
import { projects } from './projects.ts';
import { services } from './services.ts';
import { staff } from './staff.ts';
import { tasks } from './tasks.ts';
import { timeLogs } from './timeLogs.ts';

/** The methods of the interface that the sandbox has. Every other name is answered with status 501 (§7). */
export const METHODS: Methods = {
	...account,
	...clients,
	...estimates,
	...expenseCategories,
	...expenses,
	...invoices,
	...invoicesFrom,
	...items,
	...payments,
	...recurring,
	...products,
	...projects,
	...services,
	...staff,
	...tasks,
	...timeLogs,
};
