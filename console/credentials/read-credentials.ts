// Credentials of the person: those that its wallets hold, and those that workflows issued and that were not taken yet.
import { notFound } from '@tanstack/react-router';
import { ClientError } from '../../api/client/client-error.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';

/** Of one wallet, on one page. */
const HELD_SHOWN = 100;
const ENTRIES_MAX = 100;
const HISTORY_SHOWN = 50;

export type HeldShown = Awaited<ReturnType<typeof node.heldCredentials.listHeldCredentials>>['credentials'][number];
type PendingCredential = Awaited<ReturnType<typeof node.heldCredentials.listPendingCredentials>>['pending'][number];
export type HeldRow = HeldShown | PendingCredential;

export async function readHeldOf({ address }: { readonly address: string }): Promise<readonly HeldRow[]> {
  const params = { address };
  const [{ credentials }, { pending }] = await Promise.all([
    node.heldCredentials.listHeldCredentials({ params, query: { pageSize: HELD_SHOWN } }),
    node.heldCredentials.listPendingCredentials({ params }),
  ]);
  return [...pending, ...credentials];
}

/** A credential of a workflow that the person may take. */
export interface AvailableCredential {
  readonly entryId: string;
  readonly credentialId: string;
  readonly registerId: string;
  readonly instanceId: string;
  readonly wallet: string;
  readonly since: string;
}

/** The inbox tells of them; who took one, or wants it not, dismisses its entry. */
export async function readAvailable({ may }: Person): Promise<readonly AvailableCredential[]> {
  if (!may.has('listInboxEntries') || !may.has('offerRunCredential')) return [];
  const { items } = await node.personalInbox.listInboxEntries({
    query: { category: 'Credential', pageSize: ENTRIES_MAX },
  });
  return items
    .filter(({ type }) => type === 'credential-available')
    .map(({ entryId, occurredAt: since, details }) => {
      const { credentialId = '', registerId = '', instanceId = '', walletAddress: wallet = '' } = details;
      return { entryId, credentialId, registerId, instanceId, wallet, since };
    });
}

interface CredentialPlace {
  readonly params: { readonly address: string; readonly credentialId: string };
}

export async function readCredential({ params }: CredentialPlace) {
  return node.heldCredentials.getHeldCredential({ params }).catch((error: unknown) => {
    throw error instanceof ClientError && error.code === 'CREDENTIAL_NOT_FOUND' ? notFound() : error;
  });
}

/** Presentations of all credentials of the person. */
export async function readShown({ may }: Person) {
  if (!may.has('listPresentationHistory')) return [];
  const query = { pageSize: HISTORY_SHOWN };
  return (await node.presentations.listPresentationHistory({ query })).presentations;
}

export type CredentialRead = Awaited<ReturnType<typeof readCredential>>;
