import type { Store } from '../store/store.mts';

// The vendor documents the three types, but not what a group shows as its value. Here, it shows none.
const TAXES = [
	{ name: 'VAT', type: 'Normal', value: '20.00' },
	{ name: 'VAT reduced', type: 'Normal', value: '5.50' },
	{ name: 'GST', type: 'Normal', value: '18.00' },
	{ name: 'Service tax', type: 'Normal', value: '2.50' },
	{ name: 'PST', type: 'Compound', value: '10.00' },
	{ name: 'GST and service tax', type: 'Group', value: '' },
	{ name: 'Zero-rated', type: 'Normal', value: '0.00' },
];

const LATE_FEES = [
	{ name: '5 percent after due date', type: 'Percent', amount: '5.00', active: 1 },
	{ name: 'Reminder fee 15.00', type: 'Fixed', amount: '15.00', active: 1 },
	{ name: '10 percent (no longer used)', type: 'Percent', amount: '10.00', active: 0 },
];

const PAYMENT_METHODS = ['Bank Transfer', 'Cash', 'Cheque', 'Credit Card', 'Direct Debit'];

/** Gives an account its taxes, late-fee rules (the last one inactive) and offline payment methods. */
export function seedSettings(store: Store, accountId: number): void {
	for (const tax of TAXES) store.insert('tax', { account_id: accountId, ...tax });
	for (const rule of LATE_FEES) store.insert('late_fee', { account_id: accountId, ...rule });
	for (const name of PAYMENT_METHODS) store.insert('payment_method', { account_id: accountId, name });
}
