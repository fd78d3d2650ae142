import { elementsAt, type Element, type ReceivedRequest } from '../../../sandbox/index.mts';
import type { Attack } from './attacks.mts';
import { isCode, sameDecimal, takesText, type Meaning } from './meaning.mts';
import type { Hostile } from './values.mts';

/** Whether a method only reads. */
export const isRead = (method: string): boolean => /^(get|list)/.test(method);

/** The requests that do an operation's actual work, out of all that it sends. */
export const mainRequests = (
	requests: readonly ReceivedRequest[],
	method: string,
	attack: Attack,
): ReceivedRequest[] =>
	requests.filter((request) =>
		isRead(method)
			? request.method === method && !isLookUp(request, attack)
			: !isRead(request.method) && !isMark(request, method),
	);

// The endless service leaves billed entries unbilled, so they are marked.
const isMark = (request: ReceivedRequest, method: string): boolean =>
	method === 'createInvoiceFromTimeTracking' && request.method === 'updateTimeLog';

// A list filtered by a record of its own kind looks that record up by the same method.
const isLookUp = (
	{ request }: ReceivedRequest,
	{ mode = 'id', field: { elements, field } }: Attack,
): boolean =>
	field.type === 'resourceLocator' &&
	!isCode(field) &&
	!['list', 'id'].includes(mode) &&
	elements.every((path) => request === undefined || elementsAt(request, path).length === 0);

/** What is wrong with a request for a value; nothing if the request matches the value's meaning. */
export function problemIn(
	{ request }: ReceivedRequest,
	attack: Attack,
	meaning: Meaning,
	{ value, made }: Hostile,
): string | undefined {
	if (request === undefined) return 'the request could not be read';
	const slip = textsIn(request).find((text) => SLIP.test(text));
	// n8n formats an invalid DateTime like this, and an update keeps what an earlier value has made of the record.
	const isByN8n = made !== undefined || (meaning === 'free' && slip === 'Invalid DateTime');
	if (slip !== undefined && slip !== value && !isByN8n) return `'${slip}' is sent`;
	if (meaning === 'refused') return 'is not refused';
	const { elements, field } = attack.field;
	const [element, ...others] = elements;
	if (meaning === 'free' || element === undefined || others.length > 0) return undefined;
	// An identifier may repeat for each line (§4.3).
	const sent = [...new Set(elementsAt(request, element).map(({ text }) => text))].filter(
		(text) => text !== '',
	);
	if (meaning === 'absent') {
		const isDefault = sent.every((text) => DEFAULTS.includes(text) || text === field.default);
		return isDefault ? undefined : `'${short(sent.join())}' is sent for nothing`;
	}
	const isSame = (text: string, wanted = '') =>
		text === wanted || (isAmount(attack) && sameDecimal(text, wanted));
	if (sent.length === new Set(meaning).size && sent.every((text, index) => isSame(text, meaning[index])))
		return undefined;
	return `'${short(sent.join())}' is sent instead of '${short(meaning.join())}'`;
}

const SLIP = /\[object |^(undefined|NaN|-?Infinity|null)$|^Invalid /;

// The defaults of a line's empty fields.
const DEFAULTS = ['0', '1', 'Percent', 'Product', 'Normal'];

const isAmount = (attack: Attack): boolean => !takesText(attack) && attack.field.field.type !== 'dateTime';

export const short = (text: string): string =>
	text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;

/** The elements of a request, without their texts. */
export const shapeOf = ({ name, children }: Element): string => `${name}(${children.map(shapeOf).join()})`;

export const textsIn = ({ text, children }: Element): string[] => [text, ...children.flatMap(textsIn)];
