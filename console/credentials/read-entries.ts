// The entries of the inbox about credentials: some that wait to be taken, and verifiers of this node that ask.
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';

const ENTRIES_MAX = 20;

export type CredentialEntry = Awaited<ReturnType<typeof node.personalInbox.listInboxEntries>>['items'][number];

/** Unread ones, newest first. */
export async function readCredentialEntries({ may }: Person): Promise<readonly CredentialEntry[]> {
  if (!may.has('listInboxEntries')) return [];
  const query = { category: 'Credential', state: 'Unread', pageSize: ENTRIES_MAX } as const;
  return (await node.personalInbox.listInboxEntries({ query })).items;
}
