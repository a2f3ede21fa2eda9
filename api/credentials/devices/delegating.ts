// Credentials of devices: an SD-JWT VC of the platform organisation for the key of a device. Others see by it that the
// device acts for its person, and hear when it was revoked. The key that signs is one of this node. Nothing is
// committed here but that key and a new status list.
import { loadOpenList, openList } from '../../../actors/credentials/open-list.js';
import { toBase64Url } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { type HolderKey, judgeKeyProofs, readKeyProofs } from '../../../core/credentials/issuing/key-proofs.js';
import { thumbprintOf } from '../../../core/credentials/issuing/own-key.js';
import { WalletRefusal } from '../../../core/credentials/issuing/refusal.js';
import { draftSdJwtCopy } from '../../../core/credentials/issuing/sd-jwt-copy.js';
import { type DeviceDelegation, delegationEnd, withCredential } from '../../../core/tenant/devices/delegation.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { LoadedList } from '../../../storage/tables/credentials/status-lists.js';
import type { ApiDeps } from '../../deps/deps.js';
import { isoTime } from '../../views/transactions.js';
import { type AskedIssuer, findIssuer } from '../issuers.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'config' | 'credentials' | 'log' | 'random' | 'tenants'>;

const DEVICE_TYPE = 'urn:quorate:device:1';
/** In the place of a wallet: the lists that it signs are of devices alone. */
export const DEVICE_ISSUER = 'device-issuer';
const SUBJECT_BYTES = 16;

/** A key that was proved, with the list that has a place for its credential. */
export interface DeviceKey extends HolderKey {
  readonly issuer: AskedIssuer;
  readonly list: LoadedList;
}

/** DEVICE_KEY_PROOF_INVALID for a proof that is not good, and where this node issues nothing. */
export async function readDeviceKey(deps: Deps, keyProof: string, path = '/keyProof'): Promise<Result<DeviceKey>> {
  const { credentials, clock, tenants } = deps;
  const issuer = findIssuer(deps, tenants.organisation(PLATFORM_ORGANISATION_ID)?.subdomain ?? '');
  if (isFailure(issuer)) return refuse(path, issuer.issue.message);
  const read = readKeyProofs(
    { jwt: [keyProof] },
    {
      // The person brings the device in: no maker is asked to vouch for it.
      takesAttestations: false,
      isGoodNonce: (nonce) => credentials.nonces.isGood(issuer.url, nonce, clock.steady()),
    },
  );
  if (read instanceof WalletRefusal) return refuse(path, read.message);
  const keys = judgeKeyProofs(read, {
    ...{ audience: issuer.url, atMs: clock.now(), anchors: [] },
    spendNonce: (nonce) => credentials.nonces.spend(nonce, clock.steady()),
  });
  if (keys instanceof WalletRefusal) return refuse(path, keys.message);
  const list = await listOfDevices(deps);
  return isFailure(list) ? list : { ...(keys[0] as HolderKey), issuer, list };
}

const refuse = (path: string, message: string) => fail(issue('DEVICE_KEY_PROOF_INVALID', path, message));

/**
 * The delegation with a place for a credential that is issued now; its operation belongs into the commit of the device.
 */
export function delegate(
  { clock, random }: Deps,
  { thumbprint, list }: DeviceKey,
  before?: DeviceDelegation,
): { readonly delegation: DeviceDelegation; readonly ops: readonly KvOp[] } {
  const subject = before?.subject ?? toBase64Url(random.bytes(SUBJECT_BYTES));
  const { place: index, ops } = list.give((length) => random.bytes(length));
  const place = { listId: list.row.id, index };
  return { delegation: withCredential({ thumbprint, subject, ...before }, place, clock.now()), ops };
}

/** As a device is told: without the credential, and in the log why, where it cannot be signed at present. */
export async function signDelegation(deps: Deps, key: DeviceKey, delegation: DeviceDelegation) {
  const credential = await signCredential(deps, key, delegation);
  return { ...(credential !== undefined && { credential }), delegationExpiresAt: isoTime(delegation.expiresAtMs) };
}

async function signCredential(
  { credentials, random, log }: Deps,
  { jwk, issuer: { url } }: DeviceKey,
  { subject, issuedAtMs, expiresAtMs, places }: DeviceDelegation,
): Promise<string | undefined> {
  const { listId, index } = places.at(-1) as DeviceDelegation['places'][number];
  const signer = { organisationId: PLATFORM_ORGANISATION_ID, wallet: DEVICE_ISSUER } as const;
  const made = await credentials.sign({ ...signer, trustAnchor: 'register', format: 'jose' }, (issuer) =>
    draftSdJwtCopy({
      ...{ credentialType: DEVICE_TYPE, claims: { sub: subject }, disclosable: [], issuerUrl: url, issuer },
      ...{ holder: jwk, issuedAtMs, validUntilMs: expiresAtMs },
      status: { uri: credentials.statusTokens.uriOf(listId), index },
      random: (length) => random.bytes(length),
    }),
  );
  credentials.metrics?.countIssued('dc+sd-jwt', isFailure(made) ? 'refused' : 'issued');
  if (!isFailure(made)) return made;
  log.warn({ reason: made.issue.message }, 'A device got no credential: it asks for it again.');
  return undefined;
}

/** The list that takes the next credential, durable. */
async function listOfDevices(deps: Deps): Promise<Result<LoadedList>> {
  const { commit, clock } = deps;
  const keyed = await publishKey(deps);
  if (isFailure(keyed)) return keyed;
  const asked = {
    ...{ organisationId: PLATFORM_ORGANISATION_ID, issuerWallet: DEVICE_ISSUER, trustAnchor: 'register' as const },
    validUntilMs: delegationEnd(clock.now()),
  };
  for (;;) {
    const loaded = await loadOpenList(deps, asked);
    // Undefined where another request made one meanwhile.
    const open = openList(deps, asked, loaded);
    if (open === undefined) continue;
    if (open.ops.length > 0) await commit(open.ops);
    return open.list;
  }
}

/** The key of the node is published as one of the platform organisation, from the first credential of a device on. */
async function publishKey({ credentials, commit }: Deps): Promise<Result<undefined>> {
  const { issuers, deviceIssuer } = credentials;
  const isPublished = () => issuers.of(PLATFORM_ORGANISATION_ID).keys.some(({ wallet }) => wallet === DEVICE_ISSUER);
  if (isPublished()) return undefined;
  const jwk = await deviceIssuer();
  if (isFailure(jwk) || isPublished()) return isFailure(jwk) ? jwk : undefined;
  const issuer = issuers.of(PLATFORM_ORGANISATION_ID);
  const key = { wallet: DEVICE_ISSUER, keyId: thumbprintOf(jwk), jwk };
  await commit([issuers.put(PLATFORM_ORGANISATION_ID, { ...issuer, keys: [...issuer.keys, key] })]);
  return undefined;
}
