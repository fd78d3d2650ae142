import { markup, type Html } from './html.mts';

/** A workflow of an n8n that watches this service. */
export interface Watcher {
	name: string;
	/** Its page in n8n's editor. */
	url: string;
	/** The events that its trigger reports, by their names in the node, such as `invoiceCreated`. */
	events: readonly string[];
	isPublished: boolean;
}

/** An n8n that was started with the sandbox: its address, where its mails land, and its workflows that watch the service. */
export interface LinkedN8n {
	url: string;
	mailboxUrl?: string;
	watchers: readonly Watcher[];
}

/** What an owner can do on the page: the sentence that says so, and the event that a trigger makes of it, with its label. */
const ACTIONS = {
	invoice: ['The invoice is created.', 'invoiceCreated', 'Invoice Created'],
	payment: ['The payment is recorded.', 'paymentRecorded', 'Payment Recorded'],
} as const;

export type Action = keyof typeof ACTIONS;

export const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text);

/** Says what was done, and which workflows will notice it and when. */
export function noticeOf(action: Action, watchers: readonly Watcher[], isDraft: boolean): Html {
	const [sentence, event, label] = ACTIONS[action];
	const noticing = watchers.filter(({ events }) => events.includes(event));
	const later = isDraft
		? markup`It is a draft: <em>${label}</em> comes when it is sent, unless the trigger includes drafts.`
		: markup`The next poll of an <em>XML Billing Trigger</em> reports it as <em>${label}</em>.`;
	const none = noticing.length === 0 && markup`<p>No example watches for this event.</p>`;
	return markup`<div class="notice" role="status"><p>${sentence} ${later}</p>${none}
<ul>${noticing.map(itemOf)}</ul></div>`;
}

function itemOf({ name, url, isPublished }: Watcher): Html {
	const when = isPublished
		? 'notices within a minute: see its Executions.'
		: 'would notice: publish it in n8n.';
	return markup`<li><a href="${isPublished ? `${url}/executions` : url}">${name}</a> ${when}</li>`;
}
