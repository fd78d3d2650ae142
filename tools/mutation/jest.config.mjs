import { fileURLToPath } from 'node:url';
import jest from '../../jest.config.mjs';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const projects = jest.projects.filter(({ displayName }) => ['unit', 'engine'].includes(displayName));

/** The tests of `unit` and `engine`, in an environment that knows of mutants. */
export default {
	rootDir,
	projects: projects.map((project) => ({
		...project,
		rootDir,
		testEnvironment: '<rootDir>/tools/mutation/environment.mts',
		// They need git and installed packages, which a copy lacks.
		testPathIgnorePatterns: ['/unit/tools', '/engine/notices'],
	})),
	testTimeout: 30_000,
	testSequencer: '<rootDir>/tools/mutation/inOrder.mjs',
};
