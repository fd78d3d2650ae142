import { METHODS } from '../methods/index.mts';
import { FAULTS, type Fault, type FaultRule } from './rule.mts';

/**
 * Reads a rule from the command line: `createInvoice=http500`, `createInvoice#2=hang` for the second call, `#1,3=slow`
 * for the first and third call of any method, or `slow` for every call. Throws a TypeError that lists the valid names.
 */
export function readRule(text: string): FaultRule {
	const [, method, calls, name = ''] = /^(?:(\w*)(?:#(\d+(?:,\d+)*))?=)?(\w+)$/.exec(text) ?? [];
	if (!isFault(name))
		throw new TypeError(`Unknown fault in ${text}. Faults: ${Object.keys(FAULTS).join(', ')}`);
	const rule: FaultRule = { fault: name };
	if (method) rule.method = knownMethod(method);
	if (calls) rule.calls = calls.split(',').map(Number);
	return rule;
}

function isFault(name: string): name is Fault {
	return Object.hasOwn(FAULTS, name);
}

function knownMethod(method: string): string {
	if (Object.hasOwn(METHODS, method)) return method;
	throw new TypeError(`Unknown method ${method}. Methods: ${Object.keys(METHODS).join(', ')}`);
}
