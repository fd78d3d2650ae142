import type { RecordRows } from './tables.mts';

export type { DocumentKind } from './tables.mts';

export type AccountRow = RecordRows['account'];
export type ChargeRow = RecordRows['charge'];
export type ClientRow = RecordRows['client'];
export type CreditRow = RecordRows['credit'];
export type EstimateRow = RecordRows['estimate'];
export type ExpenseRow = RecordRows['expense'];
export type ExpenseCategoryRow = RecordRows['expenseCategory'];
/** A product; or a service, whose quantity is the unit that it is charged in (§2.2). */
export type GoodsRow = RecordRows['product'];
/** Dates are '' when there is none; late_fee_id is 0 when there is no rule. */
export type InvoiceRow = RecordRows['invoice'];
export type LateFeeRow = RecordRows['lateFee'];
export type LineRow = RecordRows['line'];
export type MailRow = RecordRows['mail'];
export type PaymentRow = RecordRows['payment'];
export type ProjectRow = RecordRows['project'];
export type RecurringRow = RecordRows['recurring'];
export type StaffRow = RecordRows['staff'];
export type TaskRow = RecordRows['task'];
export type TaxRow = RecordRows['tax'];
export type TimeEntryRow = RecordRows['timeEntry'];
