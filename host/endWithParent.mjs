// Loaded before everything else (`node --import`): ends this process once its parent is gone. npm ends only the shell
// of a script, and the parent may be killed before it can end its children.
const LOOK_EVERY_MS = 500;
const parent = process.ppid;

setInterval(() => {
	if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, LOOK_EVERY_MS).unref();
