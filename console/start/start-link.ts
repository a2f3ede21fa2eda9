// The link by which a person comes in without a password: taken out of the address at once, and redeemed by POST.
import { refusalIn } from '../../api/client/client-error.js';

const MARK = '#start=';

let waiting: string | undefined;

/** Has to run before anything else looks at the address: a later reader of it does not see the link. */
export function takeStartLink(): void {
  if (!location.hash.startsWith(MARK)) return;
  waiting = location.hash.slice(MARK.length);
  history.replaceState(null, '', '/console/start');
}

/** Whether one was redeemed: the browser has a session from then on. Throws the refusal of the node. */
export async function redeemStartLink(): Promise<boolean> {
  const link = waiting;
  if (link === undefined) return false;
  waiting = undefined;
  const answer = await fetch('/api/auth/console/redeem', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-quorate-console': '1' },
    body: JSON.stringify({ link }),
    cache: 'no-store',
  });
  if (!answer.ok) throw refusalIn(answer, await answer.json().catch(() => undefined));
  return true;
}
