import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import forge from 'node-forge';

export interface KeyAndCertificate {
	key: string;
	cert: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const CURRENT = [-30, 30] as const;
const HOST = 'localhost';

// Once per process, and only on request: generating keys takes a while. A client that trusts two authorities could not tell
// them apart if they had the same name.
const authority = once(() => ({ name: `Billing sandbox authority ${randomUUID()}`, key: createKey() }));
const server = once(() => ({ name: HOST, key: createKey() }));

/** What each certificate states, and who signs it: the sandbox's own authority or, with its own key, the server. */
const STATEMENTS = {
	trusted: { name: HOST, days: CURRENT, signer: authority },
	selfSigned: { name: HOST, days: CURRENT, signer: server },
	expired: { name: HOST, days: [-30, -1], signer: authority },
	wrongHost: { name: 'other.example', days: CURRENT, signer: authority },
} as const;

/** The certificates that a sandbox can serve. */
export type Certificate = keyof typeof STATEMENTS;

/** The certificate of the authority that signs all but the self-signed ones, as PEM. */
export const authorityCertificate = once(() => {
	const { name, key } = authority();
	return certify(key, name, CURRENT, authority(), [
		{ name: 'basicConstraints', cA: true, critical: true },
		{ name: 'keyUsage', keyCertSign: true, critical: true },
	]);
});

export function certificateOf(kind: Certificate): KeyAndCertificate {
	const { key } = server();
	const { name, days, signer } = STATEMENTS[kind];
	// Type 2 is the name of a host.
	const hosts = { name: 'subjectAltName', altNames: [{ type: 2, value: name }] };
	return { key, cert: certify(key, name, days, signer(), [hosts]) };
}

let serialNumber = 0;

function certify(
	key: string,
	name: string,
	days: readonly [from: number, to: number],
	signer: { name: string; key: string },
	extensions: object[],
): string {
	const certificate = forge.pki.createCertificate();
	const { n, e } = forge.pki.privateKeyFromPem(key);
	certificate.publicKey = forge.pki.setRsaPublicKey(n, e);
	certificate.serialNumber = String((serialNumber += 1)).padStart(4, '0');
	const [from, to] = days.map((count) => new Date(Date.now() + count * DAY_MS));
	Object.assign(certificate.validity, { notBefore: from, notAfter: to });
	certificate.setSubject([{ name: 'commonName', value: name }]);
	certificate.setIssuer([{ name: 'commonName', value: signer.name }]);
	certificate.setExtensions(extensions);
	certificate.signatureOid = certificate.siginfo.algorithmOid = String(
		forge.pki.oids.sha256WithRSAEncryption,
	);
	// A certificate is a sequence whose first part is signed: by Node, because forge's arithmetic takes a second under Jest.
	const [statement] = forge.pki.certificateToAsn1(certificate).value;
	const signed = Buffer.from(forge.asn1.toDer(statement as forge.asn1.Asn1).getBytes(), 'latin1');
	certificate.signature = sign('sha256', signed, signer.key).toString('latin1');
	return forge.pki.certificateToPem(certificate);
}

function createKey(): string {
	return generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
	}).privateKey;
}

function once<Value>(create: () => Value): () => Value {
	let created: { value: Value } | undefined;
	return () => (created ??= { value: create() }).value;
}
