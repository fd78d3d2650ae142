import { fileURLToPath } from 'node:url';
import jest from '../../jest.config.mjs';

// Stryker's test environment knows one project, so this is the layer that a stage runs, with the stage's files alone.
const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const { MUTATION_LAYER: name, MUTATION_TESTS: files } = process.env;
const { displayName: _, ...layer } = jest.projects.find(({ displayName }) => displayName === name);

export default {
	...layer,
	rootDir,
	testMatch: JSON.parse(files).map((file) => `<rootDir>/test/${name}/${file}`),
	testEnvironment: `${rootDir}tools/mutation/${name}Environment.ts`,
	testTimeout: jest.testTimeout,
};
