import type { Sandbox, StartStep } from '../sandbox/index.mts';
import { FIRST_NUMBER, type Done } from './firstInvoice.mts';

/** Where n8n is, once it runs. */
export interface Opening {
	version: string;
	/** Of the example to begin with. */
	url: string;
	signIn: string;
}

/** The first page of the sandbox while `npm start` works: what happened, what happens, what comes next. */
export class StartPage {
	private readonly sandbox: Sandbox;
	private readonly billed: Done[] = [];
	private opening?: Opening;
	private installing: () => string = () => '';

	constructor(sandbox: Sandbox) {
		this.sandbox = sandbox;
		sandbox.showSteps(() => [this.service(), this.firstInvoice(), this.n8n(), this.example()]);
	}

	/** A step of the first invoice is done. */
	bill(done: Done): void {
		this.billed.push(done);
	}

	/** n8n is being installed, as far as `look` says. */
	install(look: () => string): void {
		this.installing = look;
	}

	/** n8n is ready. */
	open(opening: Opening): void {
		this.opening = opening;
	}

	private service(): StartStep {
		const text = 'A made-up billing service with clients and invoices runs on this machine: look around.';
		return {
			title: 'The Sandbox',
			state: 'done',
			lines: [{ text }, { text: 'Invoices', url: '/main/invoice' }],
		};
	}

	private firstInvoice(): StartStep {
		const invoice = this.sandbox.records('invoice').find(({ number }) => number === FIRST_NUMBER);
		const lines = this.billed.map(({ step, result }) => ({ text: `${step}: ${result}` }));
		const link = invoice && { text: `Invoice ${FIRST_NUMBER}`, url: `/main/invoice/${invoice.id}` };
		return {
			title: 'A First Invoice, by the Node Itself',
			state: invoice?.invoice_status === 'Paid' ? 'done' : 'running',
			lines: [...lines, ...(link ? [link] : [])],
		};
	}

	private n8n(): StartStep {
		const title = 'n8n, With the Node and Examples';
		if (this.opening) return { title, state: 'done', lines: [{ text: `n8n ${this.opening.version} runs.` }] };
		const progress = this.installing();
		const text = 'It is being prepared. This page follows; you need not wait here.';
		return { title, state: 'running', lines: [{ text }, ...(progress === '' ? [] : [{ text: progress }])] };
	}

	private example(): StartStep {
		const title = 'Your Turn';
		const { opening } = this;
		if (opening === undefined) {
			const text =
				'Bill a client yourself, step by step, in n8n. Its address and the sign-in will stand here.';
			return { title, state: 'next', lines: [{ text }] };
		}
		return {
			title,
			state: 'now',
			lines: [
				{ text: 'Bill a client, from start to end', url: opening.url },
				{ text: `Sign in ${opening.signIn}` },
			],
		};
	}
}
