// Loaded before anything else (`node --import`): n8n and the sandbox need Node 24. On Linux and Windows `npm ci` brings
// it along, and npm scripts find it first; elsewhere the machine's own has to be new enough.
const NEEDED = 24;
const found = Number(process.versions.node.split('.')[0]);

if (found < NEEDED) {
	console.error(
		`This needs Node ${NEEDED}, and npm found Node ${process.versions.node} (${process.execPath}).\n` +
			(process.platform === 'darwin'
				? `On macOS npm cannot bring Node ${NEEDED} along: install it (https://nodejs.org) and try again.`
				: `Run "npm ci" first: it brings Node ${NEEDED} along. If you did, your platform (${process.platform} ${process.arch}) ` +
					`has no such package: install Node ${NEEDED} and try again.`),
	);
	process.exit(1);
}
