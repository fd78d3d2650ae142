import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { certificateOf } from '../../sandbox/faults/certificates.mts';
import { CERTIFICATES, type Sandbox } from '../../sandbox/index.mts';
import { call, codeOf, useSandboxes } from './walk/bareClient.mts';

const start = useSandboxes();

describe('certificates', () => {
	/** The problem that a client sees in the certificate of a server for this host. */
	async function problemOf({ port }: Sandbox, servername: string, ca?: string): Promise<string | undefined> {
		const socket = connect({ port, host: '127.0.0.1', servername, ca });
		try {
			await once(socket, 'secureConnect');
			return undefined;
		} catch (error) {
			return codeOf(error);
		} finally {
			socket.destroy();
		}
	}

	test.each([
		['trusted', undefined],
		['selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		['expired', 'CERT_HAS_EXPIRED'],
		['wrongHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
	] as const)('%s has the stated problem, and no other', async (kind, problem) => {
		const sandbox = await start(kind);
		expect(sandbox.url).toBe(`https://localhost:${sandbox.port}/api`);
		expect(await problemOf(sandbox, 'localhost', sandbox.authority)).toBe(problem);
		const certificate = new X509Certificate(certificateOf(kind).cert);
		const authority = new X509Certificate(sandbox.authority);
		expect({
			isSigned: certificate.verify(authority.publicKey),
			isForHost: certificate.checkHost('localhost') !== undefined,
			isCurrent: Date.parse(certificate.validTo) > Date.now(),
		}).toEqual({
			isSigned: kind !== 'selfSigned',
			isForHost: kind !== 'wrongHost',
			isCurrent: kind !== 'expired',
		});
	});

	test('of every kind are tried here', () => {
		expect(CERTIFICATES).toEqual(['trusted', 'selfSigned', 'expired', 'wrongHost']);
	});

	test('trusted is trusted by those alone who know the authority', async () => {
		const sandbox = await start('trusted');
		expect(await problemOf(sandbox, 'localhost')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
	});

	test('wrongHost is right for the host that it names', async () => {
		const sandbox = await start('wrongHost');
		expect(await problemOf(sandbox, 'other.example', sandbox.authority)).toBeUndefined();
	});

	test('expired ended yesterday', () => {
		const { validTo } = new X509Certificate(certificateOf('expired').cert);
		const hours = (Date.now() - Date.parse(validTo)) / 3_600_000;
		expect(Math.round(hours)).toBe(24);
	});

	test('are shown by a service that otherwise works', async () => {
		const [plain, secure] = [await start(), await start('trusted')];
		expect((await call(secure)).body).toEqual((await call(plain)).body);
	});
});
