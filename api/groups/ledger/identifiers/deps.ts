// The ports that this group may touch, by itself and by what it calls.
import type { ApiCall } from '../../../define.js';
import type { ApiDeps } from '../../../deps.js';

export type IdentifierDeps = Pick<ApiDeps, 'clock' | 'config' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain'>;

/** The caller, and where to look. */
export type Looking = Pick<ApiCall<IdentifierDeps>, 'caller' | 'deps'>;
