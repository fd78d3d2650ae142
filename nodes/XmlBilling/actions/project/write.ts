import { idOf, type ItemContext } from '../../execution/item';
import type { Prepared, Write } from '../../execution/operation';
import { createUnlessExists, recognizedBy } from '../common/duplicates';
import { confirmWrite, expectedOf, writeOf } from '../../execution/recordWrites';
import { withKept, keepsOthers } from '../common/updateKept';
import { without } from '../../helpers/GenericFunctions';
import { projectRecord } from '../../records';
import { decodeIdentifiers, FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import { isSameText } from '../../xml/identity';
import { textOf } from '../../xml/shape';

/** Creates a project, unless one has its name. */
export async function createProject(item: ItemContext): Promise<Prepared> {
	refuseMissingBudget(item);
	const write = writeWithTasks(item, item.body, 'created');
	return await createUnlessExists(item, projectRecord, recognizedBy(item, projectRecord), write);
}

/**
 * Changes a project and keeps the rest. Its budget can't be read. If it has one and the form sets none, the billing method
 * is omitted too, because the service could read the method alone as a project without a budget.
 */
export async function updateProject(item: ItemContext): Promise<Write> {
	const { body: given } = item;
	refuseMissingBudget(item);
	if (!keepsOthers(item)) return writeWithTasks(item, given, 'updated');
	await item.turn();
	const current = await item.api.get(projectRecord, idOf(item, projectRecord));
	const isLeftAlone = given['billing_method'] === undefined && given['budget'] === undefined;
	if (!isLeftAlone || !needsBudget(textOf(current['billing_method'])))
		return writeWithTasks(
			item,
			withKept(item, projectRecord, given, current, projectRecord.keptOnUpdate),
			'updated',
		);
	const kept = without(projectRecord.keptOnUpdate, 'billing_method');
	const body = withKept(item, projectRecord, given, current, kept);
	// Only the result shows whether the service erased the omitted method.
	const expected = { ...expectedOf(projectRecord, body), before: current };
	return { ...writeWithTasks(item, body, 'updated'), expected };
}

// The service rejects these methods without a budget (§4.10).
const needsBudget = (method: unknown): boolean =>
	['flat', 'project'].some((name) => isSameText(method, name));

function refuseMissingBudget(item: ItemContext): void {
	const { billing_method: method, budget } = item.body;
	if (budget !== undefined || !needsBudget(method)) return;
	throw item.problem(`Budget is required with the billing method ${textOf(method)}`, 'Fill in the Budget.');
}

/**
 * A write of a project with tasks. If the service can't link all of them, it still writes the project and lists the rest
 * (§4.10). This is a warning, not a failure (§7).
 */
const writeWithTasks = (item: ItemContext, body: Body, result: 'created' | 'updated'): Write => ({
	...writeOf(item, projectRecord, body, result),
	confirm(answer) {
		if (!lists(answer, FAILURE_LISTS)) return confirmWrite(item, projectRecord, answer, result);
		const ids = FAILURE_LISTS.flatMap((name) => decodeIdentifiers(answer, name));
		item.warn(
			`The project was ${result}, but the service could not link it to ${ids.length === 0 ? 'some of the tasks' : `these tasks: ${ids.join(', ')}`}. Check that they exist and belong to this account.`,
		);
		return confirmWrite(item, projectRecord, withoutFailures(answer), result);
	},
});

const withoutFailures = (answer: Answer): Answer => ({
	...answer,
	body: {
		...answer.body,
		children: answer.body.children.filter(({ name }) => !FAILURE_LISTS.includes(name)),
	},
});
