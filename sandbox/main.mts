import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { readRule } from './faults/rules.mts';
import { CERTIFICATES, FAULTS, QUIRKS, startSandbox, type Quirk } from './index.mts';
import { ACCOUNT_PURPOSES } from './seed/index.mts';

const table = (texts: Readonly<Record<string, string>>): string =>
	Object.entries(texts)
		.map(([name, text]) => `  ${name.padEnd(24)}${text}`)
		.join('\n');

const USAGE = `node sandbox/main.mts [options]

  --port <number>         port on 127.0.0.1 (default 5680)
  --database <file>       keep the data in a file (default: memory)
  --list-records <what>   full, summary or bare: how much the records in lists show (default full)
  --latency <ms>          delay every answer (default 0)
  --no-seed               create only accounts, taxes, late fees and payment methods
  --fault <rule>          a fault, may be repeated: createInvoice=http500,
                          createInvoice#2=hang for the second call, slow for every call
  --quirk <quirk>       a quirk in the answers; may be repeated
  --certificate <kind>    serve https with a certificate that is ${CERTIFICATES.join(', ')}
  --authority <file>      write the authority's certificate there, for NODE_EXTRA_CA_CERTS
  --help                  print this

Quirks
${table(QUIRKS)}

Faults: they process the request unless they say otherwise. Pages and echo repeat it with its token.
${table(FAULTS)}
`;

const LIST_RECORDS = ['full', 'summary', 'bare'] as const;
// The keys of a literal record are its type's keys.
const QUIRK_NAMES = Object.keys(QUIRKS) as readonly Quirk[];

/** Reads the command line. A mistake in it ends the program with the usage. */
function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				port: { type: 'string', default: '5680' },
				database: { type: 'string', default: ':memory:' },
				'list-records': { type: 'string', default: 'full' },
				latency: { type: 'string', default: '0' },
				seed: { type: 'boolean', default: true },
				fault: { type: 'string', multiple: true, default: [] },
				quirk: { type: 'string', multiple: true, default: [] },
				certificate: { type: 'string' },
				authority: { type: 'string' },
				help: { type: 'boolean' },
			},
			allowNegative: true,
		});
		if (values.help === true) {
			console.log(USAGE);
			process.exit(0);
		}
		return {
			port: wholeNumber(values.port),
			database: values.database,
			listRecords: oneOf(LIST_RECORDS, values['list-records']),
			latencyMs: wholeNumber(values.latency),
			seed: values.seed,
			rules: values.fault.map(readRule),
			quirks: values.quirk.map((quirk) => oneOf(QUIRK_NAMES, quirk)),
			certificate: values.certificate === undefined ? undefined : oneOf(CERTIFICATES, values.certificate),
			authority: values.authority,
		};
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
		process.exit(2);
	}
}

function oneOf<Word extends string>(words: readonly Word[], text: string): Word {
	const found = words.find((word) => word === text);
	if (found === undefined) throw new TypeError(`Not one of ${words.join(', ')}: ${text}`);
	return found;
}

function wholeNumber(text: string): number {
	if (!/^\d{1,6}$/.test(text)) throw new TypeError(`Not a number: ${text}`);
	return Number(text);
}

const { rules, authority, ...options } = readOptions();
if (options.database !== ':memory:') mkdirSync(dirname(options.database), { recursive: true });
// An unusable port or file ends the program with the reason.
const sandbox = await startSandbox(options).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exit(1);
});
if (authority !== undefined) writeFileSync(authority, sandbox.authority);
await sandbox.setFaults(rules);
const tokens = sandbox.accounts.map(
	({ key, token }) => `  ${token.padEnd(24)}${ACCOUNT_PURPOSES[key] ?? ''}`,
);
console.log(`The billing service sandbox is running.

Page      ${new URL('/', sandbox.url).href}
Base URL  ${sandbox.url}

Tokens
${tokens.join('\n')}
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close());
}
