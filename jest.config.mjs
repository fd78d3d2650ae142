const layer = (name, options = {}) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/host/', '<rootDir>/.data/'],
	...options,
});

export default {
	projects: [layer('unit'), layer('contract'), layer('engine'), layer('e2e')],
	testTimeout: 60_000,
};
