// Wallets to which nothing can be sealed, as the sealed state has it: their own record was revoked, or their key only
// signs and the register knows no key of theirs that receives. A key that a request or a node knows beside that counts
// for nothing, since validators do not know it. Pure.

import { isFailure } from '../../base/result.js';
import { wrapOf } from '../../crypto/encryption/key-wrap.js';
import { parseAddress } from '../../crypto/keys/address.js';
import type { StateView } from '../../model/register.js';
import { addressAt } from '../../register/people/participants.js';
import { STATE_KEY } from '../../register/state-keys.js';

type View = Pick<StateView, 'state'>;

/** True for a wallet that gets no group of an envelope: what its roles read is owed to it until it can receive. */
export function cannotReceiveIn(view: View): (wallet: string) => boolean {
  // A register without participants is asked one question.
  if (view.state(STATE_KEY.participants) === undefined) return signsOnly;
  return (wallet) => isRevoked(view, wallet) || lacksKey(view, wallet);
}

/**
 * True for a wallet whose own record was revoked. A record that others signed may list any wallet, and end: it takes
 * nothing from who has the wallet.
 */
export function isRevoked(view: View, wallet: string): boolean {
  const row = addressAt(view, wallet);
  return row?.status === 'Revoked' && row.own === true;
}

/** True for a wallet whose key only signs, while no record gave the key that receives for it. */
export function lacksKey(view: View, wallet: string): boolean {
  return signsOnly(wallet) && addressAt(view, wallet)?.encapsulationKey === undefined;
}

function signsOnly(wallet: string): boolean {
  const address = parseAddress(wallet);
  return !isFailure(address) && wrapOf(address.algorithm, false) === undefined;
}

/** The end of a sentence that names such a wallet. */
export const LACKS_KEY =
  'has a key that only signs: its own participant record has to give its encapsulation key, so that others can seal to it.';
