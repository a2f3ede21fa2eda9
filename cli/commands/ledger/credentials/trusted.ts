// The issuer that the caller trusts: by a key, or by a path of certificates to an anchor.
import { X509Certificate } from 'node:crypto';
import { equalBytes } from '../../../../core/base/bytes.js';
import { isFailure } from '../../../../core/base/result.js';
import type { StatedIssuer } from '../../../../core/credentials/jose/jws.js';
import type { TrustedLeaf } from '../../../../core/credentials/mdoc/presentation.js';
import { p256OfJwk } from '../../../../core/crypto/keys/jwk.js';
import { verifyPath } from '../../../../core/trust/x509/path.js';
import { CommandError, type Context, EXIT } from '../../../command/command.js';
import { anchorsIn } from '../../../disk/certificates.js';
import { issuerKey } from './stated.js';

/** DER, the leaf first. */
type Chain = readonly Uint8Array[];
/** Undefined for one that the caller does not trust. */
export type FindTrusted = (stated: { readonly chain: Chain }) => TrustedLeaf | undefined;

const ALWAYS = { notBeforeMs: 0, notAfterMs: Number.MAX_SAFE_INTEGER };

/**
 * By --issuer-key, or by --anchor as of the time of the verdict; one of both is stated. `hasLeaf` says that a
 * certificate is part of the format: then it has to be for the key.
 */
export async function trustedIssuer(
  context: Context,
  {
    atMs,
    hasLeaf,
    stated,
  }: { readonly atMs: number; readonly hasLeaf: boolean; readonly stated?: Partial<StatedIssuer> },
): Promise<FindTrusted> {
  const { input } = context;
  const files = input.list('anchor');
  if ((files.length === 0) === (input.text('issuer-key') === undefined))
    throw new CommandError('state whom you trust: --issuer-key, or --anchor', {
      exit: EXIT.usage,
      hint: 'The anchor of a Quorate node is what "quorate certificate authority" prints there.',
    });
  return files.length === 0 ? byKey(await issuerKey(context, stated), hasLeaf) : byAnchor(context, atMs);
}

/** The path of a certificate is not judged. */
function byKey(publicKey: Uint8Array, hasLeaf: boolean): FindTrusted {
  return ({ chain: [leaf] }) => {
    if (!hasLeaf || leaf === undefined) return { publicKey, anchor: 'stated', ...ALWAYS };
    const own = leafOf(leaf);
    return own !== undefined && equalBytes(own.publicKey, publicKey) ? { ...own, anchor: 'stated' } : undefined;
  };
}

/** A status token without a chain is of the issuer of its credential: it is signed by that key, or refused. */
async function byAnchor(context: Context, atMs: number): Promise<FindTrusted> {
  const anchors = (await Promise.all(context.input.list('anchor').map(anchorsIn))).flat();
  let first: TrustedLeaf | undefined;
  return ({ chain }) => {
    if (chain.length === 0) return first;
    const path = verifyPath({ chain, anchors, atMs });
    const leaf = isFailure(path) ? undefined : leafOf(path.leaf.der);
    const trusted = leaf && !isFailure(path) ? { ...leaf, anchor: path.anchor.hash } : undefined;
    first ??= trusted;
    return trusted;
  };
}

/** The key of a certificate of P-256, and its dates. */
function leafOf(der: Uint8Array): Omit<TrustedLeaf, 'anchor'> | undefined {
  try {
    const certificate = new X509Certificate(der);
    const publicKey = p256OfJwk(certificate.publicKey.export({ format: 'jwk' }));
    const [notBeforeMs, notAfterMs] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
    return publicKey && { publicKey, notBeforeMs, notAfterMs };
  } catch {
    return undefined;
  }
}
