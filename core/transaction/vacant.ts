// Wallets that cannot receive any more: their record was revoked.
import { addressAt } from '../register/participants.js';
import { STATE_KEY } from '../register/state-keys.js';
import type { StateView } from '../register/types.js';

/** A register without participants has none. */
export function vacantIn(view: Pick<StateView, 'state'>): (wallet: string) => boolean {
  if (view.state(STATE_KEY.participants) === undefined) return () => false;
  return (wallet) => addressAt(view, wallet)?.status === 'Revoked';
}
