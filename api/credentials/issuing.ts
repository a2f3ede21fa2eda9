// Issues the copies that a wallet asks for: each key of the holder gets one, and a key that comes again the same place
// of the status list and the same bytes. Places are stored before a copy is given.

import { changeStatus } from '../../actors/credentials/changing.js';
import { loadOpenList, openList } from '../../actors/credentials/open-list.js';
import type { RecipientPorts } from '../../actors/credentials/recipients.js';
import { fromBase64Url, toBase64Url } from '../../core/base/bytes.js';
import { COPIES_MAX } from '../../core/base/limits/node/wallets.js';
import { type Failure, isFailure, type Result } from '../../core/base/result.js';
import { formatRow } from '../../core/credentials/issuing/formats.js';
import type { CredentialCopy, IssuedCredential } from '../../core/credentials/issuing/issued.js';
import type { KeyStrength } from '../../core/credentials/issuing/key-attestation.js';
import type { HolderKey } from '../../core/credentials/issuing/key-proofs.js';
import type { CredentialOffer } from '../../core/credentials/issuing/offer.js';
import { drawsOf } from '../../core/crypto/keys/expand.js';
import { useProblem } from '../../core/wallet/wallet.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { LoadedList } from '../../storage/tables/credentials/status-lists.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { timedId } from './ids.js';
import type { AskedIssuer } from './issuers.js';
import { openSealed } from './new-offer.js';
import { giveRunCopies, type IssuedCopies, type NotIssuedYet } from './runs/copies.js';

type Deps = Pick<ApiDeps, 'audit' | 'clock' | 'commit' | 'config' | 'credentials' | 'random' | 'tenants' | 'wallets'> &
  RecipientPorts;
type Call = ApiCall<Deps>;

interface Recorded {
  readonly offer: CredentialOffer;
  readonly credential: IssuedCredential;
}

const NOTIFICATION_BYTES = 16;

/** A text says why the issuer denies the request; a failure that the key did not sign. */
export async function issueCopies(
  call: Call,
  issuer: AskedIssuer,
  { offer: asked, keys }: { readonly offer: CredentialOffer; readonly keys: readonly HolderKey[] },
): Promise<Result<IssuedCopies> | NotIssuedYet | string> {
  const wallet = call.deps.wallets.byAddress(asked.issuerWallet);
  if (!wallet || useProblem(wallet, 'sign')) return 'The wallet of the issuer does not sign at present.';
  const { organisationId, trustAnchor } = asked;
  const certified = { organisationId, wallet: wallet.address, use: 'credentials' } as const;
  if (trustAnchor !== 'register' && !call.deps.credentials.certificateOf({ ...certified, trustAnchor }))
    return 'The issuer has no certificate at present.';
  return asked.isOfRun
    ? giveRunCopies(call, issuer, { offer: asked, keys })
    : issueOffered(call, issuer, { offer: asked, keys });
}

/** Of an offer that no run made, by a wallet that signs. A text says why the issuer denies the request. */
export async function issueOffered(
  call: Call,
  issuer: AskedIssuer,
  { offer: asked, keys }: { readonly offer: CredentialOffer; readonly keys: readonly HolderKey[] },
): Promise<Result<IssuedCopies> | string> {
  const recorded = await record(call, asked, keys);
  if (typeof recorded === 'string') return recorded;
  const { offer, credential } = recorded;
  const fault = await endFormer(call, offer);
  if (fault !== undefined) return fault;
  const copies: string[] = [];
  for (const key of keys) {
    const copy = await signCopy(call.deps, issuer, { offer, credential, key });
    if (isFailure(copy)) return copy;
    copies.push(copy);
  }
  return { credential, copies };
}

/** Revokes the credential that the offer replaces. Again where it was not durable: the second time changes nothing. */
async function endFormer({ deps, address, trace }: Call, offer: CredentialOffer): Promise<Failure | undefined> {
  const { organisationId, replaces = '' } = offer;
  const former = deps.credentials.issued.find(organisationId, replaces);
  if (former === undefined) return undefined;
  const record = () =>
    deps.audit.record({
      ...{ eventType: 'CredentialStatusChanged', organisationId, identityId: '', address, success: true, trace },
      details: { credentialId: replaces, change: 'revoke' },
    });
  const ended = await changeStatus(deps, former, {
    change: 'revoke',
    reason: 'Another one came in its place.',
    record,
  });
  return isFailure(ended) ? ended : undefined;
}

/** Stores the credential with a place for each key. */
async function record(call: Call, asked: CredentialOffer, keys: readonly HolderKey[]): Promise<Recorded | string> {
  const { deps } = call;
  const { credentials, commit } = deps;
  for (let offer = asked; ; ) {
    const list = await loadedList(deps, offer);
    // Of two requests at once, one makes the credential and the other adds to it.
    const now = credentials.offers.find(offer.id);
    if (now === undefined) return 'The offer is over.';
    const made = now.credentialId === offer.credentialId ? takePlaces(call, now, { list, keys }) : undefined;
    offer = now;
    if (typeof made === 'string') return made;
    if (made === undefined) continue;
    await commit(made.ops);
    return made;
  }
}

