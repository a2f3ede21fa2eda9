// Whom a register trusts as of a height: what judges of gates ask, and what outsiders are shown. Dockets above the
// height change nothing of it. Pure.
import { fromHex } from '../../base/bytes.js';
import type { Hash, StateView } from '../../model/register.js';
import { isPartOf } from '../../trust/lists/snapshot.js';
import type { TrustList, TrustView } from '../../trust/policy.js';
import { issuerAsOf } from '../people/credential-facts.js';
import { countedEntries, entryText, type PinEntry, type TrustPin } from './pin.js';
import { entryLeaf, factsOf, inclusionOf, type PinFacts, type PinProof } from './root.js';
import { isDistrustedAsOf, type PinnedTrust, pinAt, readPinned, readPinnedNow } from './rows.js';

/** The part of a view of trust that the register gives; whose tenant is asked for, and how strictly, is the asker's. */
export interface TrustAsOf extends Pick<TrustView, 'lists' | 'isDistrusted' | 'issuerOf'> {
  /** Of all that is pinned, as 64 hex digits; of a register without pins that of no leaf. */
  readonly root: Hash;
}

type View = Pick<StateView, 'state'>;

/** The lists that count as of the docket of a height, and what is distrusted by then. */
export function trustAsOf(view: View, height: number): TrustAsOf {
  const { root, lists } = readPinned(view, height);
  const isDistrusted = (hash: Hash) => isDistrustedAsOf(view, hash, height);
  const read = new Map<string, TrustList>();
  return {
    root,
    isDistrusted,
    issuerOf: (keyHash) => issuerAsOf(view, keyHash, height),
    lists(id) {
      const pinned = lists.filter(({ listId }) => isPartOf(listId, id));
      return pinned.map((each) => {
        const list = read.get(each.listId) ?? trustListOf(pinAt(view, each), isDistrusted);
        read.set(each.listId, list);
        return list;
      });
    },
  };
}

/** The root of all that is pinned as of a height. */
export function trustRootAt(view: View, height: number): Hash {
  return readPinned(view, height).root;
}

/** Ids of the lists that are pinned now. */
export function pinnedLists(view: View): ReadonlySet<string> {
  return new Set(readPinnedNow(view).lists.map(({ listId }) => listId));
}

/** A list as of a height, with the number of its entries that count. */
export interface PinnedFacts {
  readonly facts: PinFacts;
  readonly entries: readonly PinEntry[];
}

/** All lists as of a height, with the entries that count. */
export function pinsAsOf(view: View, height: number): readonly PinnedFacts[] {
  return readPinned(view, height).lists.map((list) => readPin(view, pinAt(view, list), height));
}

/** The proof that an entry of a list counts as of a height; undefined where it does not. */
export function proofOf(
  view: View,
  { listId, entry, height }: { readonly listId: string; readonly entry: PinEntry; readonly height: number },
): PinProof | undefined {
  const pinned: PinnedTrust = readPinned(view, height);
  const place = pinned.lists.findIndex((list) => list.listId === listId);
  const list = pinned.lists[place];
  if (!list) return undefined;
  const { facts, entries } = readPin(view, pinAt(view, list), height);
  const index = entries.findIndex((each) => entryText(each) === entryText(entry));
  if (index < 0) return undefined;
  return {
    list: facts,
    entry,
    entryPath: inclusionOf(entries.map(entryLeaf), index),
    listPath: inclusionOf(
      pinned.lists.map(({ leaf }) => fromHex(leaf)),
      place,
    ),
  };
}

function readPin(view: View, pin: TrustPin, height: number): PinnedFacts {
  return { facts: factsOf(pin), entries: countedEntries(pin, (hash) => isDistrustedAsOf(view, hash, height)) };
}

function trustListOf(
  { listId, kind, sequence, entries, source, assurance }: TrustPin,
  isDistrusted: (hash: Hash) => boolean,
): TrustList {
  const known = new Set(entries.map((entry) => (typeof entry === 'string' ? entry : keyText(entry.issuer, entry.key))));
  const nextUpdate = source?.nextUpdate;
  return {
    id: listId,
    sequence,
    ...(nextUpdate !== undefined && { nextUpdateMs: Date.parse(nextUpdate) }),
    ...(assurance && { assurance }),
    hasAnchor: (hash) => kind === 'x509' && known.has(hash) && !isDistrusted(hash),
    hasIssuer: (issuer) => entries.some((entry) => typeof entry !== 'string' && entry.issuer === issuer),
    hasKey: (issuer, keyHash) => kind === 'keys' && known.has(keyText(issuer, keyHash)) && !isDistrusted(keyHash),
  };
}

/** No name of an issuer holds a space (pin.ts). */
const keyText = (issuer: string, key: Hash) => `${issuer} ${key}`;
