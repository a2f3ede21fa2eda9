// Gives copies of a credential that a run of a workflow issued: those that were planned, each to one key of the holder,
// with the link to the issuance that sealed their digests. A key that comes again gets its copy again, of the same
// bytes: another one would count as a credential that was not used yet.
import { openPlan } from '../../../actors/credentials/planning.js';
import { holderKeysOf, type RecipientPorts } from '../../../actors/credentials/recipients.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { draftPlanned, linkOf } from '../../../core/credentials/issuance/planned.js';
import { formatRow } from '../../../core/credentials/issuing/formats.js';
import type { CredentialCopy, IssuedCredential } from '../../../core/credentials/issuing/issued.js';
import type { HolderKey } from '../../../core/credentials/issuing/key-proofs.js';
import type { CredentialOffer } from '../../../core/credentials/issuing/offer.js';
import { transactionDid } from '../../../core/register/people/did.js';
import type { RunIssuance } from '../../../storage/tables/credentials/run-issuances.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { AskedIssuer } from '../issuers.js';

type Deps = Pick<ApiDeps, 'audit' | 'commit' | 'credentials'> & RecipientPorts;

export interface IssuedCopies {
  readonly credential: IssuedCredential;
  /** Of keys in their order; fewer than keys where no more were planned. */
  readonly copies: readonly string[];
}

/** Its strength is stated where the maker of the wallet vouches for it. */
type ShownKey = HolderKey & { readonly strength?: unknown };

/** The issuance is not sealed yet: the wallet asks again. */
export class NotIssuedYet {
  readonly isDeferred = true;
}

/** A text says why the issuer denies the request; a failure that the key did not sign. */
export async function giveRunCopies(
  call: ApiCall<Deps>,
  issuer: AskedIssuer,
  { offer, keys }: { readonly offer: CredentialOffer; readonly keys: readonly HolderKey[] },
): Promise<Result<IssuedCopies> | NotIssuedYet | string> {
  const { deps } = call;
  const { organisationId, credentialId = '' } = offer;
  for (;;) {
    const before = deps.credentials.issued.find(organisationId, credentialId);
    const issuance = deps.credentials.runs.find(credentialId);
    if (before === undefined || issuance === undefined) return 'There is no such credential any more.';
    if (before.state !== 'Valid') return 'The credential was revoked or suspended.';
    const refused = keysProblem(deps, issuance, keys);
    if (refused !== undefined) return refused;
    const { issuanceTxId } = issuance;
    if (issuanceTxId === undefined) return new NotIssuedYet();
    const given = withCopies(before, issuance, keys);
    const taken = keys.filter(({ thumbprint }) => given.copies.some((copy) => copy.thumbprint === thumbprint));
    if (taken.length === 0) return 'All copies of the credential were given: its issuer issues it anew.';
    const signed = await signCopies(deps, issuer, { credential: given, issuance, keys: taken, issuanceTxId });
    if (isFailure(signed)) return signed;
    // From here on in one turn.
    const now = deps.credentials.issued.find(organisationId, credentialId);
    if (now?.state !== before.state || now.copies.length !== before.copies.length) continue;
    const copies = given.copies.map((copy) => ({ ...copy, ...digestIn(signed, copy) }));
    if (copies.some((copy, i) => now.copies[i]?.signed !== undefined && copy.signed !== now.copies[i].signed))
      return 'The copy for this key was signed under another certificate: its issuer issues it anew.';
    const credential = { ...now, copies };
    // Its recipient opened the offer: what that person waits for came.
    const came = deps.credentials.applications.clear(offer.createdBy);
    await deps.commit([deps.credentials.issued.put(credential), recordOf(call, credential, taken.length), came]);
    return { credential, copies: signed.map(({ text }) => text) };
  }
}

interface SignedCopy {
  readonly thumbprint: string;
  readonly text: string;
  /** Of what its issuer signed. */
  readonly digest: string;
}

function digestIn(signed: readonly SignedCopy[], { thumbprint }: CredentialCopy): Pick<CredentialCopy, 'signed'> {
  const digest = signed.find((copy) => copy.thumbprint === thumbprint)?.digest;
  return digest === undefined ? {} : { signed: digest };
}

function keysProblem(deps: Deps, issuance: RunIssuance, keys: readonly ShownKey[]): string | undefined {
  if (issuance.isAttested && keys.some(({ strength }) => strength === undefined))
    return 'The credential is for keys that the maker of the wallet vouches for (key_attestation).';
  if (issuance.holder !== 'record') return undefined;
  const own = holderKeysOf(deps, issuance);
  const isOwn = keys.every(({ thumbprint }) => own.includes(thumbprint));
  return isOwn ? undefined : 'The credential is for keys that the record of its recipient names (holderKeys).';
}

/** Each new key takes the next place that was planned, as long as there are some. */
function withCopies(before: IssuedCredential, { places }: RunIssuance, keys: readonly HolderKey[]): IssuedCredential {
  const free = places.filter((place) => before.copies.every((copy) => copy.place !== place));
  const added = keys
    .filter(({ thumbprint }) => before.copies.every((copy) => copy.thumbprint !== thumbprint))
    .slice(0, free.length)
    .map(({ thumbprint }, i): CredentialCopy => ({ thumbprint, place: free[i] as number }));
  return { ...before, copies: [...before.copies, ...added] };
}

function recordOf({ deps, address, trace }: ApiCall<Deps>, credential: IssuedCredential, copies: number) {
  const { id: credentialId, organisationId, credentialType } = credential;
  return deps.audit.record({
    ...{ eventType: 'CredentialIssued', organisationId, identityId: '', address, success: true, trace },
    details: { credentialId, credentialType, copies },
  });
}

/** Copies for keys that have a place each. */
async function signCopies(
  { credentials }: Deps,
  { url: issuerUrl }: AskedIssuer,
  {
    credential,
    issuance,
    keys,
    issuanceTxId,
  }: {
    readonly credential: IssuedCredential;
    readonly issuance: RunIssuance;
    readonly keys: readonly HolderKey[];
    readonly issuanceTxId: string;
  },
): Promise<Result<readonly SignedCopy[]>> {
  const { organisationId, issuerWallet: wallet, trustAnchor, format, listId, issuedAtMs, copies } = credential;
  const planned = openPlan(credentials, issuance);
  const tx = transactionDid(issuance.registerId, issuanceTxId);
  const signer = { organisationId, wallet, trustAnchor, format: formatRow(format).signedAs };
  const signed: SignedCopy[] = [];
  for (const { thumbprint, jwk: holder } of keys) {
    const { place } = copies.find((copy) => copy.thumbprint === thumbprint) as CredentialCopy;
    const index = issuance.places.indexOf(place);
    const copy = await credentials.sign(signer, (issuer) => {
      const { toSign, finish } = draftPlanned(planned[index] as (typeof planned)[number], {
        ...{ issuer, issuerUrl, holder, issuedAtMs, link: linkOf(planned, index, tx) },
        status: { uri: credentials.statusTokens.uriOf(listId), index: place },
      });
      return { toSign, finish: (signature) => ({ thumbprint, text: finish(signature), digest: sha256Hex(toSign) }) };
    });
    if (isFailure(copy)) return copy;
    signed.push(copy);
  }
  return signed;
}
