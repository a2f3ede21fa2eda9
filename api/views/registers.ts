// Registers as clients see them.
import type { Static } from 'typebox';
import { isSandbox, type RegisterRecord } from '../../storage/chain/registers.js';
import { inRegister } from '../../storage/engine/fault.js';
import type { ApiDeps } from '../deps/deps.js';
import type { RegisterView } from '../schemas/registers/registers.js';

/** `height` counts dockets, as the specification's register does: the number of the last docket and one. */
export function registerView(
  record: RegisterRecord,
  chain: Pick<ApiDeps['chain'], 'head'>,
): Static<typeof RegisterView> {
  const metadata = textsOf(record.metadata);
  const height = inRegister(record.id, () => chain.head(record.reg)?.height);
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    height: height === undefined ? 0 : height + 1,
    status: record.status,
    ...(record.statusReason === undefined ? {} : { statusReason: record.statusReason }),
    advertise: record.advertise,
    isFullReplica: record.isFullReplica,
    tenantId: record.tenantId,
    ...(record.purpose === undefined ? {} : { purpose: record.purpose }),
    sandbox: isSandbox(record),
    metadata,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

function textsOf(metadata: RegisterRecord['metadata']): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata ?? {}).map(([name, text]) => [name, String(text)]));
}
