// The participant records behind wallets, for commands that show who did something. A wallet without one, or whose
// register the caller may not read, has no name.
import type { Client } from '../../api/client/client.js';
import { isClientError } from '../remote/remote.js';

/** Wallets that are asked for, each with a call: an instance with more of them shows addresses. */
const ASKED_MAX = 32;

export type KnownRecords = ReadonlyMap<string, { readonly name: string; readonly organisation: string }>;

export async function recordsOf(client: Client, registerId: string, wallets: Iterable<string>): Promise<KnownRecords> {
  const asked = [...new Set(wallets)].slice(0, ASKED_MAX);
  const records = await Promise.all(
    asked.map(async (address) => {
      const record = await recordOf(client, registerId, address);
      return record && ([address, { name: record.participantName, organisation: record.organizationName }] as const);
    }),
  );
  return new Map(records.filter((item) => item !== undefined));
}

async function recordOf(client: Client, registerId: string, address: string) {
  try {
    return await client.getParticipantByAddress({ params: { registerId, address } });
  } catch (error) {
    // Names are beside what the command shows: it is shown without them.
    if (isClientError(error)) return undefined;
    throw error;
  }
}
