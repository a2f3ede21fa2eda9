// Keys of an organisation: loads, asks core/wallet/organisation, derives, commits, shows. Its administrators alone: an
// operator of the platform would see its words.
import { toBase64 } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { DERIVED_KEYS_MAX } from '../../../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { newMnemonic } from '../../../../core/crypto/derivation/mnemonic.js';
import { rankProblem } from '../../../../core/tenant/members/rank.js';
import type { AuditEvent } from '../../../../core/tenant/organisations/audit-events.js';
import type { Membership } from '../../../../core/tenant/user.js';
import {
  activeKeyFor,
  type DerivedKey,
  derivedPath,
  endedKey,
  type KeyPlace,
  type MasterKey,
} from '../../../../core/wallet/organisation/derived-key.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { freshWords, makeWallet, newId } from '../../../../storage/secrets/new-wallet.js';
import { endOps, revocationOps } from '../../../access/derived-keys.js';
import { administeredWhole } from '../../../access/organisations.js';
import { isAllowed } from '../../../auth/policy.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { walletsProblem } from '../../../requests/quotas.js';
import type { WalletDeps } from '../deps.js';
import type { organisationKeyRoutes } from './routes.js';

const MESSAGE =
  'Write the words down now and keep them secret: they are shown once, and all keys of the organisation follow from them.';
const MASTER = { algorithm: 'ED25519', hybrid: false } as const;

export const organisationKeyHandlers: Handlers<typeof organisationKeyRoutes, WalletDeps> = {
  async createOrganizationMasterKey({ params }, call) {
    const { deps, caller } = call;
    const { orgId } = params;
    const problem = () => foreignProblem(call, orgId) ?? (deps.organisationKeys.master(orgId) && EXISTS);
    const refused = failIf(problem());
    if (refused) return refused;
    // The keys of a SystemAdmin follow from the words as well.
    const organisation = administeredWhole(call, orgId, '/orgId');
    if (isFailure(organisation)) return organisation;
    const words = freshWords(deps.random, 24);
    const minted = await mintKey(deps, words);
    if (isFailure(minted)) return minted;
    // Asked again in the turn in which it is kept: of two at once one has the words of the key that is.
    const late = failIf(problem());
    if (late) return late;
    const walletAddress = minted.address;
    const createdAt = new Date(deps.clock.now()).toISOString();
    const master: MasterKey = { walletAddress, createdAt, createdBy: caller.subject, places: 0 };
    const made = auditOp(call, 'OrganizationKeyCreated', { organisationId: orgId, walletAddress });
    await deps.commit([...minted.ops, deps.organisationKeys.putMaster(orgId, master), made]);
    return { orgId, mnemonic: words, walletAddress, message: MESSAGE };
  },

  async deriveOrganizationKey({ params, body }, call) {
    const { deps } = call;
    const { orgId: organisationId } = params;
    const foreign = failIf(foreignProblem(call, organisationId));
    if (foreign) return foreign;
    const member = deps.tenants.membership(organisationId, body.userId);
    if (member?.status !== 'Active') return fail(NO_MEMBER);
    const above = failIf(aboveProblem(call, member));
    if (above) return above;
    const master = deps.organisationKeys.master(organisationId);
    if (master === undefined) return fail(MISSING);
    const activeKey = () => activeKeyFor(deps.organisationKeys.of(organisationId), body);
    const before = activeKey();
    if (before) return keyView(before);
    // Kept before the key is made: a place is given once, whatever happens then.
    const place = master.places;
    await deps.commit([deps.organisationKeys.putMaster(organisationId, { ...master, places: place + 1 })]);
    const wanted = { ...body, organisationId, place, generation: 0 };
    const made = await newKey(call, wanted, { master, refusal: () => (activeKey() ? TAKEN : undefined) });
    if (!isFailure(made)) return { ...keyView(made.key), mnemonic: made.words };
    const other = activeKey();
    return other ? keyView(other) : made;
  },

  async rotateOrganizationKey({ params }, call) {
    const { deps } = call;
    const key = keyOf(call, params);
    if (isFailure(key)) return key;
    const master = deps.organisationKeys.master(key.organisationId);
    if (master === undefined) return fail(MISSING);
    const endKey = () => {
      const now = keyOf(call, params);
      return isFailure(now) ? now : endedKey(now, 'Rotated', '');
    };
    const first = endKey();
    if (isFailure(first)) return first;
    const place = { ...key, generation: key.generation + 1 };
    const made = await newKey(call, place, {
      master,
      refusal: () => {
        const still = endKey();
        return isFailure(still) ? still.issue : undefined;
      },
      ended: first,
    });
    if (isFailure(made)) {
      // Of two at once, the other one has given the wallet of this place.
      const still = endKey();
      return isFailure(still) ? still : made;
    }
    const { id: newDerivedKeyId, walletAddress, publicKey } = made.key;
    return {
      ...{ newDerivedKeyId, previousKeyId: key.id, previousKeyStatus: 'Rotated', walletAddress, publicKey },
      mnemonic: made.words,
    };
  },

  async revokeOrganizationKey({ params }, call) {
    const { deps } = call;
    const key = keyOf(call, params);
    if (isFailure(key)) return key;
    const ended = endedKey(key, 'Revoked', new Date(deps.clock.now()).toISOString());
    if (isFailure(ended)) return ended;
    if (ended !== key) await deps.commit(revocationOps(call, ended.organisationId, [ended]));
    return { derivedKeyId: ended.id, status: ended.status, revokedAt: ended.revokedAt ?? '' };
  },
};

