// The software bill of materials: third-party code in the published package. `npm sbom` can't produce it, because it
// lists what npm installs with the package, which is nothing.
import { createHash } from 'node:crypto';

/** Where the build writes it. It is published with the package, and attached to the release. */
export const SBOM = 'dist/sbom.cdx.json';

/** The address of a version of an npm package, as tools for vulnerabilities know it. */
export const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** SPDX expressions have spaces, identifiers don't. */
const licensesOf = (license) =>
	/\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** The hash of what npm installed, as the lock file has it: `sha512-` and Base64. */
function hashesOf(folder, lock) {
	// A mutation test bundles a copy of the repository whose modules are in a folder above it.
	const key = folder.slice(folder.indexOf('node_modules/'));
	const integrity = lock.packages[key]?.integrity ?? '';
	const [algorithm, hash] = integrity.split(/-(.*)/);
	if (algorithm !== 'sha512') throw new Error(`${folder} is bundled and package-lock.json has no hash of it`);
	return [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }];
}

function componentOf({ name, version, license }) {
	const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
	const purl = purlOf(name, version);
	return {
		type: 'library',
		'bom-ref': purl,
		...(group === undefined ? {} : { group }),
		name: own,
		version,
		licenses: licensesOf(license),
		purl,
	};
}

/** A version 8 UUID of a text, so that equal builds have equal files. */
function uuidOf(text) {
	const hex = createHash('sha256').update(text).digest('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`8${hex.slice(13, 16)}`,
		`a${hex.slice(17, 20)}`,
		hex.slice(20, 32),
	].join('-');
}

/**
 * The bill of materials of the package, as CycloneDX 1.5 in JSON. Equal builds give equal texts: it has no time of day.
 *
 * @param packages what is bundled, as `packagesIn` returns it
 * @param manifest the package's package.json
 * @param lock package-lock.json
 * @throws an Error that names a bundled package without a hash in the lock file
 */
export function sbomOf(packages, manifest, lock) {
	const root = componentOf(manifest);
	const components = packages.map((each) => ({ ...componentOf(each), hashes: hashesOf(each.folder, lock) }));
	const content = {
		metadata: { lifecycles: [{ phase: 'build' }], component: root },
		components,
		dependencies: [{ ref: root['bom-ref'], dependsOn: components.map(({ purl }) => purl) }],
	};
	const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
	const head = { bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber, version: 1 };
	return `${JSON.stringify({ ...head, ...content }, undefined, 2)}\n`;
}
