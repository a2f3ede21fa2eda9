// The ports that groups of this area may touch, by themselves and by what they call.
import type { ApiBase } from '../../deps/base.js';
import type { ApiTrust } from '../../deps/trust.js';

export type TrustDeps = ApiBase & ApiTrust;
