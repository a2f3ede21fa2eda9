// The people of the organisation, and a person of it: what its administrators may know.
import { node } from '../session/node.js';
import { type Person, person } from '../session/person.js';

const PAGE = 50;
const INVITATIONS = 50;
const ROWS = 15;
const NAMES = 100;

export async function readPeople(cursor?: string) {
  const who = await person();
  const params = { organizationId: who.organisationId };
  const query = { pageSize: PAGE, ...(cursor !== undefined && { cursor }) };
  const [list, invitations] = await Promise.all([
    node.users.listUsers({ params, query }),
    cursor === undefined && who.may.has('listInvitations')
      ? node.invitations.listInvitations({ params, query: { pageSize: INVITATIONS } })
      : undefined,
  ]);
  return { who, ...list, invitations: invitations?.invitations ?? [] };
}

export type People = Awaited<ReturnType<typeof readPeople>>;
export type ListedPerson = People['users'][number];

interface Place {
  readonly params: { readonly userId?: string };
}

export async function readPerson({ params: { userId = '' } }: Place) {
  const who = await person();
  const { organisationId: organizationId } = who;
  const params = { organizationId, userId };
  const [names, read, signIn, rows] = await Promise.all([
    readNames(who),
    node.users.getUser.answered({ params }),
    node.users.getUserSignIn({ params }),
    node.audit.listAuditEvents({ params: { organizationId }, query: { about: userId, pageSize: ROWS } }),
  ]);
  return { who, user: read.body, version: read.headers.get('etag') ?? undefined, signIn, rows: rows.items, names };
}

/** Names of the first people of the organisation, by id, for who may read them: others are shown by their id. */
export async function readNames({ organisationId, may }: Person): Promise<ReadonlyMap<string, string>> {
  if (!may.has('listUsers')) return new Map();
  const query = { pageSize: NAMES };
  const { users } = await node.users.listUsers({ params: { organizationId: organisationId }, query });
  return new Map(users.map(({ id, displayName }) => [id, displayName]));
}

export type PersonRead = Awaited<ReturnType<typeof readPerson>>;
