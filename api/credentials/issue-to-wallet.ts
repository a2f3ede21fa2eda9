// Issues a credential to a wallet of this node at once (reference-facts 4.4.4): it is bound to the holder key of that
// wallet, which the keystore has. The call makes an offer and takes it: status, list and end are those of any other.
import type { Static } from 'typebox';
import { type Issue, issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import { durationMs } from '../../core/blueprint/definition/duration.js';
import type { HolderKey } from '../../core/credentials/issuing/key-proofs.js';
import type { CredentialOffer } from '../../core/credentials/issuing/offer.js';
import { p256Jwk, p256Thumbprint } from '../../core/crypto/keys/jwk.js';
import { useProblem, type Wallet, walletNotFound } from '../../core/wallet/wallet.js';
import { worksForOperator } from '../auth/policy.js';
import type { ApiDeps } from '../deps/deps.js';
import type { IssueCredential, WalletIssue } from '../schemas/accounts/credential.js';
import { rulesOf } from './attestations.js';
import { HOLDER_PATH, holderPoint, holdingProblem } from './holding/holder-keys.js';
import type { ReceiveCall } from './holding/receiving.js';
import { storeCredential } from './holding/storing.js';
import { acceptingCall, takenAlso } from './holding/taking.js';
import { type AskedIssuer, findIssuer } from './issuers.js';
import { issueOffered } from './issuing.js';
import { offerRecord } from './offer-record.js';
import { makeOffer } from './offering.js';

type Call = Parameters<typeof makeOffer>[0] &
  Parameters<typeof issueOffered>[0] & {
    readonly deps: ReceiveCall['deps'] & Pick<ApiDeps, 'notices'>;
  };
type Asked = Static<typeof IssueCredential>;

/** The least that an offer may have: it is taken before the answer. */
const OFFER_SECONDS = 60;

/** BODY_INVALID, WALLET_NOT_FOUND for either wallet, and what `makeOffer` refuses. */
export async function issueToWallet(call: Call, wallet: string, asked: Asked): Promise<Result<WalletIssue>> {
  const { deps } = call;
  const signing = issuerOf(call, wallet);
  if (isFailure(signing)) return signing;
  const recipient = recipientWallet(deps, asked.recipientWallet);
  if (isFailure(recipient)) return recipient;
  const problem = attestationProblem(deps, signing.issuer, asked.credentialType);
  if (problem !== undefined) return fail(problem);
  const key = await holderKey(call, recipient);
  if (isFailure(key)) return key;
  const offer = await takenOffer(call, signing, asked);
  if (isFailure(offer)) return offer;
  const issued = await issueOffered(call, signing.issuer, { offer, keys: [key] });
  if (typeof issued === 'string') return fail(issue('CREDENTIAL_REFUSED', '', issued));
  if (isFailure(issued)) return issued;
  const { credential, copies } = issued;
  deps.credentials.metrics?.countIssued(credential.format, 'issued');
  const { url } = signing.issuer;
  const claims = (asked.claims ?? {}) as JsonObject;
  const rawToken = copies[0] as string;
  const heldCredentialId = await keepAccepted(call, recipient, { issuer: url, credential, rawToken });
  return { credential, issuer: url, recipient: recipient.address, claims, rawToken, heldCredentialId };
}

/** The id in the wallet of the recipient, where its owner accepts the issuer; else its owner keeps the text. */
async function keepAccepted(
  call: Call,
  wallet: Wallet,
  { issuer, credential, rawToken }: Pick<WalletIssue, 'issuer' | 'credential' | 'rawToken'>,
): Promise<string | undefined> {
  const { id: credentialId, credentialType } = credential;
  const accepting = acceptingCall(call, wallet, { issuer, credentialType });
  if (accepting === undefined) return undefined;
  const also = takenAlso(accepting, { wallet, issuer, credentialType, credentialId }, []);
  const kept = await storeCredential(accepting, wallet, { rawToken, also });
  return isFailure(kept) ? undefined : kept.id;
}

interface SigningIssuer {
  readonly wallet: Wallet;
  readonly issuer: AskedIssuer;
}

/** A wallet of the organisation of the caller; who works for the operator issues for each. */
function issuerOf({ deps, caller }: Call, name: string): Result<SigningIssuer> {
  const wallet = deps.wallets.find(name);
  const owner = wallet?.owner;
  const isOwn = owner?.id === caller.organisationId || worksForOperator(caller);
  const organisation = owner?.kind === 'organisation' && isOwn ? deps.tenants.organisation(owner.id) : undefined;
  if (wallet === undefined || organisation === undefined) return fail({ ...walletNotFound(), path: '/address' });
  const issuer = findIssuer(deps, organisation.subdomain);
  return isFailure(issuer) ? fail(issue('FORBIDDEN', '', issuer.issue.message)) : { wallet, issuer };
}

function recipientWallet({ wallets }: Call['deps'], name: string): Result<Wallet> {
  const path = '/recipientWallet';
  const wallet = wallets.find(name);
  if (wallet === undefined) return fail({ ...walletNotFound(), path });
  const problem = useProblem(wallet, 'sign') ?? holdingProblem(wallet);
  return problem === undefined ? wallet : fail({ ...problem, path });
}

/** The keys of a node have no attestation. */
function attestationProblem(deps: Call['deps'], issuer: AskedIssuer, type: string): Issue | undefined {
  const { keyAttestation, clientAttestation } = rulesOf(deps, issuer, type);
  if (keyAttestation === undefined && clientAttestation === undefined) return undefined;
  const message = 'The type asks for attestations of wallets or keys: offer it (quorate credential offer).';
  return issue('BODY_INVALID', '/credentialType', message);
}

async function holderKey(call: Call, wallet: Wallet): Promise<Result<HolderKey>> {
  const point = await holderPoint(call, wallet, HOLDER_PATH);
  return isFailure(point) ? point : { jwk: p256Jwk(point), thumbprint: p256Thumbprint(point) };
}

/** Durable, and taken: its code is told no more. */
async function takenOffer(
  call: Call,
  { wallet, issuer }: SigningIssuer,
  { recipientWallet: _, expiryDuration, disclosableClaims, issuanceBlueprintId, ...same }: Asked,
): Promise<Result<CredentialOffer>> {
  const { deps } = call;
  const validMs = expiryDuration === undefined ? undefined : durationMs(expiryDuration);
  if (expiryDuration !== undefined && validMs === undefined)
    return fail(issue('BODY_INVALID', '/expiryDuration', 'Expected an ISO 8601 duration of at most ten years: P365D.'));
  const stated = {
    ...{ ...same, tenantId: issuer.organisation.id, issuerWalletAddress: wallet.address, expiresIn: OFFER_SECONDS },
    ...(disclosableClaims !== undefined && { disclosablePaths: disclosableClaims }),
    ...(validMs !== undefined && { validFor: Math.ceil(validMs / 1000) }),
  };
  const made = makeOffer(call, stated, { issuanceBlueprintId });
  if (isFailure(made)) return asStated(made);
  const { offer, ops } = made;
  await deps.commit([...ops, offerRecord(call, offer, 'CredentialOffered')]);
  const taken: CredentialOffer = { ...offer, status: 'Exchanged' };
  await deps.commit(deps.credentials.offers.put(taken));
  return taken;
}

/** Members of an offer that have another name here. */
const STATED_AS: readonly (readonly [ofOffer: string, here: string])[] = [
  ['/issuerWalletAddress', '/address'],
  ['/disclosablePaths', '/disclosableClaims'],
  ['/validFor', '/expiryDuration'],
];

function asStated({ issue: refused }: Failure): Failure {
  const row = STATED_AS.find(([ofOffer]) => refused.path.startsWith(ofOffer));
  return fail(row === undefined ? refused : { ...refused, path: refused.path.replace(...row) });
}
