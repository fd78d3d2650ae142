// Stryker's build command, in its copy of the repository. The modules are linked into it only afterwards.
import { execSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

// Gulp's tasks put their temporary files there.
mkdirSync('node_modules');
try {
	execSync('gulp bundle --silent', { stdio: 'inherit' });
} finally {
	rmSync('node_modules', { recursive: true });
}
