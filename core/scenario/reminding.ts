// Which reminders came while the clock of a scenario moved: those of actions that can be done. Pure.
import { openBranches, waitsFor } from '../blueprint/instance/branches.js';
import { reminders, remindersDue } from '../blueprint/instance/open-timers.js';
import type { Plan } from '../blueprint/plan/planned.js';
import type { Instance } from '../blueprint/state/instance.js';

/** Ids of the timers in the order of their times, of those that were due from one time on and before another. */
export function listReminders(
  instance: Instance,
  plan: Plan,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): readonly string[] {
  const open = openBranches(instance).filter((item) => waitsFor(instance, plan, item).length === 0);
  const rows = reminders(instance, plan).flatMap(({ action, txId, timer, firstMs }) => {
    if (!open.some((branch) => branch.txId === txId && branch.actionId === action)) return [];
    const times = { ...timer, firstMs };
    const from = remindersDue(times, fromMs);
    const facts = Array.from({ length: remindersDue(times, untilMs) - from }, (_, i) => from + i);
    return facts.map((i) => ({ id: timer.id, atMs: firstMs + i * timer.everyMs }));
  });
  return rows.sort((a, b) => a.atMs - b.atMs).map(({ id }) => id);
}
