import type { IDataObject } from 'n8n-workflow';
import { isElementName, type Body, type Content } from '../../xml/request';
import { UNSUPPORTED_METHODS } from '../../xml/methods';
import { ANSWER_SHAPE } from '../../records';
import { decodeRecord } from '../../xml/shape';
import { check, isAbsent, quote } from '../../xml/values';
import type { ItemContext } from '../../engine/itemContext';

const DEEPEST = 20;
const EXAMPLE =
	'It looks like { "filter": { "client_id": 42 } }. An element that repeats is a list: { "invoice_id": [1, 2] }.';

/**
 * Calls any method with a body of the user's own, so that no one is stopped by a field that a form lacks (§4.1). What
 * belongs to a request is kept: authentication, escaping, limits, and the errors of the service.
 */
export async function sendCustomRequest(item: ItemContext): Promise<IDataObject[]> {
	const given = item.values['requestMethod'];
	const method = typeof given === 'string' ? given.trim() : '';
	if (!/^[A-Za-z]+$/.test(method)) {
		throw item.problem('Method Name takes the name of a method, such as listInvoice', 'Nothing was sent.');
	}
	// The service knows these names and does nothing for them (§4.11).
	if (UNSUPPORTED_METHODS.some((name) => name.toLowerCase() === method.toLowerCase())) {
		throw item.problem(`The method ${method} is not supported by the service`, 'Nothing was sent.');
	}
	const body = toBody(item, parse(item, item.values['requestBody']), 'The body', 1);
	const answer = await item.api.call(method, body);
	const message = answer.message === '' ? {} : { message: answer.message };
	return [{ status: answer.status, ...message, ...decodeRecord(answer.body, ANSWER_SHAPE) }];
}

function parse(item: ItemContext, given: unknown): unknown {
	if (isAbsent(given)) return {};
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given);
	} catch {
		throw item.problem('Body (JSON) is not valid JSON', EXAMPLE);
	}
}

function toBody(item: ItemContext, value: unknown, where: string, depth: number): Body {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw item.problem(`${where} of Body (JSON) is not an object`, EXAMPLE);
	}
	if (depth > DEEPEST) throw item.problem('Body (JSON) is nested far too deeply', EXAMPLE);
	const elements = Object.entries(value).map(([name, content]: [string, unknown]) => {
		if (!isElementName(name)) {
			throw item.problem(`${quote(name)} in Body (JSON) cannot be the name of an element`, EXAMPLE);
		}
		return [name, toContent(item, content, name, depth)] as const;
	});
	return Object.fromEntries(elements);
}

function toContent(item: ItemContext, value: unknown, name: string, depth: number): Content {
	if (Array.isArray(value)) return value.map((part) => toPart(item, part, name, depth));
	return toPart(item, value, name, depth);
}

function toPart(item: ItemContext, value: unknown, name: string, depth: number): string | Body {
	if (Array.isArray(value)) throw item.problem(`${name} in Body (JSON) is a list within a list`, EXAMPLE);
	if (typeof value === 'object' && value !== null) return toBody(item, value, name, depth + 1);
	const text = check(value, 'text', item.timeZone);
	if (!text.ok) throw item.problem(`${name} in Body (JSON) ${text.problem}`, 'Nothing was sent.');
	return text.text ?? '';
}
