// Organisations, platform users and memberships, with their two unique names (subdomain, e-mail). Checks read
// `current`, which includes queued writes, so that two requests in one turn cannot both take a name; answers read what
// is durable.

import type { NewMember } from '../../../core/tenant/members/joining.js';
import type { Organisation } from '../../../core/tenant/organisation.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { Membership, PlatformUser } from '../../../core/tenant/user.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import type { KvReader } from '../../engine/table.js';
import { defineTable, RowTable } from '../../engine/table.js';

const organisations = defineTable<string, Organisation>('organisations');
const bySubdomain = defineTable<string, string>('organisation-by-subdomain');
const users = defineTable<string, PlatformUser>('users');
const byEmail = defineTable<string, string>('user-by-email');
const managed = defineTable<readonly [organisationId: string, email: string], string>('managed-accounts');
const memberships = defineTable<readonly [organisationId: string, membershipId: string], Membership>(
  'organisation-users',
);

export interface Page<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
  /** Something comes behind the last item. */
  readonly hasMore: boolean;
}

/** `top` items behind a key, or after so many. */
export interface PageRequest<K> {
  readonly skip: number;
  readonly top: number;
  readonly after?: K | undefined;
}

export class Tenants {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly organisations: RowTable<string, Organisation>;
  private readonly bySubdomain: RowTable<string, string>;
  private readonly users: RowTable<string, PlatformUser>;
  private readonly byEmail: RowTable<string, string>;
  private readonly managed: RowTable<readonly [string, string], string>;
  private readonly memberships: RowTable<readonly [string, string], Membership>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.organisations = new RowTable(kv, organisations);
    this.bySubdomain = new RowTable(kv, bySubdomain);
    this.users = new RowTable(kv, users);
    this.byEmail = new RowTable(kv, byEmail);
    this.managed = new RowTable(kv, managed);
    this.memberships = new RowTable(kv, memberships);
  }

  organisation(id: string): Organisation | undefined {
    return this.organisations.current(this.queued, id);
  }

  organisationOfSubdomain(subdomain: string): Organisation | undefined {
    const id = this.bySubdomain.current(this.queued, subdomain);
    return id === undefined ? undefined : this.organisation(id);
  }

  user(id: string): PlatformUser | undefined {
    return this.users.current(this.queued, id);
  }

  userOfEmail(email: string): PlatformUser | undefined {
    const id = this.byEmail.current(this.queued, email);
    return id === undefined ? undefined : this.user(id);
  }

  /**
   * The account that the provider of an organisation made for an address: the address may be that of another account
   * too.
   */
  managedUser(organisationId: string, email: string): PlatformUser | undefined {
    const id = this.managed.current(this.queued, [organisationId, email]);
    return id === undefined ? undefined : this.user(id);
  }

  membership(organisationId: string, membershipId: string): Membership | undefined {
    return this.memberships.current(this.queued, [organisationId, membershipId]);
  }

  /** True once the first start has happened. */
  isBootstrapped(): boolean {
    return this.organisation(PLATFORM_ORGANISATION_ID) !== undefined;
  }

  putOrganisation(organisation: Organisation): KvOp[] {
    return [
      this.organisations.put(organisation.id, organisation),
      this.bySubdomain.put(organisation.subdomain, organisation.id),
    ];
  }

  putUser(user: PlatformUser): KvOp[] {
    const { id, email, managedBy } = user;
    // An account that began with a passkey may have no address yet.
    if (email === '') return [this.users.put(id, user)];
    const named = managedBy === undefined ? this.byEmail.put(email, id) : this.managed.put([managedBy, email], id);
    return [this.users.put(id, user), named];
  }

  putMembership(membership: Membership): KvOp[] {
    return [this.memberships.put([membership.organisationId, membership.id], membership)];
  }

  /** Person, organisation and membership of somebody who joined (core/tenant/members/joining.ts). */
  join({ user, organisation, member }: NewMember): KvOp[] {
    return [...this.putUser(user), ...this.putMembership(member), ...this.putOrganisation(organisation)];
  }

  /** The operations that end a membership; those of the user and of the organisation belong to the same commit. */
  removeMembership({ organisationId, id }: Membership): KvOp[] {
    return [this.memberships.del([organisationId, id])];
  }

  /** Whether the organisation has a member of this kind, as far as is durable. */
  async hasMember(organisationId: string, isMeant: (member: Membership) => boolean): Promise<boolean> {
    for await (const member of this.members(organisationId)) if (isMeant(member)) return true;
    return false;
  }

  /** The members of one organisation in the order of their ids, as far as they are durable. */
  async *members(organisationId: string): AsyncIterable<Membership> {
    for await (const [, member] of this.memberships.range({ prefix: organisationId })) yield member;
  }

  /** Counts of all organisations, which are read whole. */
  async counts(): Promise<Readonly<Record<'organisations' | 'suspended' | 'members', number>>> {
    const counts = { organisations: 0, suspended: 0, members: 0 };
    for await (const [, { status, userCount }] of this.organisations.range()) {
      counts.organisations++;
      counts.members += userCount;
      if (status === 'Suspended') counts.suspended++;
    }
    return counts;
  }

  /** Organisations in the order of their ids. */
  async organisationPage(
    request: PageRequest<string>,
    keep: (o: Organisation) => boolean = () => true,
  ): Promise<Page<Organisation>> {
    return page(this.organisations.range(), request, { keep, keyOf: ({ id }) => id });
  }

  /** Ids of the organisations that come after one, in their order: so many at the most, and nothing else is read. */
  async organisationIdsAfter(id: string, limit: number): Promise<string[]> {
    const ids: string[] = [];
    const range = { ...(id !== '' && { from: id }), limit: limit + 1 };
    for await (const name of this.organisations.keys(range)) if (name !== id && ids.length < limit) ids.push(name);
    return ids;
  }

  /** Members of one organisation in the order of their ids. */
  async memberPage(organisationId: string, request: PageRequest<string>): Promise<Page<Membership>> {
    const rule = { keep: () => true, keyOf: ({ id }: Membership) => id };
    return page(this.memberships.range({ prefix: organisationId }), request, rule);
  }
}

/** Counts all and keeps one page: a total is asked for, so the family is read whole. */
async function page<K, V>(
  rows: AsyncIterable<readonly [K, V]>,
  { skip, top, after }: PageRequest<string>,
  { keep, keyOf }: { readonly keep: (value: V) => boolean; readonly keyOf: (value: V) => string },
): Promise<Page<V>> {
  const items: V[] = [];
  let totalCount = 0;
  let behind = 0;
  for await (const [, value] of rows) {
    if (!keep(value)) continue;
    if (after === undefined ? totalCount >= skip : keyOf(value) > after) {
      behind++;
      if (items.length < top) items.push(value);
    }
    totalCount++;
  }
  return { items, totalCount, hasMore: behind > items.length };
}
