// Makes what gates need of the node, for its composition and for tests.
import { GATES_OPEN_MAX } from '../../core/base/limits/node/wallets.js';
import type { Kv } from '../../storage/engine/kv.js';
import type { KvReader } from '../../storage/engine/table.js';
import type { TextCipher } from '../../storage/tables/accounts/identity-providers.js';
import { PreparedActions } from '../../storage/tables/credentials/prepared-actions.js';
import type { GateMetrics, GatePart } from '../deps/gates.js';
import { OpenCounts } from '../presenting/counts.js';

interface Ports {
  readonly kv: KvReader;
  readonly journal: Pick<Kv, 'getSync'>;
  readonly secrets: TextCipher;
  readonly metrics: GateMetrics | null;
}

export function gatePart({ kv, journal, secrets, metrics }: Ports): GatePart {
  return { prepared: new PreparedActions(kv, journal), open: new OpenCounts(GATES_OPEN_MAX), secrets, metrics };
}
