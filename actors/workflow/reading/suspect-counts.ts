// In how many transactions of an instance something stops a wallet from acting, counted once for a state of the
// instance. Only a number is kept; it can be counted again.
import { LRUCache } from 'lru-cache';
import { growing } from '../../../core/base/growing.js';
import { SUSPECTS_KEPT_MAX } from '../../../core/base/limits/node/reading.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { suspectCount } from '../../../core/reading/cells/suspicion.js';
import type { Visible } from '../../../core/reading/cells/visible.js';
import type { Suspects, SuspectsAsk } from './ask.js';

export class SuspectCounts {
  private readonly counted = new LRUCache<string, number>(growing(SUSPECTS_KEPT_MAX));

  of(
    { registerId, instanceId, lastTransactionId, reader }: SuspectsAsk,
    visible: () => Promise<Result<Visible>>,
  ): Suspects {
    // The transaction names the state of the instance; a definition that is repaired meanwhile is met by the next one.
    const key = `${registerId} ${instanceId} ${lastTransactionId} ${reader.address}`;
    const count = async (): Promise<Result<number>> => {
      const seen = await visible();
      if (isFailure(seen)) return seen;
      const number = suspectCount(seen.suspect);
      this.counted.set(key, number);
      return number;
    };
    return { known: this.counted.get(key), count };
  }
}
