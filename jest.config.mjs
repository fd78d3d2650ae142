const layer = (name, testEnvironment = 'node') => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	testEnvironment,
	// A property that fails prints its seed, and SEED takes it back.
	setupFiles: process.env.SEED === undefined ? [] : ['<rootDir>/test/propertySeed.mts'],
	transform: {
		'\\.m?ts$|/@rgrove/parse-xml/.*\\.js$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
		],
	},
	// The sandbox's XML parser comes as ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!@rgrove/parse-xml/)'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/host/', '<rootDir>/.data/'],
});

const ENGINE = '<rootDir>/test/engine/harness/environment.mts';

export default {
	projects: [
		layer('unit'),
		layer('sandbox'),
		layer('engine', ENGINE),
		{ ...layer('e2e'), setupFilesAfterEnv: ['<rootDir>/test/e2e/patience.mts'] },
		layer('node', '<rootDir>/test/node/environment.cjs'),
	],
	testTimeout: 60_000,
	// Jest leaves a core free otherwise, which is one of two.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/longestFirst.mjs',
};
