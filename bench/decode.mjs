// How fast a page of 100 full invoices is decoded, compared with bare saxes with empty handlers and with xml2js,
// which n8n's XML node uses. All three read the same bytes, in turn, in one run; the medians are compared.
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { SaxesParser } from 'saxes';
import { startSandbox } from '../sandbox/index.mts';

const ROUNDS = 200;
const WARM_UP = 50;
const require = createRequire(import.meta.url);
const { parseStringPromise } = require('xml2js');

async function loadDecoder() {
	const outfile = join(import.meta.dirname, '.decoder.mjs');
	await build({
		stdin: {
			contents: `
				export { readDocument } from '../nodes/XmlBilling/xml/parse';
				export { decodeAnswer, decodePage } from '../nodes/XmlBilling/xml/answer';
				export { invoiceRecord } from '../nodes/XmlBilling/records';`,
			resolveDir: import.meta.dirname,
		},
		bundle: true,
		format: 'esm',
		platform: 'node',
		outfile,
	});
	try {
		return await import(outfile);
	} finally {
		rmSync(outfile);
	}
}

async function fetchPage() {
	const sandbox = await startSandbox();
	const document =
		'<?xml version="1.0" encoding="utf-8"?><request method="listInvoice"><filter><per_page_record>100</per_page_record></filter></request>';
	const answer = await fetch(`${sandbox.url}/xml/1.1/`, {
		method: 'POST',
		headers: { Authorization: `Basic ${btoa(`${sandbox.account('main').token}:x`)}` },
		body: new URLSearchParams({ xml_request: document }),
	});
	const bytes = new Uint8Array(await answer.arrayBuffer());
	await sandbox.close();
	return bytes;
}

const { readDocument, decodeAnswer, decodePage, invoiceRecord } = await loadDecoder();
const bytes = await fetchPage();

function bareSaxes() {
	const parser = new SaxesParser();
	for (const event of ['opentag', 'closetag', 'text', 'cdata', 'doctype']) parser.on(event, () => undefined);
	parser.write(new TextDecoder().decode(bytes)).close();
}

function decode() {
	const parsed = readDocument(bytes);
	return decodePage(decodeAnswer(parsed.root), invoiceRecord).records.length;
}

const contenders = {
	'bare saxes': bareSaxes,
	'this package': decode,
	xml2js: async () => await parseStringPromise(new TextDecoder().decode(bytes)),
};
const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
	for (const [name, run] of Object.entries(contenders)) {
		const begun = performance.now();
		await run();
		if (round >= WARM_UP) times[name].push(performance.now() - begun);
	}
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
console.log(`${decode()} invoices, ${(bytes.length / 1024).toFixed(0)} KB, median of ${ROUNDS} rounds`);
for (const name of Object.keys(contenders)) {
	const ms = median(times[name]);
	console.log(`${name.padEnd(14)} ${ms.toFixed(2)} ms  ${(bytes.length / 1e3 / ms).toFixed(1)} MB/s`);
}
const ours = median(times['this package']);
const beside = (name) => `${(median(times[name]) / ours).toFixed(2)}x`;
const figures = [
	{
		what: 'Decoding a page of 100 invoices',
		beside: "xml2js, which n8n's XML node uses",
		figure: beside('xml2js'),
		means: `${ours.toFixed(1)} ms`,
	},
	{
		what: '… beside its own parser',
		beside: 'bare saxes',
		figure: beside('bare saxes'),
		means: 'the rest makes records',
	},
];
for (const figure of figures) console.log(`beside ${figure.beside}: ${figure.figure}`);
process.send?.(figures);
