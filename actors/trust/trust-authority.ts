// The trust authority of this node: it issues certificates to wallets of organisations here alone. Its key is in a slot
// of the keystore, its certificates are a fact of the node: one for each country that was set, of the same key. All are
// made when they are first asked for, and none is taken back: chains of an earlier one hold.
import { toBase64 } from '../../core/base/bytes.js';
import { AUTHORITY_YEARS } from '../../core/base/limits/node/federation.js';
import type { Clock, Log } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { spkiOf } from '../../core/trust/certificates/signed-form.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../storage/engine/table.js';
import {
  countryOf,
  makeAuthorityCertificate,
  makeOrganisationCertificate,
  type RemoteKey,
} from '../../storage/pki/organisation-certificate.js';
import type { KeyName, Keystore } from '../../storage/secrets/keystore.js';

const meta = defineTable<string, string>('node-meta');
const META_NAME = 'trust-authority';
const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;

export interface TrustAuthorityPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly keystore: Pick<Keystore, 'nodeKey' | 'signFormatted' | 'use'>;
  readonly kv: KvReader;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly log: Pick<Log, 'warn'>;
  /** Of its subject (ISO 3166-1). Undefined keeps the newest name that it has, or makes one without a country. */
  readonly country: string | undefined;
}

type Leaf = Omit<Parameters<typeof makeOrganisationCertificate>[1], 'notBeforeMs' | 'notAfterMs'>;

export class TrustAuthority {
  private made: Promise<Result<Uint8Array>> | undefined;

  constructor(private readonly ports: TrustAuthorityPorts) {}

  /** Its certificate (DER) of the country that is set, which others pin. */
  async certificate(): Promise<Result<Uint8Array>> {
    const making = this.made ?? this.ensure();
    this.made = making;
    try {
      const made = await making;
      if (isFailure(made)) this.made = undefined;
      return made;
    } catch (error) {
      this.made = undefined;
      throw error;
    }
  }

  /** Certificates that it has, the newest first; it makes none. */
  knownCertificates(): readonly Uint8Array[] {
    const row = new RowTable(this.ports.kv, meta).get(META_NAME);
    return row === undefined ? [] : row.split(' ').map((der) => new Uint8Array(Buffer.from(der, 'base64')));
  }

  /** A certificate (DER) of the key, for both uses of organisations where none are stated. */
  async issue(leaf: Leaf, days: number): Promise<Result<Uint8Array>> {
    const issuer = await this.certificate();
    if (isFailure(issuer)) return issuer;
    const notBeforeMs = this.ports.clock.now();
    const form = { ...leaf, notBeforeMs, notAfterMs: notBeforeMs + days * DAY_MS };
    const key = await this.key();
    return isFailure(key) ? key : makeOrganisationCertificate({ ...key, issuer }, form);
  }

  private async ensure(): Promise<Result<Uint8Array>> {
    const { kv, clock, commit, log, country } = this.ports;
    const known = this.knownCertificates();
    const named = known.find((der) => country === undefined || countryOf(der) === country);
    if (named !== undefined) return named;
    const key = await this.key();
    if (isFailure(key)) return key;
    const notBeforeMs = clock.now();
    const validity = { notBeforeMs, notAfterMs: notBeforeMs + AUTHORITY_YEARS * YEAR_MS };
    const made = await makeAuthorityCertificate(key, { name: 'Quorate trust authority', country, ...validity });
    if (isFailure(made)) return made;
    // At most one of each country.
    const row = [made, ...known].map((der) => toBase64(der)).join(' ');
    await commit([new RowTable(kv, meta).put(META_NAME, row)]);
    if (known.length > 0) log.warn({ country }, 'The trust authority has another name: verifiers outside pin it too.');
    return made;
  }

  private async key(): Promise<Result<RemoteKey>> {
    return remoteKey(this.ports.keystore, await this.ports.keystore.nodeKey('trust-authority'));
  }
}

/** A key of the keystore, as forms are signed with it. */
export async function remoteKey(
  keystore: Pick<Keystore, 'signFormatted' | 'use'>,
  name: KeyName,
): Promise<Result<RemoteKey & { readonly publicKey: Uint8Array }>> {
  const publicKey = await keystore.use(name, (pair) => Uint8Array.from(pair.publicKey));
  if (isFailure(publicKey)) return publicKey;
  return {
    ...{ publicKey, spki: spkiOf(publicKey) },
    async sign(form) {
      const signed = await keystore.signFormatted(name, 'x509', form);
      return isFailure(signed) ? signed : signed.signature;
    },
  };
}
