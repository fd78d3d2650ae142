// Lints the forms as n8n sees them: composed, with shared fields in place, which no single source file shows.
import { createRequire } from 'node:module';
import { ESLint } from 'eslint';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const require = createRequire(import.meta.url);

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

/** What is meant to be as it is, by rule: a text in the message or in the line. */
const MEANT = {
	// Frequencies are ordered from shortest to longest. Alphabetically, 2 Years would follow 2 Weeks.
	'n8n-nodes-base/node-param-options-type-unsorted-items': '2 Weeks',
	// Events are ordered as people look for them, in the form and in n8n's panel.
	'n8n-nodes-base/node-param-multi-options-type-unsorted-items': 'Client Changed',
	// Settings are not records of which there could be one.
	'n8n-nodes-base/node-param-resource-with-plural-option': '"Settings"',
};

let problems = 0;
for (const name of ['XmlBilling', 'XmlBillingTrigger']) {
	const { [name]: Node } = require(`../dist/nodes/XmlBilling/${name}.node.js`);
	const json = JSON.stringify(new Node().description, undefined, '\t');
	// The linter recognizes a field by its unquoted keys.
	const literal = json.replaceAll(/^(\t*)"(\w+)":/gm, '$1$2:');
	const code = `export class ${name} implements INodeType {\n\tdescription: INodeTypeDescription = ${literal};\n}\n`;
	const lines = code.split('\n');
	const [{ messages }] = await eslint.lintText(code, { filePath: `nodes/XmlBilling/${name}.node.ts` });
	for (const { line, message, ruleId } of messages) {
		const context = lines.slice(Math.max(0, line - 2), line + 3).map((text) => text.trim());
		if (MEANT[ruleId] !== undefined && `${message} ${lines[line - 1]}`.includes(MEANT[ruleId])) continue;
		problems += 1;
		console.log(`${name}: ${message} (${ruleId})\n    ${context.join(' ')}`);
	}
}
console.log(`${problems} problems in the composed descriptions.`);
process.exitCode = problems === 0 ? 0 : 1;
