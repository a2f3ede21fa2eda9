// The readers of a role's moves beside its holder, where a move is sealed. Sender, validators and later readers ask the
// same function, or the row of the run that keeps what it said. Pure.
import { READERS_BESIDE_MAX } from '../../base/limits/ledger/people.js';
import type { Definition, Participant } from '../../blueprint/definition/types.js';
import { candidacyOf } from '../../blueprint/plan/role-candidates.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { StateView } from '../../model/register.js';
import { atSlotStart, slotStart } from '../../register/people/slot-rows.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { cannotReceiveIn, isRevoked } from './able.js';
import { candidatesOfRole } from './candidates.js';
import { claimOf, hasClaims } from './claims.js';
import { deputiesOf } from './deputies.js';
import { type HeldNow, hasLeft, holdersAtStart, holdersNow, recordsHeld } from './holders.js';

type View = Pick<StateView, 'state' | 'people'>;

export interface Beside {
  readonly definition: Definition;
  readonly blueprintId: string;
  /** Undefined where the move opens it. */
  readonly instanceId: string | undefined;
  /** Time of the docket. */
  readonly atMs: number;
  /** Open roles that were taken, by role. */
  readonly taken: Readonly<Record<string, string>>;
  readonly held: HeldNow;
  /** `recordsHeld`, where the caller has them. */
  readonly records?: Readonly<Record<string, string>>;
}

interface Receiving {
  readonly definition: Definition;
  readonly blueprintId: string;
  /** Undefined where the move opens it. */
  readonly instanceId: string | undefined;
  readonly atMs: number;
  /** As it is before the move. */
  readonly before: Pick<Instance, 'participants' | 'opener'> | undefined;
  readonly sender: string;
  readonly omits?: (wallet: string) => boolean;
}

/**
 * The receivers of a move that is sealed at the time, but for those that the definition names: the argument of
 * `groupsFor`. Records count as they stood when the slot of the time began (slot-rows.ts); only a revocation counts at
 * once, and `omits` says for which wallets: those that the envelope leaves out, or all, before there is one.
 */
export function receivingNow(
  now: View,
  { before, sender, definition, blueprintId, atMs: nowMs, instanceId: named, omits = () => true }: Receiving,
) {
  const instanceId = before && named;
  const view = atSlotStart(now, nowMs);
  const atMs = slotStart(nowMs);
  const cannot = cannotReceiveIn(view);
  const cannotReceive = (wallet: string): boolean => cannot(wallet) || (isRevoked(now, wallet) && omits(wallet));
  const { records, held }: { readonly records: Readonly<Record<string, string>>; readonly held: HeldNow } =
    instanceId === undefined
      ? holdersAtStart(view, definition)
      : { records: recordsHeld(view, { definition, instanceId }), held: holdersNow(view, instanceId) };
  const taken = before?.participants ?? {};
  // Each member by its name: to put objects together out of others takes longer than all else here.
  const also = readersBeside(view, { definition, blueprintId, instanceId, atMs, taken, held, records });
  const opener = held.opener ?? before?.opener ?? sender;
  return { sender, opener, held: held.roles, taken, also, cannotReceive };
}

/**
 * By role, in the order of the definition; undefined where there is none. At most READERS_BESIDE_MAX wallets in all.
 */
export function readersBeside(view: View, of: Beside): Readonly<Record<string, readonly string[]>> | undefined {
  const { definition } = of;
  // A register without participants is asked two questions.
  if (view.state(STATE_KEY.participants) === undefined && !hasClaims(view, of.instanceId)) return undefined;
  // A role may be named as a member that every object has, which no assignment sets.
  const rows: (readonly [role: string, wallets: readonly string[]])[] = [];
  let left = READERS_BESIDE_MAX;
  const place = of.records ? of : { ...of, records: recordsHeld(view, of) };
  for (const role of definition.participants) {
    const all = readersFor(view, place, role);
    if (all.length === 0) continue;
    const wallets = [...new Set(all)].slice(0, left);
    rows.push([role.id, wallets]);
    left -= wallets.length;
  }
  return left === READERS_BESIDE_MAX ? undefined : Object.fromEntries(rows);
}

/**
 * All candidates until one holds the role, and again when that left; where they wait, and where there are none, the
 * last that claimed it. Of a role that is held the deputies.
 */
function readersFor(view: View, of: Beside, role: Participant): readonly string[] {
  const { instanceId, taken, held } = of;
  const candidacy = candidacyOf(role);
  const isHeld = Object.hasOwn(taken, role.id) || Object.hasOwn(held.roles, role.id);
  const deputies = isHeld ? deputiesOf(view, of, { id: role.id }).map(({ wallet }) => wallet) : [];
  const isKept = isHeld && !(candidacy && hasLeft(view, instanceId, role.id));
  if (isKept || role.walletAddress) return deputies;
  if (candidacy && !candidacy.waits)
    return [...deputies, ...candidatesOfRole(view, candidacy).map(({ wallet }) => wallet)];
  const claim = instanceId === undefined ? undefined : claimOf(view, instanceId, role.id);
  return claim ? [...deputies, claim.wallet] : deputies;
}
