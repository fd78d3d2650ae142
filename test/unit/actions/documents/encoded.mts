import { NodeOperationError } from 'n8n-workflow';
import { encodeLine, type LineRules } from '../../../../nodes/XmlBilling/actions/documents/lineRules';
import type { Values } from '../../../../nodes/XmlBilling/xml/encode';

const NODE = {
	id: '1',
	name: 'Billing',
	type: 'x',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};
const PATH = 'Lines › 1';

/** The elements of a line, or the field and the problem after an exclamation mark. */
export function encoded(values: Values, rules: LineRules): unknown {
	const problem = (message: string) => new NodeOperationError(NODE, message);
	try {
		return encodeLine({ path: PATH, values }, rules, { timeZone: 'UTC', problem, warn: () => undefined });
	} catch (error) {
		if (error instanceof NodeOperationError) return error.message.replace(`${PATH} › `, '!');
		throw error;
	}
}
