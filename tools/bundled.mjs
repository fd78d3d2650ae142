// What is published about the third-party code in the package: the notices that its licenses require, and the software bill of
// materials. `npm sbom` can't produce the latter, because it lists what npm installs with the package, which is nothing.
import { createHash } from 'node:crypto';
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

/** The name, version and license text of each package as Markdown. Throws an Error that names one without a license text. */
export const noticesOf = (packages) =>
	[
		'# Third-party notices\n',
		'This package contains code of these packages.\n',
		...packages.map(
			(each) =>
				`## ${each.name} ${each.version}\n\nLicense: ${each.license}\n\n\`\`\`\n${licenseOf(each)}\n\`\`\`\n`,
		),
	].join('\n');

/** The hash of what npm installed, as the lock file has it: `sha512-` and Base64. */
function hashesOf(folder, lock) {
	// A mutation test bundles a copy of the repository whose modules are in a folder above it.
	const key = folder.slice(folder.indexOf('node_modules/'));
	const [algorithm, hash] = (lock.packages[key]?.integrity ?? '').split(/-(.*)/);
	if (algorithm !== 'sha512') throw new Error(`${folder} is bundled and package-lock.json has no hash of it`);
	return [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }];
}

function componentOf({ name, version, license }) {
	const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
	return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl };
}

/**
 * The bill of materials as CycloneDX 1.5 in JSON. Equal builds give equal texts: it has no time of day, and its number is a
 * version 8 UUID of the content.
 *
 * @param packages what is bundled, as `packagesIn` returns it
 * @param manifest the package's package.json
 * @param lock package-lock.json
 * @throws an Error that names a bundled package without a hash in the lock file
 */
export function sbomOf(packages, manifest, lock) {
	const content = {
		metadata: { lifecycles: [{ phase: 'build' }], component: componentOf(manifest) },
		components: packages.map((each) => ({ ...componentOf(each), hashes: hashesOf(each.folder, lock) })),
	};
	const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
	const uuid = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-a$4-$5');
	const head = { bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber: `urn:uuid:${uuid}`, version: 1 };
	return `${JSON.stringify({ ...head, ...content }, undefined, 2)}\n`;
}
