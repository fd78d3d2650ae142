import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

// n8n accepts `eslint.config.mjs` only as it comes, so the house rules stand here. `tools/test.mjs` runs both. n8n's rules
// take every `.ts` for code that n8n runs, so all other TypeScript is `.mts`.
const nodeCode = ['nodes/**/*.ts', 'credentials/**/*.ts'];

export default tseslint.config(
	{ ignores: ['dist/', '.data/'] },
	{
		files: ['**/*.ts', '**/*.mts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
			'@typescript-eslint/return-await': ['error', 'always'],
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
		},
	},
	{
		files: nodeCode,
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	{
		files: nodeCode,
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			...n8nNodesBase.configs.credentials.rules,
			// n8n's own scan leaves these out: they contradict the newer plugin.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{
		files: nodeCode,
		rules: {
			'@typescript-eslint/no-unnecessary-boolean-literal-compare': [
				'error',
				{ allowComparingNullableBooleansToTrue: false },
			],
			'no-restricted-syntax': [
				'error',
				{
					selector: 'SpreadElement > :matches(LogicalExpression[operator="&&"], ConditionalExpression)',
					message: 'Add the members with `if`, or allow `undefined` in their type.',
				},
				{
					selector:
						'CallExpression[callee.property.name="flatMap"] > ArrowFunctionExpression > ConditionalExpression > ArrayExpression[elements.length=0]',
					message: 'Use `filter` and `map`, or a loop with `if`.',
				},
				{
					selector: 'VariableDeclarator[id.type="ArrayPattern"] > :matches(ArrayExpression, TSAsExpression)',
					message: 'Write one statement for each variable.',
				},
				{
					selector:
						'ArrowFunctionExpression[async=true]:not(:has(AwaitExpression AwaitExpression)) > AwaitExpression.body',
					message: 'Return the promise without `async` and `await`.',
				},
			],
		},
	},
	{
		files: ['package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: { ...n8nNodesBase.configs.community.rules },
	},
);
