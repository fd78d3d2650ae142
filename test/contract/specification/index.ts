import { account } from './account.ts';
import { clients } from './clients.ts';
import { invoices } from './invoices.ts';
import type { MethodSpecification } from './types.ts';

/** The rows of the contract table. */
export const SPECIFICATION: readonly MethodSpecification[] = [...account, ...clients, ...invoices];
