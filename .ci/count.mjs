// Adds up what Jest counted in every layer and prints it as the last line. A step that failed without a failing test
// (the build, the linter, the scan) counts as one failure, so that "0 failed" means that everything passed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
let passed = 0;
let failed = 0;

for (const file of readdirSync(folder).filter((name) => name.endsWith('.code'))) {
	const code = Number(readFileSync(join(folder, file), 'utf8'));
	const results = join(folder, file.replace('.code', '.json'));
	const counts = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : undefined;
	const failures = (counts?.numFailedTests ?? 0) + (counts?.numRuntimeErrorTestSuites ?? 0);
	passed += counts?.numPassedTests ?? 0;
	failed += code === 0 ? failures : Math.max(failures, 1);
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
