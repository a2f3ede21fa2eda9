// Acts of governance on whom a register trusts: a list of anchors or keys is pinned or removed, and an anchor or key
// counts no more. Pure.
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { PINS_MAX } from '../../base/limits/ledger/trust.js';
import { fail, type Result } from '../../base/result.js';
import type { Hash, StateChange, StateView } from '../../model/register.js';
import { historyChanges } from '../history.js';
import { STATE_KEY } from '../state-keys.js';
import { countedEntries, hashOf, type TrustPin } from '../trust/pin.js';
import { factsOf, pinLeaf, trustRootOf } from '../trust/root.js';
import {
  isDistrustedAsOf,
  type PinnedList,
  type PinnedTrust,
  pinAt,
  pinCount,
  readPinnedNow,
  TRUST_KEYS,
} from '../trust/rows.js';
import type { ChangeGround, GovernanceChange } from './change.js';
import type { GovernanceOperation } from './operation.js';

const at = (member: keyof GovernanceOperation): string => `/payload/operation/${member}`;
const ruleIssue = (member: keyof GovernanceOperation, message: string): Issue =>
  issue('VAL_PERM_004', at(member), message);

/** VAL_TRUST_001 a sequence number that does not rise; VAL_TRUST_002 a list too many. */
export function setTrust(operation: GovernanceOperation, { state, view }: ChangeGround): Result<GovernanceChange> {
  const pin = pinOf(operation);
  const { listId, sequence } = pin;
  const { count, sequence: last } = pinCount(view, listId);
  if (sequence <= last)
    return fail(
      issue(
        'VAL_TRUST_001',
        at('sequence'),
        `The list was pinned with number ${last}; the act has ${sequence}: state a higher one.`,
      ),
    );
  const others = readPinnedNow(view).lists.filter((list) => list.listId !== listId);
  if (others.length >= PINS_MAX)
    return fail(issue('VAL_TRUST_002', at('listId'), `A register has at most ${PINS_MAX} trust lists.`));
  const height = state.height + 1;
  const isGone = (hash: Hash) => isDistrustedAsOf(view, hash, height);
  const listed = { listId, ordinal: count, leaf: pinLeaf(factsOf(pin), countedEntries(pin, isGone)) };
  return {
    trust: [
      { key: STATE_KEY.pin(listId), value: { count: count + 1, sequence } },
      { key: STATE_KEY.pinAt(count, listId), value: pin as unknown as JsonObject },
      ...trustChanges(view, height, [...others, listed]),
    ],
  };
}

/** VAL_PERM_004 for a list that is not pinned; its number counts on. */
export function removeTrust({ listId }: GovernanceOperation, { state, view }: ChangeGround): Result<GovernanceChange> {
  const { lists } = readPinnedNow(view);
  const others = lists.filter((list) => list.listId !== listId);
  if (others.length === lists.length) return fail(ruleIssue('listId', 'The register has pinned no such list.'));
  return { trust: trustChanges(view, state.height + 1, others) };
}

/** For good: what was trusted wrongly is not trusted again under the same hash. */
export function distrust(
  { hashes = [] }: GovernanceOperation,
  { state, view }: ChangeGround,
): Result<GovernanceChange> {
  const height = state.height + 1;
  const known = hashes.findIndex((hash) => isDistrustedAsOf(view, hash, height));
  if (known >= 0) return fail(ruleIssue('hashes', `It was distrusted before: ${hashes[known]}.`));
  const gone = new Set(hashes);
  const isGone = (hash: Hash) => gone.has(hash) || isDistrustedAsOf(view, hash, height);
  const lists = readPinnedNow(view).lists.map((list): PinnedList => {
    const pin = pinAt(view, list);
    const isNamed = pin.entries.some((entry) => gone.has(hashOf(entry)));
    return isNamed ? { ...list, leaf: pinLeaf(factsOf(pin), countedEntries(pin, isGone)) } : list;
  });
  return {
    trust: [
      ...hashes.map((hash) => ({ key: STATE_KEY.distrust(hash), value: { from: height } })),
      ...trustChanges(view, height, lists),
    ],
  };
}

function pinOf({ listId, kind, sequence, entries, source, assurance }: GovernanceOperation): TrustPin {
  const pin = { listId, kind, sequence, entries } as TrustPin;
  return { ...pin, ...(source && { source }), ...(assurance && { assurance }) };
}

function trustChanges(
  view: Pick<StateView, 'state'>,
  height: number,
  unsorted: readonly PinnedList[],
): readonly StateChange[] {
  const lists = [...unsorted].sort((a, b) => (a.listId < b.listId ? -1 : 1));
  const value: PinnedTrust = { root: trustRootOf(lists.map(({ leaf }) => leaf)), lists };
  return historyChanges(view, TRUST_KEYS, { height, value });
}
