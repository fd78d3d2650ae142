import { fileURLToPath } from 'node:url';
import jest from '../../jest.config.mjs';

// Stryker's test environment supports one project only: the layer of the stage, limited to the stage's files.
const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const { MUTATION_LAYER: name, MUTATION_TESTS: files } = process.env;
const { displayName: _, ...layer } = jest.projects.find(({ displayName }) => displayName === name);

export default {
	...layer,
	rootDir,
	testMatch: JSON.parse(files).map((file) => `<rootDir>/test/${name}/${file}`),
	testEnvironment: `${rootDir}tools/mutation/${name}Environment.mts`,
	testTimeout: jest.testTimeout,
};
