// The person who is signed in, and the organisations that the person may act for.
import { node } from './node.js';

export interface Person {
  readonly name: string;
  readonly organisation: string;
  readonly organisations: readonly {
    readonly organizationId: string;
    readonly name: string;
    readonly isCurrent: boolean;
  }[];
}

let read: Promise<Person> | undefined;

/** Read once a page: a change of the organisation loads another one. */
export function person(): Promise<Person> {
  read ??= readPerson();
  return read;
}

async function readPerson(): Promise<Person> {
  const [me, { organizations }] = await Promise.all([node.auth.getMe(), node.auth.listMyOrganizations()]);
  return {
    name: me.displayName,
    organisation: me.organizationName ?? '',
    organisations: organizations.filter(({ status }) => status === 'Active'),
  };
}
