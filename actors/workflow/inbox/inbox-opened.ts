// Reminders that runs of a wallet were opened to others, or challenged, for the node that has the wallet: how they are
// named, and how often they come. Nothing of it is on the ledger.
import { OPENED_AGAIN_MAX, OPENED_AGAIN_MS } from '../../../core/base/limits/node/inbox.js';
import type { InboxInstance, PendingBranch, Reminding } from '../../../storage/tables/workflow/inbox.js';

const OPENED = '@opened:';

/** The wallet whose runs are opened to others or challenged, by the name of a reminder. */
export function openedWallet(name: string): string | undefined {
  return name.startsWith(OPENED) ? name.slice(name.lastIndexOf(':') + 1) : undefined;
}

/** Of a task to deliver from a time on: it comes again and again until the task is done. */
export function openedReminder(
  { branch, fromMs, wallet }: PendingBranch,
  before: InboxInstance | undefined,
): readonly Reminding[] {
  if (fromMs === undefined || wallet === undefined) return [];
  const name = `${OPENED}${branch}:${wallet}`;
  const count = before?.reminders?.find((item) => item.name === name)?.told ?? 0;
  return [{ name, firstMs: fromMs, everyMs: OPENED_AGAIN_MS, times: OPENED_AGAIN_MAX, told: count }];
}
