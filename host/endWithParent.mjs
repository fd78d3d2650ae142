// Loaded before anything else (`node --import`): ends this process when the one that started it is gone. npm, when it is
// ended, ends only the shell that it runs a script in; and whoever started n8n may be killed without a chance to end it.
const LOOK_EVERY_MS = 500;
const parent = process.ppid;

setInterval(() => {
	if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, LOOK_EVERY_MS).unref();
