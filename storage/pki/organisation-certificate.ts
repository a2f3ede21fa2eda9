// Requests and certificates of organisation wallets, and the certificate of the authority of a node that issues them
// (RFC 2986, RFC 5280; extended key usages of ISO 18013-5 annex B). The key is never here: its holder is given what
// is to be signed, and reads it first (storage/secrets/keystore.ts).
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

import { issue } from '../../core/base/issue.js';
import { COMMON_NAME_MAX } from '../../core/base/limits/node/federation.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import { type CertificatePurpose, PURPOSES } from '../../core/trust/certificates/import.js';
import { DerReader } from '../../core/trust/x509/der.js';
import { refusalsOf } from '../../core/trust/x509/malformed.js';
import { readName } from '../../core/trust/x509/names.js';
import { BACKDATED_MS, ECDSA, importSpki, newSerial } from './x509.js';

/** A key of P-256 that is somewhere else. */
export interface RemoteKey {
  /** SPKI, DER. */
  readonly spki: Uint8Array;
  /** The signature (r ‖ s) of a form. */
  readonly sign: (form: Uint8Array) => Promise<Result<Uint8Array>>;
}

/** r and s of P-256. */
const SIGNATURE_BYTES = 64;

interface Validity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** The Name of a text of RFC 4514, whose parts stand in reverse. BODY_INVALID at `/subjectDn` for another text. */
export function subjectOf(text: string): Result<x509.Name> {
  const refused = issue(
    'BODY_INVALID',
    '/subjectDn',
    'Expected a name as RFC 4514 has it, such as "CN=Permits, O=City".',
  );
  try {
    const parts = new x509.Name(text).toJSON();
    const name = new x509.Name(parts.reverse());
    // The library takes values that it cannot write, and writes some that are not read.
    return parts.length > 0 && isReadable(new Uint8Array(name.toArrayBuffer())) ? name : fail(refused);
  } catch {
    return fail(refused);
  }
}

function isReadable(der: Uint8Array): boolean {
  return !isFailure(
    refusalsOf(
      () => '',
      () => readName(new DerReader(der)),
    ),
  );
}

/** A Name of a common name, cut where it is longer than one may be, behind the country where there is one. */
export function commonName(text: string, country?: string): x509.Name {
  const name = { CN: [{ utf8String: [...text].slice(0, COMMON_NAME_MAX).join('') }] };
  return new x509.Name(country === undefined ? [name] : [{ C: [{ printableString: country }] }, name]);
}

/** The country in the subject of a certificate (DER) of this node; undefined where it has none. */
export function countryOf(der: Uint8Array): string | undefined {
  return new x509.X509Certificate(Buffer.from(der)).subjectName.getField('C')[0];
}

/** A request (PKCS#10, DER) for the host and, where one is named, for one use. The errors are those of the key. */
export function makeOrganisationRequest(
  key: RemoteKey,
  form: { readonly subject: x509.Name; readonly host: string; readonly use?: CertificatePurpose | undefined },
): Promise<Result<Uint8Array>> {
  return signWith(key, async (publicKey, platform) => {
    const made = await x509.Pkcs10CertificateRequestGenerator.create(
      {
        name: form.subject.toJSON(),
        // The generator asks the private key for its algorithm alone.
        keys: { privateKey: publicKey, publicKey },
        signingAlgorithm: ECDSA,
        extensions: leafExtensions(form.host, form.use === undefined ? [] : [form.use]),
      },
      platform,
    );
    return made.rawData;
  });
}

/**
 * The certificate (DER) of an authority of leaves alone. Its name has the id of its key: no two keys have one name. ISO
 * 18013-5 annex B.1 asks for the country.
 */
