import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { outputOf, type Item } from './arena.mts';
import { loadInvoiceNinja } from './packages.mts';
import type { InvoiceNinjaOptions } from './serveInvoiceNinja.mts';
import { startChild } from './service.mts';

/** n8n's own Invoice Ninja node, which this package is compared with. */
export interface InvoiceNinja {
	/** Runs an operation. Throws unless it succeeds with one output item per input item. */
	run(parameters: INodeParameters, items: Item[]): Promise<IDataObject[]>;
	/** The number of requests since the last call. */
	served(): Promise<number>;
	close(): Promise<void>;
}

/** Loads the node and starts a JSON service for it, with the latency and answer size of the sandbox. */
export async function openInvoiceNinja(options: InvoiceNinjaOptions): Promise<InvoiceNinja> {
	const engine = await loadInvoiceNinja();
	const { hello, ...service } = await startChild<AddressInfo, number>('serveInvoiceNinja.mts', options);
	const credential = { url: `http://127.0.0.1:${hello.port}`, apiToken: 'token' };
	return {
		...service,
		run: async (parameters, items) =>
			await outputOf(
				engine,
				{
					type: 'invoiceNinja',
					credentialType: 'invoiceNinjaApi',
					credential,
					parameters: { apiVersion: 'v5', ...parameters },
					items,
				},
				items.length,
			),
	};
}
