import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Problem } from './terminal.mts';

/** Windows has no process groups, so only the program itself is ended there. */
const HAS_GROUPS = process.platform !== 'win32';

export interface Program {
	command: string;
	arguments: string[];
	folder: string;
	/** The file for its output. Overwritten. */
	log: string;
	environment?: NodeJS.ProcessEnv;
	/** How long it may take to end when asked to. If absent, it is killed. */
	graceMs?: number;
}

const running = new Map<ChildProcess, Program>();

function killGroup(child: ChildProcess): void {
	if (child.pid === undefined) return;
	try {
		process.kill(HAS_GROUPS ? -child.pid : child.pid, 'SIGKILL');
	} catch {
		// Nothing of the group is left.
	}
}

process.on('exit', () => [...running.keys()].forEach(killGroup));

/**
 * Starts a program in its own process group: Ctrl-C in the terminal reaches only this process, which ends its
 * programs in order, and child processes that a program leaves behind (n8n's task runner) end with it.
 */
export function startProgram(program: Program): ChildProcess {
	const log = openSync(program.log, 'w');
	const child = spawn(program.command, program.arguments, {
		cwd: program.folder,
		env: program.environment ?? process.env,
		stdio: ['ignore', log, log],
		detached: HAS_GROUPS,
	});
	closeSync(log);
	running.set(child, program);
	child.once('exit', () => {
		killGroup(child);
		running.delete(child);
	});
	child.once('error', () => running.delete(child));
	return child;
}

/**
 * Ends a program started here: asks it to end if it has a grace period, then kills what is left. Without one, kills
 * it at once, like a crash.
 */
export async function endProgram(
	child: ChildProcess,
	graceMs = running.get(child)?.graceMs ?? 0,
): Promise<void> {
	if (!running.has(child)) return;
	const ended = new Promise((resolve) => child.once('exit', resolve));
	if (graceMs > 0) child.kill('SIGTERM');
	const deadline = setTimeout(() => killGroup(child), graceMs);
	await ended;
	clearTimeout(deadline);
}

/** Ends every program that still runs. */
export async function endPrograms(): Promise<void> {
	await Promise.all([...running.keys()].map((child) => endProgram(child)));
}

/** The last lines of a log file, for a message. */
export function lastLines(log: string, count = 15): string {
	return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

/** Runs a program until it ends. Throws a Problem that names its log file if it fails. */
export async function runProgram(program: Program): Promise<void> {
	const child = startProgram(program);
	const outcome = await new Promise<string | null>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? code}`));
	});
	if (outcome === null) return;
	const name = [program.command, ...program.arguments].join(' ');
	throw new Problem(`${name}\n${outcome}:\n\n${lastLines(program.log)}\n\nIts whole output: ${program.log}`);
}

/** An npm command as a program. Uses the npm that runs this script, if any. */
export function npm(commandLine: string[], rest: Omit<Program, 'command' | 'arguments'>): Program {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('npm-cli.js') === true
		? { command: process.execPath, arguments: [cli, ...commandLine], ...rest }
		: { command: 'npm', arguments: commandLine, ...rest };
}
