// Gives copies of a credential that a run of a workflow issued: those that were planned, each to one key of the holder,
// with the link to the issuance that sealed their digests. A key that comes again gets its copy again.
import { openPlan } from '../../../actors/credentials/planning.js';
import { holderKeysOf, type RecipientPorts } from '../../../actors/credentials/recipients.js';
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

type Deps = Pick<ApiDeps, 'audit' | 'commit' | 'credentials' | 'random'> & RecipientPorts;

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
  await deps.commit([deps.credentials.issued.put(given), recordOf(call, given, taken.length)]);
  const tx = transactionDid(issuance.registerId, issuanceTxId);
  const copies: string[] = [];
  for (const key of taken) {
    const copy = await signCopy(deps, issuer, { credential: given, issuance, key, tx });
    if (isFailure(copy)) return copy;
    copies.push(copy);
  }
  return { credential: given, copies };
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

function signCopy(
  { credentials, random }: Deps,
  { url: issuerUrl }: AskedIssuer,
  {
    credential,
    issuance,
    key,
    tx,
  }: {
    readonly credential: IssuedCredential;
    readonly issuance: RunIssuance;
    readonly key: HolderKey;
    readonly tx: string;
  },
): Promise<Result<string>> {
  const { organisationId, issuerWallet: wallet, trustAnchor, format, listId, issuedAtMs, copies } = credential;
  const { place } = copies.find(({ thumbprint }) => thumbprint === key.thumbprint) as CredentialCopy;
  const planned = openPlan(credentials, issuance);
  const index = issuance.places.indexOf(place);
  const signer = { organisationId, wallet, trustAnchor, format: formatRow(format).signedAs };
  return credentials.sign(signer, (issuer) =>
    draftPlanned(planned[index] as (typeof planned)[number], {
      ...{ issuer, issuerUrl, holder: key.jwk, issuedAtMs, link: linkOf(planned, index, tx) },
      status: { uri: credentials.statusTokens.uriOf(listId), index: place },
      random: (length) => random.bytes(length),
    }),
  );
}
