// Seats of this node by whose register it is: those that a caller is told of, and those that it starts, stops and lets
// work.
import type { Seat, SeatAct } from '../../actors/ledger-port.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { processView } from '../views/seats.js';
import { isOfTenant, ownedRegister } from './registers.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger'>;

/** Seats of registers in the caller's lists. */
export function seatsOf({ caller, deps }: ApiCall<Deps>): Seat[] {
  return deps.ledger.seats().filter((seat) => {
    const record = deps.ledger.register(seat.registerId);
    return record !== undefined && isOfTenant(caller, record);
  });
}

export async function controlSeat(call: ApiCall<Deps>, registerId: string, act: SeatAct): Promise<Result<Seat>> {
  const record = ownedRegister(call, registerId);
  return isFailure(record) ? record : call.deps.ledger.seating.control(record.id, act);
}

export async function processNow(call: ApiCall<Deps>, registerId: string) {
  const record = ownedRegister(call, registerId);
  if (isFailure(record)) return record;
  const outcome = await call.deps.ledger.seating.process(record.id);
  return isFailure(outcome) ? outcome : processView(record.id, outcome);
}
