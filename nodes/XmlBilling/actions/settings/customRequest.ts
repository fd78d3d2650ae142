import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../helpers/GenericFunctions';
import { isElementName, type Body } from '../../xml/request';
import { ANSWER_SHAPE, RECORD_TYPES } from '../../records';
import { unwrapLocator } from '../../xml/encode';
import { decodeRecord, textOf } from '../../xml/shape';
import { check, quote } from '../../xml/values';
import { findsNothing, type Answer } from '../../xml/answer';
import { jsonIn, type ItemContext } from '../../execution/item';
import type { Write } from '../../execution/operation';

const EXAMPLE =
	'It should look like { "filter": { "client_id": 42 } }. An element that repeats is a list: { "invoice_id": [1, 2] }.';

/**
 * Calls any method with the user's own body, for elements that the forms lack (§4.1). Authentication, escaping, guards and
 * errors are the same as for any other request. A list that finds nothing is empty.
 */
export function customRequest(item: ItemContext): Write {
	const method = methodIn(item.values['requestMethod']);
	if (!/^[A-Za-z]+$/.test(method))
		throw item.problem('Method Name must be the name of a method, such as listInvoice');
	const body = toBody(item, jsonIn(item, 'requestBody', 'Body (JSON)', EXAMPLE) ?? {}, 'Body (JSON)');
	return { method, body, confirm: (answer) => ({ known: outputOf(method, answer) }) };
}

/** The name of the method in the form. */
export const methodIn = (given: unknown): string => textOf(unwrapLocator(given)).trim();

function outputOf(method: string, answer: Answer): IDataObject {
	const { status, message, body } = answer;
	const output: IDataObject = message === '' ? { status } : { status, message };
	const listed = RECORD_TYPES.find(({ list }) => list === method);
	if (listed !== undefined && findsNothing(answer)) output[listed.wrapper] = [];
	return { ...output, ...decodeRecord(body, ANSWER_SHAPE) };
}

function toBody(item: ItemContext, value: unknown, where: string): Body {
	if (!isObject(value)) throw item.problem(`${where} is not an object`, EXAMPLE);
	const body: Body = {};
	for (const [name, content] of Object.entries(value)) {
		if (!isElementName(name))
			throw item.problem(`${quote(name)} in Body (JSON) cannot be the name of an element`, EXAMPLE);
		body[name] = Array.isArray(content)
			? content.map((part) => toPart(item, part, name))
			: toPart(item, content, name);
	}
	return body;
}

function toPart(item: ItemContext, value: unknown, name: string): string | Body {
	if (Array.isArray(value)) throw item.problem(`${name} in Body (JSON) is a list within a list`, EXAMPLE);
	if (isObject(value)) return toBody(item, value, name);
	const text = check(value, 'text', item.timeZone);
	if (!text.ok) throw item.problem(`${name} in Body (JSON) ${text.problem}`);
	return text.text ?? '';
}
