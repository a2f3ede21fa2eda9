// Keeps a credential that a person brings: verified, and with the key of the wallet where it is bound to that.
import { issue } from '../../../core/base/issue.js';
import { type Failure, fail, isFailure, type Result } from '../../../core/base/result.js';
import type { KeptCredential } from '../../../core/credentials/holding/kept.js';
import { p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { HOLDER_PATH, holderPoint } from './holder-keys.js';
import { type KeptAlso, keepCredentials } from './keeping.js';
import type { ReceiveCall } from './receiving.js';
import { CredentialVerifier } from './verifying.js';

export interface BroughtCredential {
  readonly rawToken: string;
  readonly type?: string | undefined;
  readonly issuerDid?: string | undefined;
  readonly issuanceTxId?: string | undefined;
  readonly issuanceBlueprintId?: string | undefined;
}

/** BODY_INVALID where what is stated of it is not so; else as `CredentialVerifier.verify`, and QUOTA_EXCEEDED. */
export async function storeCredential(
  call: ReceiveCall,
  wallet: Wallet,
  { rawToken, type, issuerDid, also = {}, ...issuance }: BroughtCredential & { readonly also?: KeptAlso },
): Promise<Result<KeptCredential>> {
  const verified = await new CredentialVerifier(call).verify(rawToken);
  if (isFailure(verified)) return verified;
  const { credentialType, holderKey } = verified.content;
  if (type !== undefined && type !== credentialType) return differs('/type', 'type');
  if (issuerDid !== undefined && issuerDid !== verified.issuer.name) return differs('/issuerDid', 'issuer');
  const sealedTxId = verified.issuance?.txId;
  const { issuanceTxId = sealedTxId } = issuance;
  if (sealedTxId !== undefined && issuanceTxId !== sealedTxId) return differs('/issuanceTxId', 'Issuance');
  const own = wallet.algorithm === 'NISTP256' ? await holderPoint(call, wallet, HOLDER_PATH) : undefined;
  if (isFailure(own)) return own;
  const isOwn = own !== undefined && holderKey !== undefined && p256Thumbprint(own) === p256Thumbprint(holderKey);
  const copies = [{ text: rawToken, ...(isOwn && { path: HOLDER_PATH }) }];
  const kept = await keepCredentials(call, wallet, { contents: [{ verified, copies, ...issuance }], also });
  return isFailure(kept) ? kept : (kept[0] as KeptCredential);
}

function differs(path: string, what: string): Failure {
  return fail(issue('BODY_INVALID', path, `The credential is of another ${what} than is stated.`));
}
