// How many moves of a long instance are left to whom. After those that any role makes each role has its
// equal share, and the timers of its actions another one: no party fills an instance for others, or stops a timer that
// ends what it does not do. A share is at least four moves, since a definition has 100 roles at most. Pure.
import { INSTANCE_COMMON_MAX, INSTANCE_SHARED_MAX } from '../../base/limits/ledger/instances.js';
import type { Plan } from '../plan/planned.js';
import type { Instance, LateMoves } from '../state/instance.js';
import { inOrder } from '../state/member-order.js';
import { type Move, roleOf } from '../state/move.js';
import { MOVE_FACTS } from '../state/move-types.js';

type Shared = Pick<Instance, 'late'>;
type Shares = Pick<Plan, 'roles'>;

/** The instance as a move meets it, with the move counted. */
export function withCounted(before: Instance, move: Move): Instance {
  const { type, senderWallet: wallet } = move;
  if (before.moves < INSTANCE_COMMON_MAX || !MOVE_FACTS[type].shared) return before;
  const role = roleOf(move);
  const { moves = 0, timers = 0, ...rest } = lateOf(before, role);
  const counted: LateMoves =
    type === 'Timer'
      ? { ...(moves > 0 && { moves }), timers: timers + 1, ...rest }
      : { moves: moves + 1, ...(timers > 0 && { timers }), wallet };
  return { ...before, late: inOrder({ ...before.late, [role]: counted }) };
}

/** False for a role that has made all its moves: of these alone that end an instance it makes more. */
export function hasMoves(instance: Shared, { roles }: Shares, role: string): boolean {
  return (lateOf(instance, role).moves ?? 0) < shareOf(roles);
}

/** False where no timer of an action of the role fires any more. */
export function hasTimers(instance: Shared, { roles }: Shares, role: string): boolean {
  return (lateOf(instance, role).timers ?? 0) < shareOf(roles);
}

/** Roles that have used up their moves, or their timers, each with the wallet that made the newest move. */
export function spentRoles(
  instance: Shared,
  plan: Shares,
): readonly (readonly [role: string, wallet: string | undefined])[] {
  const spent = Object.entries(instance.late ?? {}).filter(
    ([role]) => !hasMoves(instance, plan, role) || !hasTimers(instance, plan, role),
  );
  return spent.map(([role, { wallet }]) => [role, wallet]);
}

/**
 * As it is once a role has made all of its moves, the newest by this wallet, and all timers of its actions have fired.
 */
export function asSpent(
  instance: Instance,
  { roles }: Shares,
  { role, wallet }: { readonly role: string; readonly wallet: string },
): Instance {
  const share = shareOf(roles);
  const late = inOrder({ ...instance.late, [role]: { moves: share, timers: share, wallet } });
  return { ...instance, late, moves: Math.max(instance.moves, INSTANCE_COMMON_MAX) };
}

function lateOf({ late }: Shared, role: string): LateMoves {
  return late && Object.hasOwn(late, role) ? (late[role] as LateMoves) : {};
}

function shareOf(roles: number): number {
  return Math.floor(INSTANCE_SHARED_MAX / (2 * roles));
}