interface Making {
  readonly master: MasterKey;
  /** Why it may not be kept, if so: asked in the turn in which it is. */
  readonly refusal: () => Issue | undefined;
  /** The key whose place it takes. */
  readonly ended?: DerivedKey;
}

type Wanted = KeyPlace & Pick<DerivedKey, 'userId' | 'custodyMode'>;

/** A derived key and its wallet, durable; with the words of one that the node does not keep. */
async function newKey(
  call: ApiCall<WalletDeps>,
  wanted: Wanted,
  making: Making,
): Promise<Result<{ readonly key: DerivedKey; readonly words: string | undefined }>> {
  const { deps } = call;
  const { organisationId, custodyMode, userId, departmentId, usage, place, generation } = wanted;
  const memberNow = () => deps.tenants.membership(organisationId, userId);
  const member = memberNow();
  if (member?.status !== 'Active') return fail(NO_MEMBER);
  const derivationPath = derivedPath(wanted);
  const name = { address: making.master.walletAddress, path: derivationPath, ...MASTER };
  const words = await deps.keystore.use(name, ({ privateKey }) => newMnemonic(privateKey));
  if (isFailure(words)) return words;
  const id = newId(deps.random);
  const record = (walletAddress: string, publicKey: string): DerivedKey => ({
    ...{ id, organisationId, userId, departmentId, usage, custodyMode, walletAddress, publicKey, derivationPath },
    ...{ place, generation, status: 'Active', createdAt: new Date(deps.clock.now()).toISOString() },
  });
  const ops = (key: DerivedKey) => keptOps(call, key, making.ended);
  // It may have left while its key was made.
  const memberProblem = () => (memberNow()?.status === 'Active' ? undefined : NO_MEMBER);
  const refusal = () => memberProblem() ?? roomProblem(deps, organisationId) ?? making.refusal();
  if (custodyMode === 'SelfCustody') {
    const minted = await mintKey(deps, words);
    if (isFailure(minted)) return minted;
    const refused = failIf(refusal());
    if (refused) return refused;
    const key = record(minted.address, toBase64(minted.publicKey));
    await deps.commit(ops(key));
    return { key, words };
  }
  let key: DerivedKey | undefined;
  const wallet = await makeWallet(deps, {
    ...{ words, ...MASTER, name: `${usage} key`, description: departmentId, derivedKeyId: id },
    ...{ owner: { kind: 'person', id: member.platformUserId }, tenant: organisationId },
    refusal: () => refusal() ?? walletsProblem(deps, organisationId),
    also: ({ address, publicKey }) => {
      key = record(address, publicKey);
      return ops(key);
    },
  });
  if (isFailure(wallet)) return wallet;
  return { key: key ?? record(wallet.address, wallet.publicKey), words: undefined };
}

