// How much the built package weighs: the form that n8n sends to each browser, the types that its AI builder reads,
// the bundle, the package, and the load time. Then its largest parts. Needs `npm run build`.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const BUNDLE = join(ROOT, 'dist/nodes/XmlBilling/bundle.js');
const LOADS = 9;
const SHOWN = 12;
const require = createRequire(import.meta.url);
// n8n's own generator, which comes with n8n's engine.
const { generateNodeTypeFile } = createRequire(require.resolve('n8n-core'))('@n8n/workflow-sdk');
const { XmlBilling } = require(BUNDLE);

const size = (value) => JSON.stringify(value).length;
const kilo = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

/** The types of a description, as n8n makes them for a community node (its synthesizeNodeTypeDef). */
const typesOf = (description) =>
	generateNodeTypeFile({
		...description,
		properties: description.properties.filter(({ type }) => type !== 'hidden'),
	});

function loadTime() {
	// n8n has loaded its own library by then.
	const script = `require('n8n-workflow'); const start = performance.now(); new (require(${JSON.stringify(BUNDLE)}).XmlBilling)(); console.log(performance.now() - start)`;
	const times = Array.from({ length: LOADS }, () =>
		Number(execFileSync(process.execPath, ['-e', script], { cwd: ROOT })),
	);
	return times.sort((one, other) => one - other)[(LOADS - 1) / 2];
}

function packedSize() {
	const [{ size: packed }] = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: ROOT,
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	);
	return packed;
}

/** How often each key occurs, and how many characters it takes with its value. */
function tally(entries) {
	const counts = new Map();
	for (const [key, length] of entries) {
		const { times, sum } = counts.get(key) ?? { times: 0, sum: 0 };
		counts.set(key, { times: times + 1, sum: sum + length });
	}
	return [...counts].sort(([, one], [, other]) => other.sum - one.sum).slice(0, SHOWN);
}

function* keysIn(value) {
	if (typeof value !== 'object' || value === null) return;
	for (const [key, inner] of Object.entries(value)) {
		if (!Array.isArray(value)) yield [key, size(inner) + key.length + 4];
		yield* keysIn(inner);
	}
}

/** What occurs more than once: the total length of every copy but the first. */
function* repeated(values) {
	const seen = new Set();
	for (const [key, value] of values) {
		const text = JSON.stringify(value);
		if (seen.has(text)) yield [key, text.length];
		seen.add(text);
	}
}

function* fieldsIn(value) {
	if (typeof value !== 'object' || value === null) return;
	if ('type' in value && 'displayName' in value) yield [value.name, value];
	for (const inner of Object.values(value)) yield* fieldsIn(inner);
}

function* descriptionsIn(value) {
	if (typeof value !== 'object' || value === null) return;
	if (typeof value.description === 'string') yield [value.description, value.description];
	for (const inner of Object.values(value)) yield* descriptionsIn(inner);
}

/** The types of each operation, by its resource and name. */
const typesByOperation = (types) =>
	[
		...types.matchAll(
			/export type \w+Params = \{\n {2}resource: '(\w+)';\n {2}operation: '(\w+)';[^]*?\n\};/g,
		),
	].map(([text, resource, operation]) => [`${resource}/${operation}`, text.length]);

function print(title, counts) {
	console.log(`\n${title}`);
	for (const [key, { times, sum }] of counts)
		console.log(`${String(sum).padStart(9)} ${`${times}×`.padStart(6)} ${key.slice(0, 90)}`);
}

const { description } = new XmlBilling();
const { properties } = description;
const types = typesOf(description);
const load = loadTime();
const packed = packedSize();
console.log(`Description as JSON   ${size(description)} characters, ${properties.length} properties`);
console.log(`Type definition       ${types.length} characters`);
console.log(`Bundle                ${kilo(statSync(BUNDLE).size)}`);
console.log(`Package               ${kilo(packed)}`);
console.log(`Loading               ${load.toFixed(0)} ms (median of ${LOADS} fresh processes)`);
const outer = ({ displayOptions: _, ...field }) => field;
print('Description, by property', tally(properties.map((property) => [property.name, size(property)])));
print('Description, by key (a key inside another counts for both)', tally(keysIn(properties)));
print(
	'Description, properties that repeat another',
	tally(repeated(properties.map((field) => [field.name, outer(field)]))),
);
print('Description, fields at any depth that repeat another', tally(repeated(fieldsIn(properties))));
print('Description, repeated texts', tally(repeated(descriptionsIn(properties))));
print('Type definition, by operation', tally(typesByOperation(types)));
