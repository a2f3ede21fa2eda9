// Dockets as a network without a wire gives them in the mode that was asked for: read from their bytes as
// node/network/calls/asks.ts reads them.
import { isFailure } from '../../../core/base/result.js';
import { transactionAsSealed } from '../../../core/kinds/as-sealed.js';
import type { SealedDocket } from '../../../core/model/register.js';

export async function* readAs(
  mode: 'all' | 'certified' | undefined,
  dockets: AsyncIterable<SealedDocket>,
): AsyncGenerator<SealedDocket> {
  for await (const sealed of dockets) yield mode === 'certified' ? readAsSealed(sealed) : sealed;
}

export function readAsSealed({ docket, certificate }: SealedDocket): SealedDocket {
  const transactions = docket.transactions.map(({ bytes }) => {
    const tx = transactionAsSealed(bytes);
    if (isFailure(tx)) throw new Error(tx.issue.message);
    return tx;
  });
  return { docket: { ...docket, transactions }, certificate };
}
