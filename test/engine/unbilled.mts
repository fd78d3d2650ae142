import type { useBilling } from './billing.mts';
import { own } from './tables.mts';

/** The client whose unbilled records are billed. */
export const CLIENT = 1;

/** The unbilled records in the sandbox, where the client has two projects, and expenses on several days. */
export function useUnbilled(billing: ReturnType<typeof useBilling>) {
	const projects = (client = CLIENT) =>
		own(billing.sandbox.records('project')).filter(({ client_id }) => client_id === client);
	const entries = (client = CLIENT) =>
		own(billing.sandbox.records('timeEntry')).filter(
			({ billed, project_id }) => billed === 'No' && projects(client).some(({ id }) => id === project_id),
		);
	const expenses = (client = CLIENT) =>
		own(billing.sandbox.records('expense')).filter(
			({ client_id, invoiced, status }) => client_id === client && invoiced === 'No' && status === 'Active',
		);
	const linesOf = (id: unknown) => billing.linesOf('invoice', id);

	beforeEach(() => {
		// A second project of the client, and expenses of it on several days.
		const [second] = own(billing.sandbox.records('project')).filter(({ client_id }) => client_id !== CLIENT);
		billing.sandbox.change('project', second?.id ?? 0, { client_id: CLIENT });
		const others = own(billing.sandbox.records('expense')).filter(({ client_id }) => client_id !== CLIENT);
		for (const [index, { id }] of others.slice(0, 3).entries())
			billing.sandbox.change('expense', id, {
				client_id: CLIENT,
				project_id: index === 0 ? (second?.id ?? null) : null,
			});
	});
	return { projects, entries, expenses, linesOf };
}
