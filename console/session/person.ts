// The person who is signed in: for which organisation, for which others, and what it may do there.
import type { OperationId } from '../../api/client/published/operation-calls.js';
import { node } from './node.js';
import { tellPersonChange } from './person-changes.js';

export interface Person {
  /** Of the account, in each of its organisations. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly organisationId: string;
  readonly organisation: string;
  readonly organisations: readonly {
    readonly organizationId: string;
    readonly name: string;
    readonly isCurrent: boolean;
  }[];
  /** Its first password stands: it chooses one before anything else. */
  readonly isNew: boolean;
  /** Operations that it may call, beside those that anybody may: what is not among them is not shown. */
  readonly may: ReadonlySet<OperationId>;
}

let read: Promise<Person> | undefined;

/** Read once a page: another person, or a change of the organisation, loads the page anew. */
export function person(): Promise<Person> {
  read ??= readPerson();
  read.catch(() => {
    read = undefined;
  });
  return read;
}

/** Something of it was changed: those who show it read it anew. */
export function forgetPerson(): void {
  read = undefined;
  tellPersonChange();
}

async function readPerson(): Promise<Person> {
  const me = await node.auth.getMe();
  // A newer node may name operations that this page does not know: it asks for none of them.
  const may = new Set(me.can as readonly OperationId[]);
  // Each person may list its organisations, but for one with a first password.
  const isNew = !may.has('listMyOrganizations');
  const { organizations } = isNew ? { organizations: [] } : await node.auth.listMyOrganizations();
  return {
    ...{ id: me.platformUserId, name: me.displayName, email: me.email, isNew, may },
    organisationId: me.organizationId ?? '',
    // That of the token is of when it was made.
    organisation: organizations.find(({ isCurrent }) => isCurrent)?.name ?? me.organizationName,
    organisations: organizations.filter(({ status }) => status === 'Active'),
  };
}
