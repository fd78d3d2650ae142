// Stryker's build command, run in its copy of the repository, where the modules are linked only later.
import { execSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

// Gulp's tasks put their temporary files there.
mkdirSync('node_modules');
try {
	execSync('gulp bundle --silent', { stdio: 'inherit' });
} finally {
	rmSync('node_modules', { recursive: true });
}
