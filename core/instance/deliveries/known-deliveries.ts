// Which delivery a run has to name, so that all who judge it know what its sender had been given: the last one to its
// wallet in the instance, where that came after what the run follows. Before that it had come for sure, because who
// follows a sealed run has the ledger up to it. Pure.

import { leadsSince } from '../../blueprint/instance/run-rows.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import type { StateView } from '../../model/register.js';
import { STATE_KEY } from '../../register/state-keys.js';

/** Value of the state key `given/{wallet}/{instanceId}`. Members stand in canonical order. */
export interface LastDelivery {
  /** Moves of the instance before it. */
  readonly n: number;
  readonly txId: string;
}

export interface Following {
  readonly instance: Instance | null | undefined;
  readonly instanceId: string;
  readonly rowOf: RowOf;
  /** The wallet that sends the run, and what that follows. */
  readonly wallet: string;
  readonly follows: string | undefined;
}

/**
 * The TxId that `metadata.delivered` of the run states; undefined where nothing was delivered since what it follows.
 */
export function deliveryToName(view: Pick<StateView, 'state'>, of: Following): string | undefined {
  const { instance, instanceId, rowOf, wallet, follows = '' } = of;
  if (!instance?.deliveries) return undefined;
  const last = view.state(STATE_KEY.receipt(wallet, instanceId)) as unknown as LastDelivery | undefined;
  const before = rowOf(follows);
  return last && (!before || last.n > leadsSince(before)) ? last.txId : undefined;
}