function loadedList(deps: Deps, offer: CredentialOffer): Promise<LoadedList | undefined> {
  const before = recordOf(deps, offer);
  return before ? deps.credentials.lists.loadNamed(before.listId) : loadOpenList(deps, offer);
}

function recordOf({ credentials }: Deps, { organisationId, credentialId }: CredentialOffer) {
  return credentialId === undefined ? undefined : credentials.issued.find(organisationId, credentialId);
}

/** In one turn. Undefined where the list is another one meanwhile. */
function takePlaces(
  call: Call,
  offer: CredentialOffer,
  { list: loaded, keys }: { readonly list: LoadedList | undefined; readonly keys: readonly HolderKey[] },
): (Recorded & { readonly ops: readonly KvOp[] }) | string | undefined {
  const { credentials, random, audit } = call.deps;
  const before = recordOf(call.deps, offer);
  if (before && before.state !== 'Valid') return 'The credential was revoked or suspended.';
  const known = before?.copies ?? [];
  const added = keys.filter(({ thumbprint }) => known.every((copy) => copy.thumbprint !== thumbprint));
  if (known.length + added.length > COPIES_MAX) return `A credential has at most ${COPIES_MAX} copies.`;
  if (before && added.length > 0 && loaded?.isForgetful)
    return 'The status list of the credential gives no more places: its issuer issues it anew.';
  const open = before && loaded ? { list: loaded, ops: [] } : openList(call.deps, offer, loaded);
  if (open === undefined) return undefined;
  const places = added.map(({ jwk: _, ...key }) => ({ ...key, ...open.list.give((length) => random.bytes(length)) }));
  const copies = [...known, ...places.map(({ ops: _, ...copy }): CredentialCopy => copy)];
  const credential: IssuedCredential = { ...(before ?? newRecord(call.deps, offer, open.list)), copies };
  const after = { ...offer, credentialId: credential.id };
  const row = audit.record({
    ...{ eventType: 'CredentialIssued', organisationId: offer.organisationId, identityId: '' },
    ...{ address: call.address, success: true, trace: call.trace },
    details: { credentialId: credential.id, credentialType: offer.credentialType, copies: keys.length },
  });
  const given = places.flatMap(({ ops }) => ops);
  const seen = added[0]?.strength ? [attestationRecord(call, credential, added[0].strength)] : [];
  const came = offer.recipient === undefined ? [] : [credentials.applications.clear(offer.recipient)];
  const kept = [credentials.issued.put(credential), ...credentials.offers.put(after), row, ...seen, ...came];
  return { offer: after, credential, ops: [...open.ops, ...given, ...kept] };
}

function attestationRecord(
  { deps, address, trace }: Call,
  { id, organisationId }: IssuedCredential,
  { attester, keyStorage, userAuthentication }: KeyStrength,
): KvOp {
  return deps.audit.record({
    ...{ eventType: 'KeyAttestationSeen', organisationId, identityId: '', address, success: true, trace },
    details: {
      ...{ credentialId: id, attester, keyStorage: keyStorage.join(' ') },
      userAuthentication: userAuthentication.join(' '),
    },
  });
}

function newRecord(
  { clock, random }: Deps,
  offer: CredentialOffer,
  list: LoadedList,
): Omit<IssuedCredential, 'copies'> {
  const { id: offerId, organisationId, issuerWallet, format, credentialType, trustAnchor, validUntilMs } = offer;
  const { replaces, issuanceBlueprintId } = offer;
  const issuedAtMs = clock.now();
  return {
    ...{ id: timedId(issuedAtMs, random), organisationId, issuerWallet, format, credentialType, offerId },
    ...{ state: 'Valid', trustAnchor, listId: list.row.id, issuedAtMs, validUntilMs },
    notificationId: toBase64Url(random.bytes(NOTIFICATION_BYTES)),
    ...(replaces !== undefined && { replaces }),
    ...(issuanceBlueprintId !== undefined && { issuanceBlueprintId }),
  };
}

function signCopy(
  deps: Deps,
  { url: issuerUrl }: AskedIssuer,
  { offer, credential, key }: Recorded & { readonly key: HolderKey },
): Promise<Result<string>> {
  const { credentials } = deps;
  const { claims, disclosable, seed } = openSealed(deps, offer);
  const { credentialType, listId, issuedAtMs, validUntilMs } = credential;
  const { place: index } = credential.copies.find(({ thumbprint }) => thumbprint === key.thumbprint) as CredentialCopy;
  const row = formatRow(offer.format);
  const { organisationId, issuerWallet: wallet, trustAnchor } = offer;
  const signer = { organisationId, wallet, trustAnchor, format: row.signedAs };
  const from = fromBase64Url(seed) as Uint8Array;
  return credentials.sign(signer, (issuer) =>
    row.draft({
      ...{ credentialType, claims, disclosable, issuerUrl, issuer, holder: key.jwk, issuedAtMs, validUntilMs },
      status: { uri: credentials.statusTokens.uriOf(listId), index },
      random: drawsOf({ from, label: key.thumbprint }),
    }),
  );
}
