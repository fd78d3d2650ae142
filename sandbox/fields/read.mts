import { elementsAt, filledAt, isSent, textAt, textsAt, type Element } from '../element.mts';
import type { Call } from '../call.mts';
import { reject } from '../rejection.mts';
import type { Values } from '../store/store.mts';
import type { Elements, Field, Group, Refusal } from './field.mts';

/**
 * Checks a request against the elements of its method and puts their values into the call. No other place checks single
 * elements. Throws a Rejection for the first one that is wrong.
 */
export function readElements(call: Call, elements: Elements): void {
	requireAll(call, elements, 'first');
	for (const one of elements) {
		if ('group' in one) call.groups[one.group] = readGroup(call, one);
		else if (one.repeats) call.lists[one.key] = readRepeated(call, one);
		else readField(call, call.request, one, call.values);
		if ('together' in one) one.together?.(call);
	}
	requireAll(call, elements, 'last');
}

function requireAll({ request }: Call, elements: Elements, when: 'first' | 'last'): void {
	for (const one of elements)
		if (!('group' in one) && one.required?.when === when && textAt(request, one.path) === '')
			refuse(one.required);
}

function readGroup(call: Call, { group, fields, required, skipsEmpty }: Group): Values[] {
	const found = (skipsEmpty ? filledAt : elementsAt)(call.request, group);
	if (required && found.length === 0) refuse(required);
	return found.map((element) => {
		const values: Values = {};
		for (const field of fields) readField(call, element, field, values);
		return values;
	});
}

function readRepeated(call: Call, { path, required, read }: Field) {
	const texts = [...new Set(textsAt(call.request, path).map((text) => text.trim()))];
	if (required && texts.length === 0) refuse(required);
	return texts.flatMap((text) => read(text, call) ?? []);
}

function readField(call: Call, element: Element, field: Field, values: Values): void {
	const { path, key, required, keepsBlanks, isOnlyChecked, read } = field;
	const text = textAt(element, path);
	if (text === '') {
		const mayBeMissing = required === undefined || required.when === 'last';
		if (!mayBeMissing && !(required.mayBeEmpty && isSent(element, path))) refuse(required);
		return;
	}
	const value = read(keepsBlanks ? text : text.trim(), call);
	if (value !== undefined && !isOnlyChecked) values[key] = value;
}

function refuse({ message, status }: Refusal): never {
	return reject(message, status);
}