/** The key, in the place of the one that it ends, with the wallet of that and the line in the trail. */
function keptOps(call: ApiCall<WalletDeps>, key: DerivedKey, ended: DerivedKey | undefined): readonly KvOp[] {
  const { id: derivedKeyId, organisationId, userId, usage, walletAddress } = key;
  const event = ended ? 'OrganizationKeyRotated' : 'OrganizationKeyDerived';
  return [
    call.deps.organisationKeys.put(organisationId, ...(ended ? [ended] : []), key),
    ...(ended ? endOps(call, ended) : []),
    auditOp(call, event, { organisationId, derivedKeyId, userId, usage, walletAddress }),
  ];
}

/** The key of the words: its public side, and the operations that keep it on the node. */
async function mintKey({ keystore }: WalletDeps, words: string) {
  const seed = await keystore.seed({ words, passphrase: undefined }, MASTER);
  if (isFailure(seed)) return seed;
  const minted = await keystore.mint(seed, MASTER);
  seed.fill(0);
  return minted;
}

function keyOf(
  call: ApiCall<WalletDeps>,
  { orgId, derivedKeyId }: { readonly orgId: string; readonly derivedKeyId: string },
): Result<DerivedKey> {
  const foreign = failIf(foreignProblem(call, orgId));
  if (foreign) return foreign;
  const key = call.deps.organisationKeys.of(orgId).find(({ id }) => id === derivedKeyId);
  if (!key) return fail(issue('DERIVED_KEY_NOT_FOUND', '/derivedKeyId', 'The organisation has no such key.'));
  return failIf(aboveProblem(call, call.deps.tenants.membership(orgId, key.userId))) ?? key;
}

/** The keys of a SystemAdmin are changed by one, as the SystemAdmin itself is. */
function aboveProblem(
  { caller }: Pick<ApiCall<WalletDeps>, 'caller'>,
  member: Membership | undefined,
): Issue | undefined {
  return member && rankProblem([member], { isSystemAdmin: isAllowed('RequireSystemAdmin', caller) });
}

function foreignProblem({ deps, caller }: ApiCall<WalletDeps>, organisationId: string): Issue | undefined {
  if (organisationId === caller.organisationId && deps.tenants.organisation(organisationId)) return undefined;
  return issue('ORGANISATION_NOT_FOUND', '/orgId', 'This is not your organisation, or there is none.');
}

function roomProblem({ organisationKeys }: WalletDeps, organisationId: string): Issue | undefined {
  if (organisationKeys.of(organisationId).length < DERIVED_KEYS_MAX) return undefined;
  return issue('DERIVED_KEYS_FULL', '', `An organisation has at most ${DERIVED_KEYS_MAX} keys, ended ones too.`);
}

const NO_MEMBER = issue('USER_NOT_FOUND', '/userId', 'There is no such active member.');
const EXISTS = issue(
  'ORGANISATION_KEY_EXISTS',
  '',
  'The organisation has its master key; its words are not shown again.',
);
const MISSING = issue('ORGANISATION_KEY_MISSING', '', 'The organisation has no master key yet: make it first.');
const TAKEN = issue('DERIVED_KEY_INACTIVE', '', 'Another request made this key meanwhile.');

function auditOp(
  { deps, caller, address }: ApiCall<WalletDeps>,
  eventType: AuditEvent,
  { organisationId, ...details }: Readonly<Record<string, string>> & { readonly organisationId: string },
): KvOp {
  return deps.audit.byCaller({ caller, address }, { eventType, organisationId, details });
}

function keyView(key: DerivedKey) {
  const { id: derivedKeyId, walletAddress, publicKey, derivationPath, usage, custodyMode, status, revokedAt } = key;
  return { derivedKeyId, walletAddress, publicKey, derivationPath, usage, custodyMode, status, revokedAt };
}
