// Seats of this node by whose register it is: those that a caller is told of, and those that it starts, stops and lets work.
import type { Seat } from '../../actors/ledger/ledger.js';
import { type Issue, isIssue } from '../../core/base/issue.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps.js';
import { processView } from '../views/seats.js';
import { isOfTenant, ownedRegister } from './registers.js';

/** Seats of registers in the caller's lists. */
export function seatsOf({ caller, deps }: ApiCall<ApiDeps>): Seat[] {
  return deps.ledger.seats().filter((seat) => {
    const record = deps.ledger.register(seat.registerId);
    return record !== undefined && isOfTenant(caller, record);
  });
}

export async function controlSeat(
  call: ApiCall<ApiDeps>,
  registerId: string,
  act: Parameters<ApiDeps['ledger']['control']>[1],
): Promise<Seat | Issue> {
  const record = ownedRegister(call, registerId);
  return isIssue(record) ? record : call.deps.ledger.control(record.id, act);
}

export async function processNow(call: ApiCall<ApiDeps>, registerId: string) {
  const record = ownedRegister(call, registerId);
  if (isIssue(record)) return record;
  const outcome = await call.deps.ledger.process(record.id);
  return isIssue(outcome) ? outcome : processView(record.id, outcome);
}
