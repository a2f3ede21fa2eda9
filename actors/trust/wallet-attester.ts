// The maker of the wallets of this node, who attests them to issuers: a key in a slot of the keystore, under a
// certificate of the trust authority of the node. The certificate stands in memory alone: issuers pin the authority, so
// another start has another one. It is for no organisation, and so has none of the uses of one.
import { WALLET_ATTESTER_DAYS, WALLET_ATTESTER_DUE_DAYS } from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { isFar } from '../../core/base/time/elapsed.js';
import type { Draft } from '../../core/credentials/draft.js';
import type { NamedIssuer } from '../../core/credentials/jose/jws.js';
import { commonName } from '../../storage/pki/organisation-certificate.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import { remoteKey, type TrustAuthority } from './trust-authority.js';

export interface WalletAttesterPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly keystore: Pick<Keystore, 'nodeKey' | 'signFormatted' | 'use'>;
  readonly authority: Pick<TrustAuthority, 'issue'>;
  /** Of the public URL: the certificate names it. */
  readonly host: string;
}

const USED_MS = (WALLET_ATTESTER_DAYS - WALLET_ATTESTER_DUE_DAYS) * 24 * 60 * 60 * 1000;

export class WalletAttester {
  private certificate: { readonly der: Uint8Array; readonly atMs: number } | undefined;

  constructor(private readonly ports: WalletAttesterPorts) {}

  /** The draft of an attestation, signed. */
  async sign(draftOf: (maker: NamedIssuer) => Draft<string>): Promise<Result<string>> {
    const { keystore } = this.ports;
    const der = await this.certificateInForce();
    if (isFailure(der)) return der;
    const { toSign, finish } = draftOf({ chain: [der] });
    const signed = await keystore.signFormatted(await keystore.nodeKey('wallet-attester'), 'jose', toSign);
    return isFailure(signed) ? signed : finish(signed.signature);
  }

  /** Two requests at once may both have one issued: each is good. */
  private async certificateInForce(): Promise<Result<Uint8Array>> {
    const { authority, clock, host, keystore } = this.ports;
    const nowMs = clock.now();
    if (this.certificate !== undefined && !isFar(this.certificate.atMs, nowMs, USED_MS)) return this.certificate.der;
    const key = await remoteKey(keystore, await keystore.nodeKey('wallet-attester'));
    if (isFailure(key)) return key;
    const subject = commonName(`Wallets of ${host}`);
    const der = await authority.issue({ subject, host, spki: key.spki, uses: [] }, WALLET_ATTESTER_DAYS);
    if (isFailure(der)) return der;
    this.certificate = { der, atMs: nowMs };
    return der;
  }
}
