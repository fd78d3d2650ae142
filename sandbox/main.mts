import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { readRule } from './faults/rules.mts';
import { FAULTS, QUIRKS, startSandbox } from './index.mts';
import { ACCOUNT_PURPOSES } from './seed/index.mts';
import { nameIn } from './values.mts';

const table = (rows: ReadonlyArray<readonly [name: string, text: string]>): string =>
	rows.map(([name, text]) => `  ${name.padEnd(24)}${text}`).join('\n');

const faults = Object.entries(FAULTS).map(
	([name, { says, isProcessed }]) => [name, isProcessed ? says : `${says} (unprocessed)`] as const,
);

const USAGE = `node sandbox/main.mts [options]

  --port <number>         port on 127.0.0.1 (default 5680)
  --database <file>       keep the data in a file (default: memory)
  --no-seed               create only accounts, taxes, late fees and payment methods
  --fault <rule>          a fault, may be repeated: createInvoice=http500,
                          createInvoice#2=hang for the second call, slow for every call
  --quirk <quirk>         a quirk in the answers; may be repeated
  --help                  print this

Quirks
${table(Object.entries(QUIRKS))}

Faults: they process the request unless they say otherwise. Pages and echo repeat it with its token.
${table(faults)}
`;

/** Reads the command line. A mistake in it ends the program with the usage. */
function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				port: { type: 'string', default: '5680' },
				database: { type: 'string', default: ':memory:' },
				seed: { type: 'boolean', default: true },
				fault: { type: 'string', multiple: true, default: [] },
				quirk: { type: 'string', multiple: true, default: [] },
				help: { type: 'boolean' },
			},
			allowNegative: true,
		});
		if (values.help === true) {
			console.log(USAGE);
			process.exit(0);
		}
		return {
			port: Number(values.port),
			database: values.database,
			seed: values.seed,
			rules: values.fault.map(readRule),
			quirks: values.quirk.map((name) => nameIn(QUIRKS, name, 'quirk')),
		};
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
		process.exit(2);
	}
}

const { rules, ...options } = readOptions();
if (options.database !== ':memory:') mkdirSync(dirname(options.database), { recursive: true });
// An unusable port or file ends the program with the reason.
const sandbox = await startSandbox(options).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exit(1);
});
await sandbox.setFaults(rules);
const tokens = sandbox.accounts.map(({ key, token }) => [token, ACCOUNT_PURPOSES[key] ?? ''] as const);
console.log(`The billing service sandbox is running.

Page      ${new URL('/', sandbox.url).href}
Base URL  ${sandbox.url}

Tokens
${table(tokens)}
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close());
}
