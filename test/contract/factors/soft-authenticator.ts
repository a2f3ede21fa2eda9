// An authenticator in software, as a browser shows it to a page: makes passkeys on P-256 and signs with them. Its
// statements can be changed, to see what is refused.
import 'reflect-metadata';
import { createHash, generateKeyPairSync, KeyObject, sign } from 'node:crypto';
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509';
import { encode } from 'cborg';

const SITE = { rpId: 'localhost', origin: 'http://localhost:8080' };
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();

export interface Said {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly isBackedUp?: boolean;
  readonly userHandle?: string;
  /** Of the page around a frame. */
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  /** Vouches for the authenticator (Web Authentication, section 8.2). */
  readonly maker?: Maker;
}

export interface Maker {
  readonly key: KeyObject;
  /** DER. */
  readonly certificate: Uint8Array;
}

/** One whose certificate is as it has to be (section 8.2.1). */
export async function aMaker(): Promise<Maker> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'C=US, O=A maker, OU=Authenticator Attestation, CN=A model', keys },
    ...{ notBefore: new Date(0), notAfter: new Date('2100-01-01'), signingAlgorithm: algorithm },
    extensions: [new BasicConstraintsExtension(false, undefined, true)],
  });
  return { key: KeyObject.from(keys.privateKey), certificate: new Uint8Array(certificate.rawData) };
}

/** Options of the node, as far as it looks at them. */
export interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

let made = 0;

export class SoftPasskey {
  readonly id = b64(sha256(`passkey ${made++}`).subarray(0, 16));
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  private userHandle = '';
  private counter = 0;

  constructor() {
    ({ privateKey: this.privateKey, publicKey: this.publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  }

  /** The answer of navigator.credentials.create. */
  attest({ challenge, user }: Options, said: Said = {}) {
    this.userHandle = user?.id ?? '';
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, encode(cose)]);
    const authData = Buffer.concat([this.head(said, 0x40), attested]);
    const clientDataJSON = clientData(said.type ?? 'webauthn.create', challenge, said);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const { maker } = said;
    const attestation = maker
      ? { fmt: 'packed', attStmt: { alg: -7, sig: sign('sha256', signed, maker.key), x5c: [maker.certificate] } }
      : { fmt: 'none', attStmt: {} };
    return {
      ...this.answer(),
      response: {
        clientDataJSON,
        attestationObject: b64(encode({ ...attestation, authData })),
        transports: ['internal'],
      },
    };
  }

  /** The answer of navigator.credentials.get. */
  assert({ challenge }: Options, said: Said = {}) {
    this.counter++;
    const clientDataJSON = clientData(said.type ?? 'webauthn.get', challenge, said);
    const authData = this.head(said, 0);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.answer(),
      response: {
        clientDataJSON,
        authenticatorData: b64(authData),
        signature: b64(sign('sha256', signed, this.privateKey)),
        userHandle: said.userHandle ?? this.userHandle,
      },
    };
  }

  private answer() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  /** Hash of the site, flags and counter (Web Authentication, section 6.1). */
  private head(
    { rpId = SITE.rpId, isVerified = true, isBackedUp = true, counter = this.counter }: Said,
    more: number,
  ): Buffer {
    const head = Buffer.alloc(37);
    sha256(rpId).copy(head);
    head[32] = 0x01 | (isVerified ? 0x04 : 0) | 0x08 | (isBackedUp ? 0x10 : 0) | more;
    head.writeUInt32BE(counter, 33);
    return head;
  }
}

function clientData(
  type: string,
  challenge: string,
  { origin = SITE.origin, crossOrigin = false, topOrigin }: Said,
): string {
  return b64(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin })));
}
