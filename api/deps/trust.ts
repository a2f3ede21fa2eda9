// The ports of whom organisations trust.
import type { TrustListRefresher } from '../../actors/trust/refreshing.js';
import type { TrustLists } from '../../actors/trust/trust-lists.js';

export interface ApiTrust {
  readonly trustLists: Pick<TrustLists, 'find' | 'of' | 'remove' | 'settings'>;
  readonly trustListRefresher: Pick<TrustListRefresher, 'take' | 'refresh'>;
}
