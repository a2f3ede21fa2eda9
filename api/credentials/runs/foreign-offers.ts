// The offer of a credential that a workflow issued from a wallet of another node: the recipient opens it here, and this
// node asks that one. The right is the same as where the issuer is here.
import encode from 'qr';
import { askForOffer, type OfferAskingPorts } from '../../../actors/credentials/asking.js';
import {
  findIssuance,
  type LedgerIssuance,
  type SealedIssuancePorts,
} from '../../../actors/credentials/sealed-issuance.js';
import type { Issue } from '../../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import type { ToldOffer } from '../../../core/credentials/issuance/run-offer.js';
import { useProblem } from '../../../core/wallet/wallet.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import { openedRecord } from '../offer-record.js';
import { endIssue, notYours, statusIssue, usedWallet } from './offers.js';
import { mailAddressOf, mailCode } from './recipient-code.js';

type Deps = Pick<
  ApiDeps,
  'audit' | 'clock' | 'commit' | 'config' | 'credentials' | 'mailer' | 'mesh' | 'tenants' | 'walletAsks' | 'wallets'
> &
  Omit<OfferAskingPorts, 'asker'> &
  SealedIssuancePorts;
type Call = ApiCall<Deps>;

const isoTime = (ms: number) => new Date(ms).toISOString();

/** CREDENTIAL_NOT_FOUND to anybody but its recipient; ISSUER_UNREACHABLE, and what the node of the issuer says. */
export async function openForeignOffer(call: Call, credentialId: string) {
  const { deps } = call;
  const sealed = deps.credentials.runs.findSealed(credentialId);
  const issuance = sealed && findIssuance(deps, sealed);
  const wallet = issuance && usedWallet(call, issuance.recipient);
  if (issuance === undefined || wallet === undefined) return fail(notYours());
  const problem = failIf(unfitness(deps, issuance) ?? useProblem(wallet, 'sign'));
  if (problem !== undefined) return problem;
  const address = issuance.rule.txCode === 'mail' ? mailAddressOf(call) : undefined;
  if (address !== undefined && isFailure(address)) return address;
  const by = { wallet, address: issuance.recipient };
  const from = deps.mesh.status().peerId;
  const offer = await askForOffer({ ...deps, asker: deps.walletAsks }, { credentialId, issuance, by, from });
  if (isFailure(offer)) return offer;
  const { organisationId } = call.caller;
  await deps.commit(openedRecord(call, { ...offer, id: offer.offerId, credentialId, organisationId }));
  const refused = address === undefined ? undefined : sendCode(call, address, offer);
  return refused ?? viewOf(offer, { credentialId, issuance, isMailed: address !== undefined });
}

/** As the ledger has it: a node that says otherwise is not asked. */
function unfitness({ clock }: Deps, { status, validUntilMs }: LedgerIssuance): Issue | undefined {
  if (validUntilMs !== undefined && validUntilMs <= clock.now()) return endIssue();
  return status === 'valid' ? undefined : statusIssue(status);
}

function sendCode(call: Call, address: string, { txCode = '', credentialType }: ToldOffer): Result<never> | undefined {
  return mailCode(call, { address, code: txCode, issuer: `the type ${credentialType}` });
}

function viewOf(
  { createdAtMs, expiresAtMs, txCode, ...offer }: ToldOffer,
  {
    credentialId,
    issuance,
    isMailed,
  }: { readonly credentialId: string; readonly issuance: LedgerIssuance; readonly isMailed: boolean },
) {
  return {
    ...{ ...offer, credentialId, issuerWalletAddress: issuance.issuer, status: 'Pending' as const },
    ...{ createdAt: isoTime(createdAtMs), expiresAt: isoTime(expiresAtMs) },
    ...(txCode !== undefined && !isMailed && { txCode }),
    qr: encode(offer.credentialOfferUri, 'svg', { ecc: 'low' }),
  };
}
