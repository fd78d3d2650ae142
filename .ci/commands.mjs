// What comes after `npm test` in a new clone, on the machine's own Node: `npm start`, which installs n8n, `npm start` again and
// one test, which install nothing. Prints how long each took, and ends at the first that fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const secondsSince = (since) => Math.round((Date.now() - since) / 1000);

/** Runs npm, and presses Ctrl-C once it prints `until`, if given. Returns whether that went well, and never printed `never`. */
async function npm({ line, until, never }) {
	const since = Date.now();
	// In a process group of its own, as a terminal's.
	const child = spawn('npm', line, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
	let output = '';
	let ready;
	child.stdout.setEncoding('utf8').on('data', (text) => {
		process.stdout.write(text);
		output += text;
		if (until === undefined || ready !== undefined || !output.includes(until)) return;
		ready = `ready after ${secondsSince(since)} s, `;
		process.kill(-child.pid, 'SIGINT');
	});
	// Closed: all that it started has ended, too.
	const [code] = await once(child, 'close');
	const isGood = (ready !== undefined || code === 0) && !output.includes(never);
	const times = `${ready ?? ''}ended after ${secondsSince(since)} s`;
	return { isGood, told: `npm ${line.join(' ')}: ${times}${isGood ? '' : ', FAILED'}` };
}

const COMMANDS = [
	{ line: ['start'], until: 'Ready after', never: 'Installing what package-lock.json names' },
	{ line: ['start'], until: 'Ready after', never: 'Installing' },
	{ line: ['test', '--', 'unit/layout'], never: 'Installing' },
];

const told = [`Node ${process.versions.node} (${process.execPath})`];
for (const command of COMMANDS) {
	const result = await npm(command);
	told.push(result.told);
	if (result.isGood) continue;
	process.exitCode = 1;
	break;
}
console.log(`\n${told.join('\n')}`);
