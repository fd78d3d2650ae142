import type { Sandbox, StartStep } from '../sandbox/index.mts';
import { FIRST_NUMBER, type Done } from './firstInvoice.mts';

/** What `npm start` has done so far. */
export interface Progress {
	/** The steps of the first invoice. */
	billed: Done[];
	/** How far n8n's installation is, if it is needed. */
	installing?: () => string;
	/** n8n, once it runs, at the example to begin with, and the name of that. */
	n8n?: { version: string; url: string; signIn: string; name: string };
}

/** What the sandbox's first page shows while `npm start` works: what happened, what happens, what comes next. */
export function stepsOf(sandbox: Sandbox, { billed, installing, n8n }: Progress): StartStep[] {
	const invoice = sandbox.records('invoice').find(({ number }) => number === FIRST_NUMBER);
	return [
		{
			title: 'The Sandbox',
			state: 'done',
			lines: [
				{ text: 'A made-up billing service with clients and invoices runs on this machine: look around.' },
				{ text: 'Invoices', url: '/main/invoice' },
			],
		},
		{
			title: 'A First Invoice, by the Node Itself',
			state: invoice?.invoice_status === 'Paid' ? 'done' : 'running',
			lines: [
				...billed.map(({ step, result }) => ({ text: `${step}: ${result}` })),
				...(invoice ? [{ text: `Invoice ${FIRST_NUMBER}`, url: `/main/invoice/${invoice.id}` }] : []),
			],
		},
		{
			title: 'n8n, With the Node and Examples',
			state: n8n ? 'done' : 'running',
			lines: n8n
				? [{ text: `n8n ${n8n.version} runs.` }]
				: [
						{ text: 'It is being prepared. This page follows; you need not wait here.' },
						...(installing ? [{ text: installing() }] : []),
					],
		},
		{
			title: 'Your Turn',
			state: n8n ? 'now' : 'next',
			lines: n8n
				? [{ text: 'Bill a client, from start to end', url: n8n.url }, { text: `Sign in ${n8n.signIn}` }]
				: [{ text: 'Bill a client yourself, step by step, in n8n: its address will stand here.' }],
		},
	];
}
