// An issuer with a key and a type that it publishes: in its documents from the first credential of them on.
import { fromBase64 } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { CREDENTIAL_TYPES_MAX, ISSUER_KEYS_MAX } from '../../core/base/limits/node/wallets.js';
import { fail, type Result } from '../../core/base/result.js';
import type { IssuedFormat } from '../../core/credentials/issuing/formats.js';
import { thumbprintOf } from '../../core/credentials/issuing/own-key.js';
import type { TypeDisplay } from '../../core/credentials/issuing/type-rules.js';
import { p256Jwk } from '../../core/crypto/keys/jwk.js';
import type { Wallet } from '../../core/wallet/wallet.js';
import type { Issuer } from '../../storage/tables/credentials/issuers.js';

export function isPublished(issuer: Issuer, wallet: string): boolean {
  return issuer.keys.some((key) => key.wallet === wallet);
}

/** BODY_INVALID where the type has another format; QUOTA_EXCEEDED. The wallet is one of P-256, or has a co-key. */
export function withPublished(
  issuer: Issuer,
  {
    wallet,
    format,
    credentialType,
    shown,
    coKey,
  }: {
    readonly wallet: Wallet;
    readonly format: IssuedFormat;
    readonly credentialType: string;
    /** How its definition shows it: what the organisation states itself goes before it. */
    readonly shown?: TypeDisplay | undefined;
    /** That a wallet of another algorithm signs with: a point of P-256. */
    readonly coKey?: Uint8Array | undefined;
  },
): Result<Issuer> {
  const isKnownKey = isPublished(issuer, wallet.address);
  const known = issuer.types.find((type) => type.credentialType === credentialType);
  if (known !== undefined && known.format !== format)
    return fail(issue('BODY_INVALID', '/format', `The organisation issues this type as ${known.format}.`));
  const isFull =
    (!isKnownKey && issuer.keys.length >= ISSUER_KEYS_MAX && `${ISSUER_KEYS_MAX} wallets that issue`) ||
    (known === undefined && issuer.types.length >= CREDENTIAL_TYPES_MAX && `${CREDENTIAL_TYPES_MAX} types`);
  if (isFull !== false) return fail(issue('QUOTA_EXCEEDED', '', `An organisation has at most ${isFull}.`));
  const jwk = p256Jwk(coKey ?? (fromBase64(wallet.publicKey) as Uint8Array));
  const key = { wallet: wallet.address, keyId: thumbprintOf(jwk), jwk, ...(coKey && { isCoKey: true as const }) };
  return {
    ...issuer,
    keys: isKnownKey ? issuer.keys : [...issuer.keys, key],
    types:
      known === undefined
        ? [...issuer.types, { format, credentialType, ...(shown && { display: [shown] }) }]
        : issuer.types,
  };
}
