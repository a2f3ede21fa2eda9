// The groups that the envelope of a move has to have, from its definition and who holds the roles where it is sealed:
// its sender and its judges ask the same function. The state of the register decides alone, so a sender cannot leave
// a wallet out, and has nothing to claim.
import { type Issue, issue } from '../../base/issue.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { sendersOf } from '../../blueprint/plan/approval.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import type { MoveType } from '../../blueprint/state/move-types.js';
import { roleHolder } from '../../blueprint/state/role-holder.js';
import { isAddress } from '../../crypto/keys/address.js';
import { type CellGroup, groupsOf, groupsOfMove, type Holding, holdersOf } from './groups.js';
import { layoutOf } from './layout.js';

export interface DisclosedMove extends Holding {
  readonly definition: Definition;
  readonly planned: PlannedAction;
  readonly type: MoveType;
  /** The wallet that opened the instance; the sender's where this move opens it. */
  readonly opener: string;
}

/**
 * The groups in their order. Of an action those of its cells; a rejection is read by its sender, the opener, and who
 * holds the action that it leads back to, or stands in for that; a cancellation by every holder; why a run is not
 * confirmed by who sent it and who confirm it; a private objection by who sent the run and the resolver.
 */
export function groupsFor(move: DisclosedMove): readonly CellGroup[] {
  const { definition, planned, type, sender, opener, also = {} } = move;
  const readers = READERS[type];
  if (!readers) {
    const layout = layoutOf(definition, planned.action);
    return groupsOf(layout, holdersOf(definition, layout, move));
  }
  const beside = (role: string): readonly string[] =>
    readers.isForDeputies && Object.hasOwn(also, role) ? (also[role] as readonly string[]) : [];
  const holders = readers.rolesOf(move).flatMap((role) => [holderOf(move, role) ?? [], beside(role)].flat());
  const all = readers.isForOpener ? [opener, ...holders] : holders;
  // The sender has the key that signs it, whatever became of its record.
  const others = all.filter((wallet) => wallet === sender || canReceive(move, wallet));
  return groupsOfMove([sender, ...others]);
}

interface Readers {
  /** The roles that read it beside its sender. */
  readonly rolesOf: (move: DisclosedMove) => readonly string[];
  /** The wallet that opened the instance reads it. */
  readonly isForOpener: boolean;
  /** Deputies of the roles read it. */
  readonly isForDeputies: boolean;
}

/** Of moves that are encrypted as a whole. The others have cells, or are in the clear. */
const READERS: Readonly<Record<MoveType, Readers | undefined>> = {
  Action: undefined,
  Vote: undefined,
  Rejection: { rolesOf: targetOf, isForOpener: true, isForDeputies: true },
  Cancellation: {
    rolesOf: ({ definition }) => definition.participants.map(({ id }) => id),
    isForOpener: true,
    isForDeputies: false,
  },
  Confirmation: {
    rolesOf: ({ planned }) => [planned.sender.id, ...(planned.confirm?.by ?? [])],
    isForOpener: false,
    isForDeputies: false,
  },
  Objection: {
    rolesOf: ({ planned, definition }) => [planned.sender.id, definition.disputes?.resolver ?? planned.sender.id],
    isForOpener: false,
    isForDeputies: false,
  },
  Timer: undefined,
  Resolution: undefined,
  Delivery: undefined,
  Challenge: undefined,
  Handover: undefined,
  Claim: undefined,
  Release: undefined,
  Issuance: undefined,
  CredentialStatus: undefined,
};

/** The roles that do the action that a rejection leads back to: all that vote on it, where several do. */
function targetOf({ definition, planned: { action } }: DisclosedMove): readonly string[] {
  const { rejectionConfig: config } = action;
  if (!config || config.isTerminal === true) return [];
  const target = definition.actions.find(({ id }) => id === config.targetActionId);
  return target ? sendersOf(target) : [];
}

function holderOf(move: DisclosedMove, role: string): string | undefined {
  const participant = move.definition.participants.find(({ id }) => id === role);
  const wallet = participant && roleHolder(participant, move);
  if (wallet !== undefined) return wallet;
  // The first wallet that acts in an open role takes it.
  return role === move.planned.sender.id ? move.sender : undefined;
}

function canReceive({ cannotReceive }: DisclosedMove, wallet: string): boolean {
  return isAddress(wallet) && !cannotReceive(wallet);
}

/**
 * Why the groups of an envelope are not those that it has to have: VAL_CELL_003 for the first wallet that has no right
 * to receive, or has to and does not; VAL_CELL_002 where the right wallets are put together otherwise, or stand in
 * another order. `given` are the wallets of each group.
 */
export function groupsProblem(
  expected: readonly CellGroup[],
  given: readonly (readonly string[])[],
): Issue | undefined {
  const isSame =
    expected.length === given.length &&
    expected.every(({ wallets }, i) => {
      const of = given[i] as readonly string[];
      return of.length === wallets.length && wallets.every((wallet, n) => wallet === of[n]);
    });
  // Nearly all are, so that who is missing is looked for where they are not.
  if (isSame) return undefined;
  const due = new Set(expected.flatMap(({ wallets }) => wallets));
  const there = new Set(given.flat());
  for (const [i, wallets] of given.entries()) {
    const stranger = wallets.find((wallet) => !due.has(wallet));
    if (stranger !== undefined)
      return issue(
        'VAL_CELL_003',
        `/payload/groups/${i}/keys`,
        `The wallet ${stranger} receives nothing of this move: it holds no role that reads it, or was revoked. Seal it anew.`,
      );
  }
  for (const wallet of due)
    if (!there.has(wallet))
      return issue(
        'VAL_CELL_003',
        '/payload/groups',
        `The wallet ${wallet} holds a role that reads something of this move, and no group is for it. Seal it anew.`,
      );
  const shown = expected.length === 1 ? '1 group' : `${expected.length} groups`;
  return issue(
    'VAL_CELL_002',
    '/payload/groups',
    `This move has ${shown}, by what its wallets read, in the order of their addresses; the envelope has others.`,
  );
}
