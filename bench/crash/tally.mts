import { outputOf, type Execution } from '../../test/e2e/executions.mts';
import { nameOf } from './events.mts';
import { TRIGGER } from './workflow.mts';

/** The outcome of the events. */
export interface Tally {
	events: number;
	/** The status of each. */
	executions: string[];
	/** Events that no execution reports. */
	lost: string[];
	/** Events reported more than once, by one execution or several. */
	doubled: string[];
	/** Reported events that did not take place. */
	invented: string[];
	/** Events reported once, in an execution that did not finish. */
	broken: string[];
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

/** Counts the executions of each event. */
export function tally(names: readonly string[], executions: readonly Execution[]): Tally {
	const found = new Map<string, Execution[]>();
	for (const execution of executions) {
		for (const name of itemsOf(execution).map(nameOf)) {
			found.set(name, [...(found.get(name) ?? []), execution]);
		}
	}
	const told = (name: string): Execution[] => found.get(name) ?? [];
	return {
		events: names.length,
		executions: executions.map(({ status }) => status),
		lost: names.filter((name) => told(name).length === 0),
		doubled: names.filter((name) => told(name).length > 1),
		invented: [...found.keys()].filter((name) => !names.includes(name)),
		broken: names.filter((name) => told(name).length === 1 && told(name)[0]?.status !== 'success'),
	};
}
