// Changes the status of a credential that a run of a workflow issued: by a transaction of the wallet that issued it.
// The status list follows what is sealed.
import { type IssuingWalletPorts, issuingWallet } from '../../../actors/credentials/issuing-wallet.js';
import type { MoveOutcome } from '../../../actors/workflow/moves/parts/ask.js';
import { issue } from '../../../core/base/issue.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { CredentialStatus } from '../../../core/blueprint/definition/choices.js';
import type { CredentialRun, IssuedCredential, StatusChange } from '../../../core/credentials/issuing/issued.js';
import { turnOf, walletNotFound } from '../../../core/wallet/wallet.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';

type Deps = IssuingWalletPorts & Pick<ApiDeps, 'workflow'>;

const TO: Readonly<Record<StatusChange, CredentialStatus>> = {
  revoke: 'revoked',
  suspend: 'suspended',
  reinstate: 'valid',
};

/** Issues of the key and of the register; NODE_UNAVAILABLE until the issuance is sealed. */
export async function sendStatus(
  { deps, trace }: Pick<ApiCall<Deps>, 'deps' | 'trace'>,
  { issuerWallet: issuer, organisationId, run }: IssuedCredential & { readonly run: CredentialRun },
  { change, waitMs }: { readonly change: StatusChange; readonly waitMs: number },
): Promise<Result<MoveOutcome>> {
  const { registerId, instanceId, issuanceTxId } = run;
  if (issuanceTxId === undefined)
    return fail(issue('NODE_UNAVAILABLE', '', 'The issuance of the credential is not sealed yet. Try again soon.'));
  const acting = issuingWallet(deps, { registerId, organisationId, issuer });
  if (acting === undefined) return fail(walletNotFound());
  return deps.workflow.move('CredentialStatus', {
    ...{ registerId, instanceId, issuance: issuanceTxId, to: TO[change], waitMs },
    by: { ...acting, from: turnOf(acting.wallet), trace },
  });
}

export function isOfRun(
  credential: IssuedCredential,
): credential is IssuedCredential & { readonly run: CredentialRun } {
  return credential.run !== undefined;
}
