import { textAt, wordAt } from '../element.ts';
import type { Call } from '../method.ts';
import { ownIdOr } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { ProjectRow } from '../store/rows.ts';
import { decimalOr, hundredths } from '../values/decimal.ts';

export type ProjectValues = Pick<
	ProjectRow,
	'name' | 'description' | 'rate' | 'billing_method' | 'client_id' | 'project_manager_id'
>;

/** The billing methods, and which of them need a budget. §4.10 names these two; the others are this service's own. */
const NEEDS_BUDGET: Readonly<Record<string, boolean>> = {
	flat: true,
	project: true,
	staff: false,
	task: false,
};

/**
 * The values of a project. What the request leaves out, or sends empty, is taken from the defaults. Throws a Rejection with the
 * message of §7.1.
 */
export function readProjectValues(call: Call, defaults: ProjectValues): ProjectValues {
	const { request } = call;
	const word = (name: string) => wordAt(request, name);
	const name = textAt(request, 'name') || defaults.name;
	if (name === '') reject('Please provide valid data.');
	const billing_method = word('billing_method') || defaults.billing_method;
	if (!Object.hasOwn(NEEDS_BUDGET, billing_method)) reject('Billing method is invalid.');
	const rate = decimalOr(word('budget'), defaults.rate, 'Amount is invalid.', 0n);
	if (NEEDS_BUDGET[billing_method] && hundredths(rate) === 0n) reject('Amount is invalid.');
	return {
		name,
		billing_method,
		rate,
		client_id: ownIdOr(call, 'client', word('client_id'), defaults.client_id, 'Client id is invalid.'),
		project_manager_id: ownIdOr(
			call,
			'staff',
			word('project_manager_id'),
			defaults.project_manager_id,
			'Project manager id is invalid.',
		),
		description: textAt(request, 'description') || defaults.description,
	};
}
