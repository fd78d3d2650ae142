import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { untilReady } from '../../host/n8n.mts';
import { outputOf } from './executions.mts';
import { useInstallation } from './installation.mts';
import { DURABLE_CURSORS, pollingOften, untilNextPollIsOver } from './polling.mts';
import { createInvoice } from './service.mts';
import { waitFor } from './waiting.mts';
import { example } from './workflows.mts';

describe.each([
	{ memory: 'as n8n comes', environment: {} },
	{ memory: 'with durable cursors', environment: DURABLE_CURSORS },
])('$memory', ({ environment }) => {
	const test = useInstallation({ environment });

	test('two workflows each report once what changes before, during and after a restart, and what they missed unpublished', async (installation) => {
		const { client, executions, sandbox } = installation;
		const often = pollingOften(example(/^Report/));
		sandbox.clearRequests();
		const workflows: Workflow[] = [];
		for (const id of ['one', 'other'])
			workflows.push(await importWorkflow(client, { ...often, id, name: id }));
		await waitFor('both baselines', () => {
			const lists = sandbox.requests.filter(({ method }) => method === 'listInvoice');
			return lists.length >= workflows.length ? lists : undefined;
		});
		await untilNextPollIsOver(sandbox);

		/** Waits until each workflow has reported these invoices, and fails if one reports another. */
		const reported = async (...numbers: string[]) => {
			for (const workflow of workflows) {
				const all = await waitFor(`${numbers.at(-1)} in ${workflow.id}`, async () => {
					const found = await executions.of(workflow);
					const events = found.flatMap((execution) => outputOf(execution, 'XML Billing Trigger'));
					return events.length >= numbers.length ? events : undefined;
				});
				expect(all.map(({ number }) => number)).toEqual(numbers);
			}
		};
		await createInvoice(sandbox, 'BEFORE', 10, 1);
		await reported('BEFORE');

		await installation.n8n.stop();
		await createInvoice(sandbox, 'MEANWHILE', 10, 1);
		await untilReady(await installation.launch());
		await reported('BEFORE', 'MEANWHILE');

		for (const workflow of workflows) await client.setActive(workflow, false);
		await createInvoice(sandbox, 'UNPUBLISHED', 10, 1);
		for (const workflow of workflows) await client.setActive(workflow, true);
		await createInvoice(sandbox, 'AFTERWARDS', 10, 1);
		await reported('BEFORE', 'MEANWHILE', 'UNPUBLISHED', 'AFTERWARDS');
		// The next poll finds nothing to report.
		await untilNextPollIsOver(sandbox);
		await reported('BEFORE', 'MEANWHILE', 'UNPUBLISHED', 'AFTERWARDS');
		for (const workflow of workflows) await client.setActive(workflow, false);
	});
});
