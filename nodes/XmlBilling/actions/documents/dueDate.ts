import type { Property } from '../../descriptions/property';
import { DAY, formField } from '../../descriptions/fields';
import type { ItemContext } from '../../execution/item';
import { dayAfter, daysBetween, endOfMonth, LAST_DAY, today } from '../../xml/dates';
import type { Body } from '../../xml/request';
import { textOf } from '../../xml/shape';
import { isAbsent } from '../../xml/values';

/** When a new invoice is due. */
export const due: Property[] = [
	formField('Due', {
		type: 'options',
		strict: true,
		options: [
			{
				name: 'End of Month',
				value: 'endOfMonth',
				description: "Last day of the month that those days end in. With 0, that of the invoice's date.",
			},
			{ name: 'In Days', value: 'days', description: "Days after the invoice's date" },
			{ name: 'No Due Date', value: 'none' },
			{ name: 'On a Date', value: 'date' },
		],
		default: 'days',
		description: 'When the payment is due',
		element: false,
	}),
	formField('Due In Days', {
		type: 'number',
		typeOptions: { minValue: 0 },
		strict: true,
		default: 30,
		description: "Days after the invoice's date, which is today unless you set another",
		displayOptions: { show: { due: ['days', 'endOfMonth'] } },
		element: false,
	}),
	formField('Due Date', {
		...DAY,
		strict: true,
		description: 'Date the payment is due (YYYY-MM-DD)',
		displayOptions: { show: { due: ['date'] } },
	}),
];

/**
 * Sets the due date that the form asks for. Days count from the invoice's date, so that is sent, too: the service's today
 * may be another day.
 */
export function withDueDate(item: ItemContext, body: Body): Body {
	const { due_date: given, ...others } = body;
	const { due: chosen, dueInDays } = item.values;
	if (chosen === 'date') {
		if (given === undefined) throw item.problem('Due Date is required and was left empty');
		refuseEarlyDue(item, { date: today(item), ...body });
		return body;
	}
	if (chosen !== 'days' && chosen !== 'endOfMonth') return others;
	if (isAbsent(dueInDays)) throw item.problem('Due In Days is required and was left empty');
	const date = textOf(body['date']) || today(item);
	if (Number(dueInDays) > daysBetween(date, LAST_DAY))
		throw item.problem('Due In Days is too large: the due date would be after 2100');
	const lastDay = dayAfter(date, Number(dueInDays));
	const due = chosen === 'days' ? lastDay : endOfMonth(lastDay);
	const scheduled = textOf(body['schedule_date']);
	if (scheduled > due)
		item.warn(
			`The invoice is due on ${due}, before its Schedule Date ${scheduled}. If it is sent on that day, it is already overdue. Set Due to a later day.`,
		);
	return { ...others, date, due_date: due };
}

/** Throws if an invoice would be due before its own date: it would be overdue from the start (people). */
export function refuseEarlyDue(item: ItemContext, body: Body): void {
	const date = textOf(body['date']);
	const due = textOf(body['due_date']);
	if (date === '' || due === '' || due >= date) return;
	throw item.problem(`Due Date is ${due}, before the Date ${date} of the invoice`, 'Correct one of the two.');
}
