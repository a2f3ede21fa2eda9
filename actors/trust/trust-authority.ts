// The trust authority of this node: it issues certificates to wallets of organisations here alone. Its
// key is in a slot of the keystore, its certificate a fact of the node; both are made when they are first asked for.
import { toBase64 } from '../../core/base/bytes.js';
import { AUTHORITY_YEARS } from '../../core/base/limits/node/federation.js';
import type { Clock } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { spkiOf } from '../../core/trust/certificates/signed-form.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../storage/engine/table.js';
import {
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
}

type Leaf = Omit<Parameters<typeof makeOrganisationCertificate>[1], 'notBeforeMs' | 'notAfterMs'>;

export class TrustAuthority {
  private made: Promise<Result<Uint8Array>> | undefined;

  constructor(private readonly ports: TrustAuthorityPorts) {}

  /** Its certificate (DER), which others pin. */
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

  /** The same, where it was asked for before; it makes none. */
  knownCertificate(): Uint8Array | undefined {
    const row = new RowTable(this.ports.kv, meta).get(META_NAME);
    return row === undefined ? undefined : new Uint8Array(Buffer.from(row, 'base64'));
  }

  /** A certificate (DER) of the key for both uses. */
  async issue(leaf: Leaf, days: number): Promise<Result<Uint8Array>> {
    const issuer = await this.certificate();
    if (isFailure(issuer)) return issuer;
    const notBeforeMs = this.ports.clock.now();
    const form = { ...leaf, notBeforeMs, notAfterMs: notBeforeMs + days * DAY_MS };
    const key = await this.key();
    return isFailure(key) ? key : makeOrganisationCertificate({ ...key, issuer }, form);
  }

  private async ensure(): Promise<Result<Uint8Array>> {
    const { kv, clock, commit } = this.ports;
    const known = this.knownCertificate();
    if (known !== undefined) return known;
    const key = await this.key();
    if (isFailure(key)) return key;
    const notBeforeMs = clock.now();
    const validity = { notBeforeMs, notAfterMs: notBeforeMs + AUTHORITY_YEARS * YEAR_MS };
    const made = await makeAuthorityCertificate(key, { name: 'Quorate trust authority', ...validity });
    if (!isFailure(made)) await commit([new RowTable(kv, meta).put(META_NAME, toBase64(made))]);
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
