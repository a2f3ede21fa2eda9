// Timers that remind of what waits, in the rows of the inbox: which there are, how often each has told, and whom it
// tells. Nothing of it is on the ledger: each node tells its own users, and one that was down tells once. It reads no
// clock.

import type { Definition } from '../../../core/blueprint/definition/types.js';
import { reminders, remindersDue } from '../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Plan } from '../../../core/blueprint/plan/planned.js';
import { candidacyOf } from '../../../core/blueprint/plan/role-candidates.js';
import { openBallots } from '../../../core/blueprint/state/ballots.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { actorsNow } from '../../../core/instance/people/acting-now.js';
import { candidatesOfRole } from '../../../core/instance/people/candidates.js';
import { claimOf } from '../../../core/instance/people/claims.js';
import { type HeldNow, holderNow, holdersNow } from '../../../core/instance/people/holders.js';
import type { StateView } from '../../../core/model/register.js';
import type { InboxInstance, PendingBranch, Reminding } from '../../../storage/tables/workflow/inbox.js';
import { claimWallets, lapsedRole } from './inbox-claims.js';
import { openedWallet } from './inbox-opened.js';

/** Ends the name of the action where a branch names what a role is reminded of that others do. */
export const REMINDED = '/remind';

/** The reminders of an instance after a move, and entries for wallets that are told of what others do. */
export function remindersAfter(
  before: readonly Reminding[],
  of: {
    readonly definition: Definition;
    readonly instance: Instance;
    readonly plan: Plan;
    readonly held: HeldNow;
    readonly pending: readonly PendingBranch[];
  },
): { readonly reminders: readonly Reminding[]; readonly pending: readonly PendingBranch[] } {
  const { definition, instance, plan, held, pending } = of;
  const rows: Reminding[] = [];
  const entries = new Map<string, PendingBranch>();
  for (const { action, txId, timer, firstMs } of plan.hasTimers ? reminders(instance, plan) : []) {
    const branch = `${txId}:${action}`;
    const waiting = pending.filter((item) => item.branch === branch);
    const [first] = waiting;
    // No role can do it yet: it waits for others.
    if (!first) continue;
    const name = `${branch}:${timer.id}`;
    const { everyMs, times } = timer;
    const count = before.find((item) => item.name === name)?.told ?? 0;
    rows.push({ name, firstMs, everyMs, times, told: count });
    for (const role of timer.roles) {
      const fixed = definition.participants.find(({ id }) => id === role);
      const wallet = fixed && holderNow(held, fixed, instance.participants);
      const key = `${branch}${REMINDED}:${role}`;
      const known = entries.get(key);
      if (!wallet || waiting.some((item) => item.wallet === wallet)) continue;
      if (known?.fromMs !== undefined && known.fromMs <= firstMs) continue;
      const { sinceMs, dueMs } = first;
      entries.set(key, { branch: key, sinceMs, wallet, fromMs: firstMs, ...(dueMs !== undefined && { dueMs }) });
    }
  }
  return { reminders: rows, pending: [...entries.values()] };
}

/** How often timers have reminded of an action at a time. */
export function reminderCountAt(
  { reminders: all = [] }: Pick<InboxInstance, 'reminders'>,
  { txId, action, nowMs }: { readonly txId: string; readonly action: number; readonly nowMs: number },
): { readonly remindedTimes?: number } {
  const own = all.filter(({ name }) => name.startsWith(`${txId}:${action}:`));
  const remindedTimes = own.reduce((sum, item) => sum + remindersDue(item, nowMs), 0);
  return remindedTimes === 0 ? {} : { remindedTimes };
}

/** A reminder that is told now. */
export type Reminded =
  | {
      readonly type: 'action-reminder';
      readonly actionId: number;
      readonly timer: string;
      readonly wallets: readonly string[];
    }
  | { readonly type: 'delivery-due'; readonly wallets: readonly string[] }
  | { readonly type: 'claim-lapsed'; readonly role: string; readonly wallets: readonly string[] };

/**
 * The fact that a reminder of an instance tells at a time, and the row after it; undefined where it is not due. Of
 * several that have come together one is told.
 */
export function reminderFact(
  row: InboxInstance,
  of: {
    readonly view: StateView;
    readonly definition: Definition;
    readonly instanceId: string;
    readonly name: string;
    readonly nowMs: number;
  },
): { readonly row: InboxInstance; readonly fact: Reminded } | undefined {
  const { name, nowMs } = of;
  const item = row.reminders?.find((other) => other.name === name);
  const facts = item && remindersDue(item, nowMs);
  if (!item || facts === undefined || facts <= item.told) return undefined;
  const after = row.reminders?.map((other) => (other === item ? { ...item, told: facts } : other));
  return { row: { ...row, ...(after && { reminders: after }) }, fact: factOf(row, of) };
}

function factOf(row: InboxInstance, of: Parameters<typeof reminderFact>[1]): Reminded {
  const { name, view, definition, instanceId } = of;
  const opened = openedWallet(name);
  if (opened !== undefined) return { type: 'delivery-due', wallets: [opened] };
  const role = lapsedRole(name);
  if (role !== undefined)
    return { type: 'claim-lapsed', role, wallets: claimWallets(view, definition, { role, instanceId, row }) };
  const [, action = '', ...timer] = name.split(':');
  return {
    ...{ type: 'action-reminder', actionId: Number(action), timer: timer.join(':') },
    wallets: toldWallets(row, of, { action, timer }),
  };
}

/** Wallets of the roles, as they hold them now. Roles that have voted are left in peace. */
function toldWallets(
  { instance }: InboxInstance,
  of: Omit<Parameters<typeof reminderFact>[1], 'name'>,
  { action, timer: parts }: { readonly action: string; readonly timer: readonly string[] },
): readonly string[] {
  const { view, definition, instanceId, nowMs: atMs } = of;
  const planned = planOf(definition).actions.get(action);
  const timer = planned?.remind.find(({ id }) => id === parts.join(':'));
  if (!planned || !timer) return [];
  const held = holdersNow(view, instanceId);
  const cast = openBallots(instance.ballots, planned.action.id)?.votes ?? {};
  const { blueprintId } = instance;
  const wallets = timer.roles.flatMap((role): readonly string[] => {
    if (planned.approval?.voters.has(role) && Object.hasOwn(cast, role)) return [];
    if (role === planned.sender.id && !planned.approval)
      return (actorsNow(view, { definition, blueprintId, instanceId, instance, atMs }, planned) ?? []).map(
        ({ wallet }) => wallet,
      );
    const fixed = definition.participants.find(({ id }) => id === role);
    const holder = fixed && holderNow(held, fixed, instance.participants);
    if (holder !== undefined) return holder === '' ? [] : [holder];
    const candidacy = fixed && candidacyOf(fixed);
    if (candidacy) return candidatesOfRole(view, candidacy).map(({ wallet }) => wallet);
    const claim = claimOf(view, instanceId, role);
    return claim ? [claim.wallet] : [];
  });
  return [...new Set(wallets)];
}
