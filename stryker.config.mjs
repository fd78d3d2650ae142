/**
 * How Stryker runs. `npm run mutation` adds which mutants are tried and by which tests; alone, this mutates nothing.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: [],
	// Tests of `engine` need the bundle, once: all mutants are in it, and a variable says which one is active.
	buildCommand: 'node tools/mutation/bundle.mjs',
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'tools/mutation/jest.config.mjs',
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	plugins: ['@stryker-mutator/jest-runner', './tools/mutation/onlySampled.mts'],
	checkers: ['sampled'],
	// On a busy machine, a slow run is no endless loop: a new process loads n8n first.
	dryRunTimeoutMinutes: 30,
	timeoutMS: 120_000,
	timeoutFactor: 4,
	// Each mutant loads the bundle anew, and Node never forgets all of an old one.
	maxTestRunnerReuse: 40,
	disableTypeChecks: true,
	ignorePatterns: ['dist', '.data'],
	tempDirName: '.stryker-tmp',
	cleanTempDir: 'always',
	reporters: ['dots'],
	warnings: { slow: false },
	allowConsoleColors: false,
	logLevel: 'warn',
};
