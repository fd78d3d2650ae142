import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import forge from 'node-forge';
import type { Certificate } from './rules.mts';

/** A certificate with its key, as PEM. */
export interface KeyAndCertificate {
	key: string;
	cert: string;
}

/** The owner of a key. */
interface Party {
	name: string;
	key: string;
}

/** What a certificate states. */
interface Statement {
	name: string;
	/** The days on which it begins and ends, counted from today. */
	days: readonly [from: number, to: number];
	signer: () => Party;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const CURRENT = [-30, 30] as const;
const HOST = 'localhost';

// Once per process, and only on request: generating keys takes a while. A client that trusts two authorities could not tell
// them apart if they had the same name.
const authority = once(() => ({ name: `Billing sandbox authority ${randomUUID()}`, key: createKey() }));
const server = once(() => ({ name: HOST, key: createKey() }));

const STATEMENTS: Readonly<Record<Certificate, Statement>> = {
	trusted: { name: HOST, days: CURRENT, signer: authority },
	selfSigned: { name: HOST, days: CURRENT, signer: server },
	expired: { name: HOST, days: [-30, -1], signer: authority },
	wrongHost: { name: 'other.example', days: CURRENT, signer: authority },
};

/** The certificate of the authority that signs all but the self-signed ones, as PEM. */
export const authorityCertificate = once(() =>
	certify(authority().key, { name: authority().name, days: CURRENT, signer: authority }, [
		{ name: 'basicConstraints', cA: true, critical: true },
		{ name: 'keyUsage', keyCertSign: true, critical: true },
	]),
);

/** The server's certificate of a kind, with its key. */
export function certificateOf(kind: Certificate): KeyAndCertificate {
	const { key } = server();
	const statement = STATEMENTS[kind];
	// Type 2 is the name of a host.
	const hosts = { name: 'subjectAltName', altNames: [{ type: 2, value: statement.name }] };
	return { key, cert: certify(key, statement, [hosts]) };
}

let serialNumber = 0;

function certify(key: string, { name, days, signer }: Statement, extensions: object[]): string {
	const certificate = forge.pki.createCertificate();
	const { n, e } = forge.pki.privateKeyFromPem(key);
	certificate.publicKey = forge.pki.setRsaPublicKey(n, e);
	certificate.serialNumber = String((serialNumber += 1)).padStart(4, '0');
	const [from, to] = days.map((count) => new Date(Date.now() + count * DAY_MS));
	Object.assign(certificate.validity, { notBefore: from, notAfter: to });
	certificate.setSubject([{ name: 'commonName', value: name }]);
	certificate.setIssuer([{ name: 'commonName', value: signer().name }]);
	certificate.setExtensions(extensions);
	certificate.signatureOid = certificate.siginfo.algorithmOid = String(
		forge.pki.oids.sha256WithRSAEncryption,
	);
	certificate.signature = sign('sha256', statementOf(certificate), signer().key).toString('latin1');
	return forge.pki.certificateToPem(certificate);
}

/** The signed part of a certificate. Node signs it because forge's arithmetic takes a second under Jest. */
function statementOf(certificate: forge.pki.Certificate): Buffer {
	const [statement] = forge.pki.certificateToAsn1(certificate).value;
	// A certificate is a sequence whose first part is the statement.
	return Buffer.from(forge.asn1.toDer(statement as forge.asn1.Asn1).getBytes(), 'latin1');
}

function createKey(): string {
	return generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
	}).privateKey;
}

/** A function that computes its value on the first call. */
function once<Value>(create: () => Value): () => Value {
	let created: { value: Value } | undefined;
	return () => (created ??= { value: create() }).value;
}
