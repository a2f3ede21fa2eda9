// The head of the credentials of one wallet: how many there are, the number of the newest change, what was removed of
// late, and the next key for a copy. Devices sync by a cursor, which names a change and the time at which it was given.
import { issue } from '../../base/issue.js';
import {
  KEPT_CREDENTIALS_MAX,
  KEPT_REMOVALS_MAX,
  KEYS_ASKED_MAX,
  SYNC_CURSOR_MS,
} from '../../base/limits/node/wallets.js';
import { fail, type Result } from '../../base/result.js';
import type { AutoAccept } from './auto-accept.js';

/** Numbers of keys of copies. */
export interface GivenKeys {
  readonly first: number;
  readonly count: number;
}

/** Keys with which an issuer was asked. */
export interface AskedKeys extends GivenKeys {
  readonly issuer: string;
  /** Id of the type in the metadata of the issuer. */
  readonly typeId: string;
}

export interface KeptHead {
  readonly count: number;
  /** Of the newest change; 0 before the first. */
  readonly change: number;
  /** Of the next copy that gets a key of its own: none is given twice. */
  readonly nextKey: number;
  /**
   * Keys that brought nothing yet, the oldest first. An issuer may have given copies for them, whose answer was lost:
   * it gives them again for these keys alone.
   */
  readonly asked?: readonly AskedKeys[];
  /** Oldest first. */
  readonly removals: readonly { readonly id: string; readonly change: number }[];
  /** Removals up to this change are forgotten. */
  readonly forgotten: number;
  /** Issuers whose credentials it takes by itself; none where absent. */
  readonly autoAccept?: AutoAccept;
}

export const NO_KEPT: KeptHead = { count: 0, change: 0, nextKey: 0, removals: [], forgotten: 0 };

/** With one credential more. QUOTA_EXCEEDED beyond the bound. */
export function withKept(head: KeptHead): Result<KeptHead> {
  return head.count >= KEPT_CREDENTIALS_MAX
    ? fail(issue('QUOTA_EXCEEDED', '', `A wallet holds at most ${KEPT_CREDENTIALS_MAX} credentials: delete some.`))
    : { ...head, count: head.count + 1, change: head.change + 1 };
}

export function withChange(head: KeptHead): KeptHead {
  return { ...head, change: head.change + 1 };
}

/** With other issuers that it accepts: a change, so that an end of the wallet does not miss it. */
export function withAutoAccept({ autoAccept: _, ...head }: KeptHead, autoAccept: AutoAccept): KeptHead {
  return { ...withChange(head), ...(autoAccept.issuers.length > 0 && { autoAccept }) };
}

/** With one credential less, which devices hear of while the removal is remembered. */
export function withoutKept(head: KeptHead, id: string): KeptHead {
  const change = head.change + 1;
  const removals = [...head.removals, { id, change }];
  const lost = removals.slice(0, -KEPT_REMOVALS_MAX);
  return {
    ...{ ...head, count: head.count - 1, change, removals: removals.slice(lost.length) },
    forgotten: lost.at(-1)?.change ?? head.forgotten,
  };
}

/**
 * Of a wallet that was deleted with all that it held and accepted. Numbers of keys and changes go on: a wallet of the
 * same words has the same keys, and no cursor of a device is taken for one of the later wallet.
 */
export function emptiedHead({ change, nextKey }: KeptHead): KeptHead {
  return { ...NO_KEPT, change: change + 1, nextKey, forgotten: change + 1 };
}

/** With so many keys given, the first of which is `nextKey` before. */
export function withKeys(head: KeptHead, count: number): KeptHead {
  return { ...head, nextKey: head.nextKey + count };
}

/** With keys given that an issuer is asked with now; those of the issuer and type before are not asked with again. */
export function withAsked(head: KeptHead, { issuer, typeId, count }: Omit<AskedKeys, 'first'>): KeptHead {
  const others = (head.asked ?? []).filter((each) => each.issuer !== issuer || each.typeId !== typeId);
  const asked = [...others, { issuer, typeId, first: head.nextKey, count }];
  return { ...withKeys(head, count), asked: asked.slice(-KEYS_ASKED_MAX) };
}

/** Without the keys that begin with these numbers: something came for them. */
export function withoutAsked({ asked = [], ...head }: KeptHead, firsts: readonly number[]): KeptHead {
  const left = asked.filter(({ first }) => !firsts.includes(first));
  return { ...head, ...(left.length > 0 && { asked: left }) };
}

const CURSOR = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/;

export function syncCursor({ change }: KeptHead, nowMs: number): string {
  return `${change.toString(36)}.${nowMs.toString(36)}`;
}

/**
 * The change that a device knows. CURSOR_INVALID for none of this wallet, for one that is over, or where removals since
 * are forgotten.
 */
export function readCursor(head: KeptHead, text: string, nowMs: number): Result<number> {
  const [, change = '', time = ''] = CURSOR.exec(text) ?? [];
  const [known, atMs] = [Number.parseInt(change, 36), Number.parseInt(time, 36)];
  const isOfWallet = change !== '' && known <= head.change;
  const isInTime = atMs <= nowMs && nowMs - atMs <= SYNC_CURSOR_MS;
  if (isOfWallet && isInTime && known >= head.forgotten) return known;
  return fail(
    issue('CURSOR_INVALID', '/since', 'The cursor is not of this wallet, or is too old: read all without one.'),
  );
}

/** Ids that were removed since. */
export function removalsSince({ removals }: KeptHead, change: number): readonly string[] {
  return removals.filter((removal) => removal.change > change).map(({ id }) => id);
}
