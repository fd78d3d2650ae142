import type {
	AccountRow,
	ChargeRow,
	ClientRow,
	ContactRow,
	CreditRow,
	CustomFieldRow,
	EstimateRow,
	ExpenseCategoryRow,
	ExpenseRow,
	GoodsRow,
	InvoiceRow,
	LateFeeRow,
	LineRow,
	MailRow,
	PaymentMethodRow,
	PaymentRow,
	ProjectRow,
	RecurringRow,
	StaffRow,
	TaskRow,
	TaxRow,
	TimeEntryRow,
} from './rows.ts';

/** The row types of the kinds of record. */
export interface RecordRows {
	account: AccountRow;
	charge: ChargeRow;
	client: ClientRow;
	contact: ContactRow;
	credit: CreditRow;
	customField: CustomFieldRow;
	estimate: EstimateRow;
	expense: ExpenseRow;
	expenseCategory: ExpenseCategoryRow;
	invoice: InvoiceRow;
	lateFee: LateFeeRow;
	line: LineRow;
	mail: MailRow;
	payment: PaymentRow;
	paymentMethod: PaymentMethodRow;
	product: GoodsRow;
	project: ProjectRow;
	recurring: RecurringRow;
	service: GoodsRow;
	staff: StaffRow;
	task: TaskRow;
	tax: TaxRow;
	timeEntry: TimeEntryRow;
}

export type RecordKind = keyof RecordRows;

/** The table of each kind of record. */
export const TABLES: Record<RecordKind, string> = {
	account: 'account',
	charge: 'charge',
	client: 'client',
	contact: 'contact',
	credit: 'credit',
	customField: 'custom_field',
	estimate: 'estimate',
	expense: 'expense',
	expenseCategory: 'expense_category',
	invoice: 'invoice',
	lateFee: 'late_fee',
	line: 'line',
	mail: 'mail',
	payment: 'payment',
	paymentMethod: 'payment_method',
	product: 'product',
	project: 'project',
	recurring: 'recurring',
	service: 'service',
	staff: 'staff',
	task: 'task',
	tax: 'tax',
	timeEntry: 'time_entry',
};
