// Issues a credential of a run anew: another Issuance replaces the one in force, with the claims of the run and other
// copies, places and dates. The call stores that it is owed; the driver seals it.
import type { Static } from 'typebox';
import { issuingWallet } from '../../../actors/credentials/issuing-wallet.js';
import { issue } from '../../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import { type CredentialRun, type IssuedCredential, refreshProblem } from '../../../core/credentials/issuing/issued.js';
import { liveIssuance } from '../../../core/register/issued/rows.js';
import { useProblem, walletNotFound } from '../../../core/wallet/wallet.js';
import type { OwedIssuance, OwedKey } from '../../../storage/tables/credentials/run-issuances.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { RefreshCredential } from '../../schemas/accounts/credential.js';

type Deps = Pick<ApiDeps, 'audit' | 'chain' | 'commit' | 'credentials' | 'ledger' | 'wallets'>;
type OfRun = IssuedCredential & { readonly run: CredentialRun };

/**
 * The credential as it is. BODY_INVALID, CREDENTIAL_REVOKED, REGISTER_NOT_FOUND; issues of the key; NODE_UNAVAILABLE
 * until its issuance is sealed.
 */
export async function issueAnew(
  call: ApiCall<Deps>,
  credential: OfRun,
  asked: Static<typeof RefreshCredential>,
): Promise<Result<IssuedCredential>> {
  const { deps, caller, address } = call;
  const owed = readOwed(deps, credential, asked);
  if (isFailure(owed)) return owed;
  const { registerId, run, config } = owed;
  const key: OwedKey = [registerId, run, config];
  const { runs, owed: news } = deps.credentials;
  // Asked twice, it is issued once.
  if (runs.findOwed(key) !== undefined) return credential;
  const { organisationId, id: credentialId } = credential;
  const details = { credentialId, change: 'refresh' };
  const record = { eventType: 'CredentialStatusChanged', organisationId, details } as const;
  await deps.commit([runs.owe(owed), deps.audit.byCaller({ caller, address }, record)]);
  news.issuing(key);
  return credential;
}

function readOwed(deps: Deps, credential: OfRun, asked: Static<typeof RefreshCredential>): Result<OwedIssuance> {
  const [stated] = Object.keys(asked);
  if (stated !== undefined) return fail(issue('BODY_INVALID', `/${stated}`, OF_THE_RUN));
  const revoked = failIf(refreshProblem(credential));
  if (revoked !== undefined) return revoked;
  const { id: credentialId, organisationId } = credential;
  const { registerId, instanceId, transactionId: run, config, issuanceTxId } = credential.run;
  if (issuanceTxId === undefined)
    return fail(issue('NODE_UNAVAILABLE', '', 'The issuance of the credential is not sealed yet. Try again soon.'));
  const record = deps.ledger.register(registerId);
  if (record === undefined || record.purging)
    return fail(issue('REGISTER_NOT_FOUND', '', 'The register of the run is not on this node any more.'));
  if (liveIssuance(deps.chain.view(record.reg), run, config) !== issuanceTxId)
    return fail(issue('CREDENTIAL_REVOKED', '', 'The ledger has it revoked or replaced, or its run counts no more.'));
  const acting = issuingWallet(deps, { registerId, organisationId, issuer: credential.issuerWallet });
  const problem = acting === undefined ? walletNotFound() : useProblem(acting.wallet, 'sign');
  const replaces = { credentialId, issuanceTxId };
  return failIf(problem) ?? { registerId, run, config, instanceId, organisationId, replaces };
}

const OF_THE_RUN = 'The claims and terms of a credential of a run are those of the run: send an empty body.';
