import type { Body } from '../interface/document';
import { createDocument, sendDocument } from './document.create';
import { INVOICE } from './documents';
import type { Call } from './operation';

/** Creates an invoice with its lines (§4.3). */
export const createInvoice = createDocument(INVOICE);

/** Sends a new invoice, whatever its lines are made from (§4.3, §4.11). */
export const sendInvoice = async (call: Call, body: Body) => await sendDocument(call, INVOICE, body);
