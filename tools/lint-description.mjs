// Lints the forms as n8n sees them: composed, with shared fields in place, which no single source file shows.
import { createRequire } from 'node:module';
import { ESLint } from 'eslint';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const require = createRequire(import.meta.url);
const NODES = ['XmlBilling', 'XmlBillingTrigger'];

// The linter recognizes a field by its unquoted keys.
function toLiteral(value) {
	if (Array.isArray(value)) return `[${value.map(toLiteral).join(',\n')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
	return `{\n${entries.map(([key, entry]) => `${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${toLiteral(entry)}`).join(',\n')}\n}`;
}

const eslint = new ESLint({
	overrideConfigFile: true,
	overrideConfig: {
		files: ['**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tseslint.parser },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// The rules that n8n's own scan skips.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
			// People fill in an invoice line starting with its name, not alphabetically.
			'n8n-nodes-base/node-param-fixed-collection-type-unsorted-items': 'off',
		},
	},
});

// Frequencies are ordered from shortest to longest. Alphabetically, 2 Years would follow 2 Weeks.
const isByLength = ({ message, ruleId }) =>
	ruleId === 'n8n-nodes-base/node-param-options-type-unsorted-items' && message.includes('2 Weeks');

// Events are ordered as people look for them, in the form and in n8n's panel.
const isOfEvents = ({ message, ruleId }) =>
	ruleId === 'n8n-nodes-base/node-param-multi-options-type-unsorted-items' &&
	message.includes('Client Changed');

// Settings are not records of which there could be one.
const hasNoSingular = ({ ruleId, line }, lines) =>
	ruleId === 'n8n-nodes-base/node-param-resource-with-plural-option' &&
	lines[line - 1]?.includes('"Settings"') === true;

let problems = 0;
for (const name of NODES) {
	const { [name]: Node } = require(`../dist/nodes/XmlBilling/${name}.node.js`);
	const { description } = new Node();
	const code = `export class ${name} implements INodeType {\n\tdescription: INodeTypeDescription = ${toLiteral(description)};\n}\n`;
	const [result] = await eslint.lintText(code, { filePath: `nodes/XmlBilling/${name}.node.ts` });
	const lines = code.split('\n');
	const isMeant = (found) => isByLength(found) || isOfEvents(found) || hasNoSingular(found, lines);
	for (const { line, message, ruleId } of result.messages.filter((found) => !isMeant(found))) {
		problems += 1;
		const context = lines.slice(Math.max(0, line - 2), line + 3).map((text) => text.trim());
		console.log(`${name}: ${message} (${ruleId})\n    ${context.join(' ')}`);
	}
	console.log(`${name}: description of ${(JSON.stringify(description).length / 1024).toFixed(0)} KB linted`);
}
console.log(
	problems === 0
		? 'The composed descriptions are clean.'
		: `${problems} problems in the composed descriptions.`,
);
process.exitCode = problems === 0 ? 0 : 1;
