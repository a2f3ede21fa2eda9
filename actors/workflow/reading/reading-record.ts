// Reads an instance as a wallet of this node sees it. The caller may use the wallet; nothing is kept.

import type { Clock } from '../../../core/base/ports.js';
import type { Result } from '../../../core/base/result.js';
import { deliveriesIn } from '../../../core/instance/deliveries/owed.js';
import { rowsIn } from '../../../core/instance/rows.js';
import type { KnownTexts } from '../../../core/instance/runs/known-texts.js';
import { type Visible, visibleData } from '../../../core/reading/cells/visible.js';
import { gateViewOf } from '../../../core/register/trust/gate-view.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { Keystore } from '../../../storage/secrets/keystore.js';
import type { Acting } from '../encryption/acting.js';
import { keyNameOf } from '../encryption/recipient-keys.js';
import type { InstanceRecord } from '../instance/instance-record.js';
import { evidenceAt, type KeptReads } from '../kept/ports.js';
import { type RunReader, readRuns } from './reading-runs.js';

export interface RecordPorts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly keystore: Pick<Keystore, 'useToOpen'>;
  readonly chain: Pick<ChainStore, 'transaction' | 'view'>;
  /** Texts that were found not to give what they have to: none is opened again. */
  readonly knownTexts?: KnownTexts | undefined;
  /** Evidence of gates that stands nowhere on the ledger. */
  readonly kept?: KeptReads | undefined;
}

/** Issues of the key. */
export async function readRecord(
  { clock, keystore, chain, knownTexts, kept }: RecordPorts,
  record: Pick<InstanceRecord, 'at' | 'definition' | 'transactions'>,
  { wallet, address }: Acting,
): Promise<Result<Visible>> {
  const { definition, transactions: moves, at } = record;
  const name = keyNameOf(wallet, address);
  const opening: Pick<RunReader, 'withKeys' | 'carrying'> = {
    withKeys: (work) => keystore.useToOpen(name, work),
    carrying: (txId) => chain.transaction(at.reg, txId)?.transaction,
  };
  if (definition) {
    const view = chain.view(at.reg);
    const rows = { rowOf: rowsIn(view), deliveredTo: deliveriesIn(view) };
    const gateViewAt = (asOf: number) => gateViewOf(view, asOf);
    const of = { definition, wallet: address, moves, gateViewAt, ...rows };
    return readRuns(clock, {
      ...opening,
      ...of,
      transactionOf: opening.carrying,
      knownTexts,
      keptOf: evidenceAt(kept, at),
    });
  }
  return visibleData(
    moves.map(({ transaction }) => transaction),
    address,
  );
}
