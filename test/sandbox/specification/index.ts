import { account } from './account.ts';
import { catalogue } from './catalogue.ts';
import { clients } from './clients.ts';
import { estimates } from './estimates.ts';
import { expenses } from './expenses.ts';
import { invoices } from './invoices.ts';
import { projects } from './projects.ts';
import { recurring } from './recurring.ts';
import { staff } from './staff.ts';
import { tasks } from './tasks.ts';
import { timeLogs } from './timeLogs.ts';
import type { MethodSpecification } from './types.ts';

/** The rows of the contract table. */
export const SPECIFICATION: readonly MethodSpecification[] = [
	...account,
	...clients,
	...invoices,
	...estimates,
	...recurring,
	...staff,
	...catalogue,
	...expenses,
	...projects,
	...tasks,
	...timeLogs,
];
