import type { AccountRow, MailRow } from '../store/rows.mts';
import { nameOf } from './choices.mts';
import { factsOf, linesTable, totalsTable, type Subject } from './details.mts';
import { markup, readable, type Html } from './html.mts';
import { singularOf } from './kinds.mts';

/** A document that clients get by mail. */
type Mailed = Subject<'invoice' | 'estimate'>;

/** The kind of document that a mail is about. */
export const mailedKind = ({ kind }: MailRow): Mailed['kind'] => (kind === 'estimate' ? kind : 'invoice');

/** What a mail says to the client, and its document as it is now, on a sheet that prints alone. */
export function letterOf(account: AccountRow, mail: MailRow, document: Mailed): Html {
	const { kind, base, id } = document;
	return markup`<p class="letter">${sentenceOf(account, mail, document)}</p>
<p class="quiet">Below is the ${kind} as the client sees it now. Only that is printed. <a href="${base}/${kind}/${id}">Open the ${kind}</a></p>
${sheetOf(account, document)}`;
}

function sentenceOf(account: AccountRow, mail: MailRow, { store, kind, id, currency }: Mailed): string {
	const document = store.row(kind, id);
	const amount = (text: string) => readable(`${text} ${currency}`);
	const sender = nameOf(account);
	if (mail.kind === 'payment' && 'outstanding' in document)
		return `${sender} received your payment for invoice ${document.number}. Of ${amount(document.net_balance)}, ${amount(document.outstanding)} is outstanding.`;
	const due = 'due_date' in document && document.due_date !== '' ? `, due ${document.due_date}` : '';
	return `${sender} sent you ${kind} ${document.number} for ${amount(document.net_balance)}${due}.`;
}

/** A document as its client sees it. */
function sheetOf(account: AccountRow, document: Mailed): Html {
	const { store, kind, id } = document;
	const { number, title, address, client_id } = store.row(kind, id);
	const client = store.row('client', client_id);
	const heading = `${singularOf(kind)} ${number}`;
	return markup`<article class="sheet" aria-label="${heading}">
<h2>${heading}</h2>
${title !== '' && markup`<p>${title}</p>`}
<div class="parties">
${partyOf('From', [nameOf(account), account.owner])}
${partyOf(kind === 'invoice' ? 'Billed To' : 'For', [client.organization, client.name, address || client.address, client.email])}
</div>
${factsOf(document, ['date', 'due_date', 'po_number'])}
${linesTable(document, kind)}
${totalsTable(document, kind)}
${factsOf(document, ['notes', 'terms'])}
</article>`;
}

/** Who sent a document, or whom it bills, with the name first. */
function partyOf(role: string, texts: readonly string[]): Html {
	const [name, ...others] = texts.filter((text) => text !== '');
	return markup`<div><p class="quiet">${role}</p><address><strong>${name}</strong>
${others.join('\n')}</address></div>`;
}
