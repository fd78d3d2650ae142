import type { ExpectedCall } from './requests.ts';

/** A call that a model made. */
export interface MadeCall {
	tool: string;
	input: unknown;
}

const WRITES = ['Draft_invoice', 'Send_invoice', 'Record_payment'];

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

// Lists may come as JSON.
function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

function fits(given: unknown, wanted: unknown): boolean {
	if (Array.isArray(wanted)) {
		const list = parsed(given);
		return (
			Array.isArray(list) &&
			list.length === wanted.length &&
			wanted.every((one, index) => fits(list[index], one))
		);
	}
	if (isObject(wanted))
		return isObject(given) && Object.entries(wanted).every(([name, one]) => fits(given[name], one));
	const [text, end] = [String(given).trim().toLowerCase(), String(wanted).toLowerCase()];
	if (end.startsWith('…')) return text.endsWith(end.slice(1));
	return text === end || (typeof wanted === 'number' && text !== '' && Number(text) === wanted);
}

// n8n wraps the input of a tool that a person has to approve.
const inputOf = ({ input }: MadeCall): unknown =>
	isObject(input) && isObject(input['toolParameters']) ? input['toolParameters'] : input;

/** Whether the calls that a model made are right: those expected, in this order, no other write, and any further reads. */
export function areRight(expected: readonly ExpectedCall[], made: readonly MadeCall[]): boolean {
	let next = 0;
	for (const call of made) {
		const wanted = expected[next];
		if (wanted?.tool === call.tool && fits(inputOf(call), wanted.input ?? {})) next++;
	}
	const writes = (calls: ReadonlyArray<{ tool: string }>) =>
		calls.filter(({ tool }) => WRITES.includes(tool)).length;
	return next === expected.length && writes(made) === writes(expected);
}
