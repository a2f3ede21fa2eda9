// The offer of a credential that a run of a workflow issued: its recipient opens one with a session, good once and for
// some minutes. No code of it lives longer, and the recipient of that time opens the next one.
import { type RecipientPorts, recipientOf } from '../../../actors/credentials/recipients.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { RUN_OFFER_MS } from '../../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import type { IssuedCredential } from '../../../core/credentials/issuing/issued.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';
import { isVerified } from '../../../core/tenant/members/address.js';
import { keyVerdict } from '../../../core/wallet/access.js';
import type { RunIssuance } from '../../../storage/tables/credentials/run-issuances.js';
import { standingOf } from '../../access/wallet-standing.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import { DEFAULT_DIGITS, newOffer, type OfferMade } from '../new-offer.js';

type Deps = Pick<
  ApiDeps,
  'audit' | 'clock' | 'commit' | 'config' | 'credentials' | 'mailer' | 'random' | 'tenants' | 'walletLinks' | 'wallets'
> &
  RecipientPorts;
type Call = ApiCall<Deps>;

/** With the rows that store it. CREDENTIAL_NOT_FOUND to anybody but its recipient. */
export function openRunOffer(call: Call, credentialId: string): Result<OfferMade> {
  const { deps, caller } = call;
  const { credentials } = deps;
  const issuance = credentials.runs.find(credentialId);
  const credential = issuance && credentials.issued.find(issuance.organisationId, credentialId);
  if (credential === undefined || !isRecipient(call, issuance as RunIssuance)) return fail(NOT_FOUND);
  const problem = failIf(unofferable(call, credential));
  if (problem !== undefined) return problem;
  const { organisationId, txCode } = issuance as RunIssuance;
  const organisation = deps.tenants.organisation(organisationId);
  if (organisation?.status !== 'Active') return fail(NOT_FOUND);
  const address = txCode === 'mail' ? addressOf(call) : undefined;
  if (address !== undefined && isFailure(address)) return address;
  const { issuerWallet, credentialType, format, trustAnchor, validUntilMs } = credential;
  const made = newOffer(
    deps,
    { organisation, issuer: credentials.issuers.of(organisationId) },
    {
      ...{ issuerWallet, credentialType, format, trustAnchor, validUntilMs, credentialId, isOfRun: true },
      ...{ claims: {}, disclosable: [], lifeMs: RUN_OFFER_MS, createdBy: caller.subject },
      ...(txCode !== 'none' && { txCodeDigits: DEFAULT_DIGITS }),
    },
  );
  if (isFailure(made) || address === undefined) return made;
  const { txCode: code, ...shown } = made;
  return mailCode(call, { address, code: code ?? '', issuer: organisation.name }) ?? shown;
}

const NOT_FOUND = issue('CREDENTIAL_NOT_FOUND', '/credentialId', 'There is no such credential for your wallets.');

/** True for those who use the wallet that is given it, here or by a link to it in the organisation that issues. */
function isRecipient(call: Call, issuance: RunIssuance): boolean {
  const { deps, caller } = call;
  const address = recipientOf(deps, issuance);
  if (address === undefined) return false;
  const { organisationId } = issuance;
  const linked = deps.walletLinks.holder(organisationId, address);
  if (caller.organisationId === organisationId && linked !== undefined && linked === caller.subject) return true;
  const wallet = deps.wallets.find(address);
  return wallet !== undefined && keyVerdict(standingOf(call, wallet), DEFAULT_PATH, false).allowed;
}

function unofferable({ deps }: Call, { state, validUntilMs }: IssuedCredential): Issue | undefined {
  if (!deps.credentials.settings.enabled)
    return issue('FORBIDDEN', '', 'This node issues no credentials (credentials.enabled).');
  if (validUntilMs <= deps.clock.now()) return issue('OFFER_EXPIRED', '/credentialId', 'The credential has ended.');
  if (state === 'Valid') return undefined;
  return issue('CREDENTIAL_REVOKED', '/credentialId', `The credential is ${state.toLowerCase()} on the ledger.`);
}

/** The verified address of the caller. */
function addressOf({ deps, caller }: Call): Result<string> {
  const user = deps.tenants.user(caller.platformUserId);
  if (user !== undefined && isVerified(user)) return user.email;
  return fail(
    issue('FORBIDDEN', '', 'The code of this credential is sent by mail: verify the address of your account.'),
  );
}

function mailCode(
  { deps: { config, mailer } }: Call,
  { address, code, issuer }: { readonly address: string; readonly code: string; readonly issuer: string },
) {
  const text = [
    `Your wallet asks for this code to take a credential of ${issuer}: ${code}`,
    'It is good for ten minutes. Tell it to your wallet and to nobody else.',
  ].join('\n\n');
  const subject = `Code for a credential on ${config.installation}`;
  return failIf(mailer.post({ kind: 'credential-code', to: address, subject, text }));
}
