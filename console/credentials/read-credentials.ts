// Credentials of the person: those that its wallets hold, and those that workflows issued and that were not taken yet.
import { notFound } from '@tanstack/react-router';
import { ClientError } from '../../api/client/client-error.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';

/** Of one wallet, on one page. */
const HELD_SHOWN = 100;
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

type AvailablePage = Awaited<ReturnType<typeof node.issuedCredentials.listAvailableCredentials>>;
/** A credential of a workflow that the person may take. */
export type AvailableCredential = AvailablePage['credentials'][number];
/** An offer of an issuer of this node to the person by name. */
export type OfferByName = Awaited<ReturnType<typeof node.issuedCredentials.listOffersByName>>['offers'][number];

export interface Available {
  readonly credentials: readonly AvailableCredential[];
  readonly offers: readonly OfferByName[];
}

/** Pages of instances that are looked at, a hundred each: a page may have none. */
const LOOKED_PAGES = 5;

/** Credentials of workflows are as they were read last, for a while, where the `news` of the inbox are as before. */
export async function readAvailable({ may }: Person, news?: string): Promise<Available> {
  const [credentials, offers] = await Promise.all([
    may.has('listAvailableCredentials') ? shareOfWorkflows(news) : [],
    may.has('listOffersByName') ? node.issuedCredentials.listOffersByName().then((list) => list.offers) : [],
  ]);
  return { credentials, offers };
}

const SHARED_MS = 60_000;
let shared: SharedRead | undefined;

interface SharedRead {
  readonly news: string | undefined;
  readonly atMs: number;
  readonly credentials: Promise<readonly AvailableCredential[]>;
}

/** The node looks through instances for it: the pages that show it share one reading. */
function shareOfWorkflows(news: string | undefined): Promise<readonly AvailableCredential[]> {
  const atMs = performance.now();
  if (news === undefined || shared?.news !== news || atMs - shared.atMs > SHARED_MS) {
    const read: SharedRead = { news: news ?? shared?.news, atMs, credentials: readOfWorkflows() };
    shared = read;
    read.credentials.catch(() => {
      if (shared === read) shared = undefined;
    });
  }
  return shared.credentials;
}

/** As the ledger has it, whether the inbox told of it or not. */
async function readOfWorkflows(): Promise<readonly AvailableCredential[]> {
  const credentials: AvailableCredential[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < LOOKED_PAGES; page++) {
    const query = cursor === undefined ? {} : { cursor };
    const looked: AvailablePage = await node.issuedCredentials.listAvailableCredentials({ query });
    credentials.push(...looked.credentials);
    cursor = looked.nextCursor;
    if (cursor === undefined) break;
  }
  return credentials;
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
