// The definitions of docs/examples as a scenario publishes them: with the wallets of its parties, and with what a user
// puts in place of a name that is an example.
import { readFileSync } from 'node:fs';
import { Course } from '../../../cli/harness/course.js';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';
import { publishDraft } from '../../../cli/harness/publishing.js';
import type { JsonObject } from '../../../core/base/json.js';

interface Publishing {
  readonly registerId: string;
  /** The first one publishes. */
  readonly members: readonly ClusterMember[];
  /** By role; a role that is left out is open. */
  readonly wallets: Readonly<Record<string, string>>;
  /** Texts of the example by what stands in their place. */
  readonly names?: Readonly<Record<string, string>>;
  /** The id under which it is published: that of the example unless stated. */
  readonly as?: string;
}

/** Publishes the example, and begins an instance of it with each call of what it gives. */
export async function publishExample(
  name: string,
  { registerId, members, wallets, names = {}, as = name }: Publishing,
): Promise<() => Course> {
  let text = readFileSync(`docs/examples/${name}.json`, 'utf8');
  for (const [from, to] of Object.entries(names)) text = text.replaceAll(from, to);
  const definition = JSON.parse(text) as JsonObject & {
    readonly participants: readonly { readonly id: string }[];
  };
  const participants = definition.participants.map((role) =>
    role.id in wallets ? { ...role, walletAddress: wallets[role.id] } : role,
  );
  await publishDraft({ registerId, members }, { ...definition, id: as, participants } as unknown as JsonObject);
  return () => new Course(registerId, as);
}
