// The offer of a credential that a run of a workflow issued here: its recipient opens one with a session, good once and
// for some minutes. No code of it lives longer, and the recipient of that time opens the next one. A credential has one
// that waits: else its recipient could take all places of the organisation, and fill its disk.
import { type RecipientPorts, recipientOf } from '../../../actors/credentials/recipients.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { RUN_OFFER_MS } from '../../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import type { IssuedCredential } from '../../../core/credentials/issuing/issued.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';
import { keyVerdict } from '../../../core/wallet/access.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { countOffer } from '../../../storage/tables/credentials/issuers.js';
import type { RunIssuance } from '../../../storage/tables/credentials/run-issuances.js';
import { ownerIdOf, standingOf } from '../../access/wallet-standing.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import { DEFAULT_DIGITS, newOffer, type OfferMade } from '../new-offer.js';
import { mailAddressOf, mailCode } from './recipient-code.js';

type Deps = Pick<
  ApiDeps,
  'audit' | 'clock' | 'commit' | 'config' | 'credentials' | 'mailer' | 'random' | 'tenants' | 'walletLinks' | 'wallets'
> &
  RecipientPorts;
type Call = ApiCall<Deps>;

/** A credential that this node issues, with what its wallets are told of it. */
export interface OfferedRun {
  readonly issuance: RunIssuance;
  readonly credential: IssuedCredential;
}

/** With the rows that store it. CREDENTIAL_NOT_FOUND to anybody but its recipient. */
export function openRunOffer(call: Call, credentialId: string): Result<OfferMade> {
  const { deps, caller } = call;
  const offered = findOffered(deps, credentialId);
  if (offered === undefined || !isRecipient(call, offered.issuance)) return fail(notYours());
  const { organisationId, txCode } = offered.issuance;
  const address = txCode === 'mail' ? mailAddressOf(call) : undefined;
  if (address !== undefined && isFailure(address)) return address;
  const made = makeRunOffer(deps, offered, ownerIdOf(caller));
  if (isFailure(made) || address === undefined) return made;
  const { txCode: code, ...shown } = made;
  const issuer = deps.tenants.organisation(organisationId)?.name ?? '';
  return mailCode(call, { address, code: code ?? '', issuer }) ?? shown;
}

/** Undefined where this node did not plan it. */
export function findOffered({ credentials }: Pick<Deps, 'credentials'>, credentialId: string): OfferedRun | undefined {
  const issuance = credentials.runs.find(credentialId);
  const credential = issuance && credentials.issued.find(issuance.organisationId, credentialId);
  return issuance && credential && { issuance, credential };
}

/**
 * For the caller, in the place of the one before; `createdBy` is the account or the wallet that did. In one turn, up
 * to the commit.
 */
export function makeRunOffer(
  deps: Pick<Deps, 'clock' | 'credentials' | 'random' | 'tenants'> & {
    readonly config: Pick<Deps['config'], 'publicUrl'>;
  },
  { issuance, credential }: OfferedRun,
  createdBy: string,
): Result<OfferMade> {
  const problem = failIf(unofferable(deps, credential));
  if (problem !== undefined) return problem;
  const { organisationId, credentialId, txCode } = issuance;
  const organisation = deps.tenants.organisation(organisationId);
  if (organisation?.status !== 'Active') return fail(notYours());
  const { issuerWallet, credentialType, format, trustAnchor, validUntilMs } = credential;
  const { issuers, newestOffers, offers } = deps.credentials;
  const before = offers.find(newestOffers.get(credentialId) ?? '');
  const former = before?.status === 'Pending' ? before : undefined;
  const issuer = issuers.of(organisationId);
  const made = newOffer(
    deps,
    { organisation, issuer: former ? countOffer(issuer, former, -1) : issuer },
    {
      ...{ issuerWallet, credentialType, format, trustAnchor, validUntilMs, credentialId, isOfRun: true },
      ...{ claims: {}, disclosable: [], lifeMs: RUN_OFFER_MS, createdBy },
      ...(txCode !== 'none' && { txCodeDigits: DEFAULT_DIGITS }),
    },
  );
  if (isFailure(made)) return made;
  newestOffers.set(credentialId, made.offer.id);
  return former ? { ...made, ops: [...offers.remove(former), ...made.ops] } : made;
}

export function notYours(): Issue {
  return issue('CREDENTIAL_NOT_FOUND', '/credentialId', 'There is no such credential for your wallets.');
}

/** True for those who use the wallet that is given it, here or by a link to it in the organisation that issues. */
function isRecipient(call: Call, issuance: RunIssuance): boolean {
  const { deps, caller } = call;
  const address = recipientOf(deps, issuance);
  if (address === undefined) return false;
  const { organisationId } = issuance;
  const linked = deps.walletLinks.holder(organisationId, address);
  if (caller.organisationId === organisationId && linked !== undefined && linked === caller.subject) return true;
  return usedWallet(call, address) !== undefined;
}

/** The wallet of an address where it is on this node, and the caller may use its key. */
export function usedWallet(
  call: ApiCall<Pick<Deps, 'audit' | 'clock' | 'commit' | 'wallets'>>,
  address: string,
): Wallet | undefined {
  const wallet = call.deps.wallets.find(address);
  if (wallet === undefined) return undefined;
  return keyVerdict(standingOf(call, wallet), DEFAULT_PATH, false).allowed ? wallet : undefined;
}

function unofferable(
  { credentials, clock }: Pick<Deps, 'clock' | 'credentials'>,
  { state, validUntilMs }: IssuedCredential,
): Issue | undefined {
  if (!credentials.settings.enabled)
    return issue('FORBIDDEN', '', 'This node issues no credentials (credentials.enabled).');
  if (validUntilMs <= clock.now()) return endIssue();
  return state === 'Valid' ? undefined : statusIssue(state.toLowerCase());
}

export function endIssue(): Issue {
  return issue('OFFER_EXPIRED', '/credentialId', 'The credential has ended.');
}

export function statusIssue(status: string): Issue {
  return issue('CREDENTIAL_REVOKED', '/credentialId', `The credential is ${status} on the ledger.`);
}
