// The caller, and where to look.
import type { ApiCall } from '../../../define.js';
import type { LedgerDeps } from '../deps.js';

export type Looking = Pick<ApiCall<LedgerDeps>, 'caller' | 'deps'>;