export function makeAuthorityCertificate(
  key: RemoteKey,
  {
    name,
    country,
    notBeforeMs,
    notAfterMs,
  }: Validity & { readonly name: string; readonly country?: string | undefined },
): Promise<Result<Uint8Array>> {
  return signWith(key, async (publicKey, platform) => {
    const keyId = await x509.SubjectKeyIdentifierExtension.create(publicKey);
    const subject = commonName(`${name} ${keyId.keyId.slice(0, 16)}`, country).toJSON();
    const usage = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;
    const made = await x509.X509CertificateGenerator.create(
      {
        ...formOf({ notBeforeMs, notAfterMs }),
        ...{ subject, issuer: subject, publicKey, signingKey: publicKey },
        extensions: [
          new x509.BasicConstraintsExtension(true, 0, true),
          new x509.KeyUsagesExtension(usage, true),
          keyId,
          await x509.AuthorityKeyIdentifierExtension.create(publicKey),
        ],
      },
      platform,
    );
    return made.rawData;
  });
}

/** A certificate (DER) of the key `spki`, by the authority of `issuer` (DER): for both uses where none are stated. */
export function makeOrganisationCertificate(
  authority: RemoteKey & { readonly issuer: Uint8Array },
  form: Validity & {
    readonly subject: x509.Name;
    readonly host: string;
    readonly spki: Uint8Array;
    readonly uses?: readonly CertificatePurpose[];
  },
): Promise<Result<Uint8Array>> {
  return signWith(authority, async (signingKey, platform) => {
    const [publicKey, issuer] = [await importSpki(form.spki), new x509.X509Certificate(Buffer.from(authority.issuer))];
    const made = await x509.X509CertificateGenerator.create(
      {
        ...formOf(form),
        ...{ subject: form.subject.toJSON(), issuer: issuer.subjectName.toJSON(), publicKey, signingKey },
        extensions: [
          // No basic constraints, as ISO 18013-5 B.1.4 lists none: a wallet (Multipaz) takes no empty ones.
          ...leafExtensions(form.host, form.uses ?? (Object.keys(PURPOSES) as CertificatePurpose[])),
          await x509.SubjectKeyIdentifierExtension.create(publicKey),
          await x509.AuthorityKeyIdentifierExtension.create(signingKey),
        ],
      },
      platform,
    );
    return made.rawData;
  });
}

function formOf({ notBeforeMs, notAfterMs }: Validity) {
  return {
    serialNumber: newSerial(),
    notBefore: new Date(notBeforeMs - BACKDATED_MS),
    notAfter: new Date(notAfterMs),
    signingAlgorithm: ECDSA,
  };
}

function leafExtensions(host: string, uses: readonly CertificatePurpose[]): x509.Extension[] {
  return [
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    ...(uses.length === 0
      ? []
      : [
          new x509.ExtendedKeyUsageExtension(
            uses.map((use) => PURPOSES[use]),
            true,
          ),
        ]),
    new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }], false),
  ];
}

type Platform = NonNullable<Parameters<typeof x509.X509CertificateGenerator.create>[1]>;

/**
 * The form that `make` makes, signed by the key. The generators of forms take a platform to sign with: this one exports
 * keys as the platform does, and asks the key elsewhere.
 */
async function signWith(
  key: RemoteKey,
  make: (publicKey: webcrypto.CryptoKey, platform: Platform) => Promise<ArrayBuffer>,
): Promise<Result<Uint8Array>> {
  let refused: Failure | undefined;
  const subtle = {
    exportKey: webcrypto.subtle.exportKey.bind(webcrypto.subtle),
    digest: webcrypto.subtle.digest.bind(webcrypto.subtle),
    async sign(_algorithm: unknown, _key: unknown, form: ArrayBuffer) {
      const signature = await key.sign(new Uint8Array(form));
      if (!isFailure(signature)) return Uint8Array.from(signature).buffer;
      refused = signature;
      // The form is thrown away with it.
      return new ArrayBuffer(SIGNATURE_BYTES);
    },
  };
  const made = await make(await importSpki(key.spki), { subtle } as unknown as Platform);
  return refused ?? new Uint8Array(made);
}
