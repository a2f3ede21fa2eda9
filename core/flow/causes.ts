// The causes of a run in the history of an instance, looked through runs that only gave tokens again: going back takes
// with an undone run all that came of it, also runs that a loop has left behind. Pure.
import { afterOf } from './move.js';
import type { Net, NetAction } from './net.js';
import { causesOf, type Flow, type Token, tokensTaken } from './runs.js';

/** The runs that a move from the token comes from: those whose tokens it takes, and those that it waited for. */
export function causesAt(flow: Flow, net: Net, token: Token): readonly string[] {
  const action = net.get(token.target) as NetAction;
  const taken = tokensTaken(flow, action, token).map(({ txId }) => txId);
  const causes = new Set<string>();
  const open = [...taken, ...afterOf(flow, action, token)];
  const seen = new Set<string>();
  for (let txId = open.pop(); txId !== undefined; txId = open.pop()) {
    if (seen.has(txId)) continue;
    seen.add(txId);
    const run = flow[txId];
    if (run?.kind === 'back') open.push(...causesOf(run));
    else causes.add(txId);
  }
  return [...causes];
}
