import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage } from '../../host/package.mts';
import { XmlBillingApi } from '../../credentials/XmlBillingApi.credentials';
import type { Property } from '../../nodes/XmlBilling/descriptions/property';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import codex from '../../nodes/XmlBilling/XmlBilling.node.json';
import { XmlBillingTrigger } from '../../nodes/XmlBilling/XmlBillingTrigger.node';
import manifest from '../../package.json';
import { choicesOf, withInner } from './fields.mts';

// n8n's portal lints with rules that are newer than those that npm has. These are they, on the composed forms.

const NODES = [new XmlBilling(), new XmlBillingTrigger()];
// https://docs.n8n.io/connect/create-nodes/build-your-node/reference/codex-files
const CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

const credential = new XmlBillingApi();
const FIELDS = [...NODES.map(({ description }) => description), credential]
	.flatMap(({ properties }) => properties as Property[])
	.flatMap(withInner);
const hasTwice = (values: unknown[]): boolean => new Set(values).size < values.length;
const named = (fields: Property[]): string[] => fields.map(({ name }) => name);

/** What breaks each rule. */
const COMING: Readonly<Record<string, unknown[]>> = {
	'cred-class-name-suffix': [XmlBillingApi.name].filter((name) => !name.endsWith('Api')),
	'cred-class-name-field-conventions': [credential.name].filter((name) => !/^[a-z]\w*Api$/.test(name)),
	'hint-max-length': named(FIELDS.filter(({ hint = '' }) => hint.length > 120)),
	'no-asterisk-in-option-names': FIELDS.flatMap(choicesOf).filter(({ name }) => name.includes('*')),
	'no-codex-subcategories': [codex].filter((one) => 'subcategories' in one),
	'no-duplicate-param-options': named(
		FIELDS.filter((field) =>
			['name', 'value'].some((key) => hasTwice(choicesOf(field).map((one) => one[key as 'name']))),
		),
	),
	'no-hardcoded-ids': NODES.filter(({ constructor: { name } }) =>
		/(account|affiliate|client|customer|partner|reseller|tenant)_?id['"]?\s*[:=]\s*['"`]/i.test(
			readFileSync(join(import.meta.dirname, `../../nodes/XmlBilling/${name}.node.ts`), 'utf8'),
		),
	),
	'no-monorepo': [manifest.repository].filter((one) => 'directory' in one),
	'node-class-description-non-core-color': NODES.filter(({ description }) => 'color' in description.defaults),
	'node-filename-against-convention': NODES.filter(
		({ constructor, description: { name } }) => constructor.name.toLowerCase() !== name.toLowerCase(),
	),
	'require-community-node-keyword': [manifest.keywords].filter(
		(words) => !words.includes('n8n-community-node-package'),
	),
	'require-mit-license': [manifest.license].filter((license) => license !== 'MIT'),
	'require-param-default': named(FIELDS.filter((field) => !('default' in field))),
	'single-credential-per-node': NODES.filter(({ description }) => description.credentials?.length !== 1),
	// And so neither AI, Logic nor Flow, which rules of their own forbid.
	'valid-node-categories and valid-codex-categories': codex.categories.filter(
		(one) => !CATEGORIES.includes(one),
	),
};

test.each(Object.entries(COMING))('%s holds', (_, broken) => {
	expect(broken).toEqual([]);
});

test('every field of both nodes and of the credential is looked at', () => {
	expect(FIELDS.length).toBeGreaterThan(700);
});

// npm gave those who also use another package a second copy, with 160 packages that it needs.
test('the packed package brings no n8n-workflow along, and both nodes load with another version beside it', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-beside-'));
	const modules = join(folder, 'node_modules');
	const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content));
	try {
		const tarball = await packPackage(folder, join(folder, 'pack.log'));
		const install = ['install', tarball, '--offline', '--no-audit', '--ignore-scripts'];
		write('package.json', { private: true });
		execFileSync('npm', install, { cwd: folder });
		expect(globSync('*', { cwd: modules })).toEqual([manifest.name]);
		mkdirSync(join(folder, 'other'));
		write('other/package.json', { name: 'n8n-workflow', version: '1.0.0' });
		const real = JSON.stringify(require.resolve('n8n-workflow'));
		writeFileSync(join(folder, 'other/index.js'), `module.exports = require(${real});`);
		execFileSync('npm', [...install, './other'], { cwd: folder });
		expect(globSync('**/n8n-workflow', { cwd: modules })).toEqual(['n8n-workflow']);
		const load = `for (const path of require('${manifest.name}/package.json').n8n.nodes) {
			const [Node] = Object.values(require('${manifest.name}/' + path));
			console.log(new Node().description.name);
		}`;
		const loaded = execFileSync(process.execPath, ['--eval', load], { cwd: folder, encoding: 'utf8' });
		expect(loaded.split('\n')).toEqual(['xmlBilling', 'xmlBillingTrigger', '']);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
