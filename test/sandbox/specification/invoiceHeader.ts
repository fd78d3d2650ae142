import { refuse } from './lines.ts';
import type { ElementSpecification, InvalidValue } from './types.ts';

/** The header of the methods that create or update invoices (§4.3), with the messages of §7.1. */
export function invoiceHeader(options: {
	lateFee: boolean;
	/** How the method refuses a client that is not one of the account. */
	client: InvalidValue;
}): ElementSpecification[] {
	const { client } = options;
	const header: ElementSpecification[] = [
		{
			path: 'client/client_id',
			required: 'always',
			example: '{client}',
			readBack: 'client/client_id',
			invalid: [null, '', 'abc', '{foreignClient}', '{unknown}'].map((value) => ({ ...client, value })),
		},
		{ path: 'client/address', example: '1 New Street\nBristol', readBack: 'client/address' },
		{ path: 'invoice_title', example: 'Spring <campaign> & more', readBack: 'invoice_title' },
		{ path: 'number', example: '007', readBack: 'number' },
		{
			path: 'date',
			example: '2026-02-28',
			readBack: 'date',
			invalid: refuse('Date is invalid.', '2026-02-30', '28.02.2026', '2026-2-8', '2026-02-28 10:00:00'),
		},
		{
			path: 'due_date',
			example: '2099-03-30',
			readBack: 'invoice_due_date',
			invalid: refuse('Due Date is invalid.', '2026-13-01', 'soon'),
		},
		{
			path: 'schedule_date',
			example: '2026-03-01',
			readBack: 'invoice_schedule_date',
			invalid: refuse('Schedule Date is invalid.', '2025-02-29', '01/03/2026'),
		},
		{ path: 'po_number', example: 'PO-0815', readBack: 'po_number' },
		{ path: 'status', example: 'viewed', readBack: 'invoice_status', returned: 'Viewed' },
		{ path: 'notes', example: 'Line one\nLine two – €', readBack: 'notes' },
		{ path: 'terms', example: '30 days', readBack: 'terms' },
	];
	if (!options.lateFee) return header;
	return [
		...header,
		{
			path: 'late_fee',
			example: '{lateFee}',
			readBack: 'late_fee_id',
			invalid: refuse(
				'Late Fee is invalid or inactive.',
				'{inactiveLateFee}',
				'{foreignLateFee}',
				'{unknown}',
				'abc',
			),
		},
	];
}
