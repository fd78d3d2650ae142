import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LICENSE_FILE = /^(licen[sc]e|copying)/i;
/** License texts from the repositories of packages that are published without one, each for one version. */
const UNPUBLISHED = 'tools/licenses';

/** The package of a file: the nearest folder whose package.json has a name and a version. */
function packageOf(file) {
	for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
		const path = join(folder, 'package.json');
		const { name, version, license } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
		if (name && version) return { folder, name, version, id: `${name}@${version}`, license };
	}
	throw new Error(`${file} is bundled and belongs to no package`);
}

function licenseOf({ folder, id }) {
	const own = join(UNPUBLISHED, `${id}.txt`);
	const published = readdirSync(folder).filter((name) => LICENSE_FILE.test(name));
	const files = published.length > 0 ? published.map((name) => join(folder, name)) : [own];
	const text = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')).join('\n\n');
	if (text !== '') return text;
	throw new Error(
		`${id} is bundled and has no license text: put the one from its repository into ${own}, or stop bundling it.`,
	);
}

/**
 * The packages of others that are in bundles.
 *
 * @param metafiles esbuild's report on each bundle
 * @returns for each its folder, name, version, `id` (name@version) and license as in its package.json, sorted by `id`
 * @throws an Error if a bundled file belongs to no package
 */
export function packagesIn(metafiles) {
	const bundled = metafiles
		.flatMap(({ outputs }) => Object.values(outputs))
		.flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0))
		.filter((file) => file.includes('node_modules/'))
		.map(packageOf);
	return [...new Map(bundled.map((each) => [each.id, each])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * The notices that the licenses of bundled packages require.
 *
 * @param packages what `packagesIn` returns
 * @returns a Markdown document with the name, version and license text of each package
 * @throws an Error that names a package without a license text
 */
export function noticesOf(packages) {
	const sections = packages.map(
		(each) =>
			`## ${each.name} ${each.version}\n\nLicense: ${each.license}\n\n\`\`\`\n${licenseOf(each)}\n\`\`\`\n`,
	);
	return ['# Third-party notices\n', 'This package contains code of these packages.\n', ...sections].join(
		'\n',
	);
}
