import { outputOf, type Execution } from '../../test/e2e/executions.mts';
import { nameOf } from './events.mts';
import { TRIGGER } from './workflow.mts';

/** The outcome of the events. */
export interface Tally {
	events: number;
	/** Events that no execution reports. */
	lost: string[];
	/** Events reported more than once, by one execution or several. */
	doubled: string[];
	/** Reported events that did not take place. */
	invented: string[];
}

/** The items that the trigger gave to an execution: its initial data if it got no further. */
function itemsOf(execution: Execution): Array<Record<string, unknown>> {
	const [first] = execution.data.executionData?.nodeExecutionStack ?? [];
	const given = (first?.data.main[0] ?? []).map(({ json }) => json);
	// An execution that only reports a failed poll has an empty item.
	const isEvent = ({ event_id: id }: Record<string, unknown>) => id !== undefined;
	const told = outputOf(execution, TRIGGER).filter(isEvent);
	return told.length > 0 ? told : given.filter(isEvent);
}

/** Compares the events with what the executions report. */
export function tally(names: readonly string[], executions: readonly Execution[]): Tally {
	const told = executions.flatMap((execution) => itemsOf(execution).map(nameOf));
	return {
		events: names.length,
		lost: names.filter((name) => !told.includes(name)),
		doubled: names.filter((name) => told.indexOf(name) !== told.lastIndexOf(name)),
		invented: told.filter((name) => !names.includes(name)),
	};
}

/** Whether each event was reported exactly once. */
export const isDeliveredOnce = ({ lost, doubled }: Pick<Tally, 'lost' | 'doubled'>): boolean =>
	lost.length + doubled.length === 0;
