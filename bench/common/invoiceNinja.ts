import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { outputOf, type Item } from './arena.ts';
import { loadInvoiceNinja } from './packages.ts';
import type { InvoiceNinjaOptions } from './serveInvoiceNinja.ts';
import { startChild } from './service.ts';

/** n8n's own Invoice Ninja node: the peer that this package is measured beside. */
export interface InvoiceNinja {
	/** Runs an operation. Throws unless it ends without an error and with as many items as went in. */
	run(parameters: INodeParameters, items: Item[]): Promise<IDataObject[]>;
	/** How many requests there were since the last time that this was asked. */
	served(): Promise<number>;
	close(): Promise<void>;
}

/** Loads the node, and starts a JSON service for it that answers as late as the sandbox, and with as much. */
export async function openInvoiceNinja(options: InvoiceNinjaOptions): Promise<InvoiceNinja> {
	const engine = await loadInvoiceNinja();
	const { hello, ...service } = await startChild<AddressInfo, number>('serveInvoiceNinja.ts', options);
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
