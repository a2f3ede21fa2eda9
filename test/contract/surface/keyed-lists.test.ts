// Lists that items join and leave, walked over HTTP by cursors, one item a page: the item that was shown goes, another
// one comes, and each that stays is shown once. The tests of each list say what it holds.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { CatalogueEntry } from '../../../core/design/schemas/catalogue.js';
import type { Invitation } from '../../../core/tenant/invitation.js';
import type { StoredDraft } from '../../../storage/tables/workflow/blueprints.js';
import { EXAMPLE_SCHEMA } from '../blueprints/schemas.js';
import { until } from '../fairness/crowd.js';
import { anOrder, ask, exampleOrders, publishOrders } from '../ledger/fixtures.js';
import { aPeer, aReplica, OFFERED } from '../peers/fake-mesh.js';
import type { RequestParts } from '../world/caller.js';
import { ADMIN } from '../world/personas.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

const { organisationId } = EXAMPLE;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const time = (n: number) => new Date(Date.parse(EXAMPLE.time) + n).toISOString();

type Who = 'administrator' | 'systemAdmin';
type Entry = Readonly<Record<string, unknown>>;

interface ListCase {
  readonly id: string;
  readonly as?: Who;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** The member of an item that names it. */
  readonly name: (item: Entry) => unknown;
  /** Makes item `n`, which comes behind those with smaller numbers in a list that shows the oldest first. */
  readonly add?: (world: World, n: number) => Promise<unknown> | unknown;
  readonly remove?: (world: World, name: string) => Promise<unknown> | unknown;
}

const entryOf = (n: number) => ({ name: `Entry ${n}`, description: '', url: `https://x.example/${n}` });
const putEntries = (deps: World['deps'], change: (entries: readonly CatalogueEntry[]) => readonly CatalogueEntry[]) => {
  const { entries = [] } = deps.schemaCatalogues.find(organisationId) ?? {};
  return deps.commit([
    deps.schemaCatalogues.put(organisationId, { entries: change(entries), leftOut: 0, takenAtMs: 0 }),
  ]);
};
const aDraft = (n: number): StoredDraft => ({
  organisationId,
  blueprintId: `draft "${n}"`,
  document: { id: `draft "${n}"`, title: 'Draft' },
  revision: 1,
  // Two of one time are told apart by their ids.
  createdAtMs: 1000 + Math.floor(n / 2),
  updatedAtMs: 1000,
});
const drafts = {
  params: {},
  name: ({ id }: Entry) => id,
  add: ({ deps }: World, n: number) => deps.commit(deps.blueprints.change(undefined, aDraft(n))),
  remove: ({ deps }: World, id: string) =>
    deps.commit(deps.blueprints.change(deps.blueprints.find(organisationId, id), undefined)),
};
const members = {
  name: ({ id }: Entry) => id,
  add: ({ deps }: World, n: number) =>
    deps.commit(
      deps.tenants.putMembership({
        ...{ id: uuid(n), organisationId, platformUserId: uuid(n), email: `m${n}@x.example`, displayName: 'M' },
        ...{ roles: ['User'], status: 'Active', createdAt: EXAMPLE.time },
      }),
    ),
  remove: ({ deps }: World, id: string) => {
    const member = deps.tenants.membership(organisationId, id);
    return member && deps.commit(deps.tenants.removeMembership(member));
  },
};
const invitation = (n: number): Invitation => ({
  ...{ id: uuid(n), organisationId, email: `i${n}@x.example`, displayName: 'I', roles: ['User'], attempts: 0 },
  ...{ codeHash: String(n).padStart(64, '0'), status: 'Pending', createdAt: time(n) },
  invitedBy: { organisationId, membershipId: EXAMPLE.administratorId },
  expiresAtMs: Date.parse(time(60_000)),
});
const put = ({ deps }: World, list: readonly Invitation[]) => deps.commit(deps.invitations.put(organisationId, list));
const peers = {
  name: ({ peerId }: Entry) => peerId,
  add: ({ mesh }: World, n: number) =>
    mesh.known.set(`peer${'ABCDEFGH'[n]}`, aPeer({ peerId: `peer${'ABCDEFGH'[n]}` })),
  remove: ({ mesh }: World, peerId: string) => mesh.known.delete(peerId),
};

const CASES: readonly ListCase[] = [
  { id: 'listBlueprints', ...drafts },
  { id: 'listBlueprints', query: { search: 'draft' }, ...drafts },
  { id: 'listUsers', params: { organizationId: organisationId }, ...members },
  { id: 'listPlatformOrganizationUsers', as: 'systemAdmin', params: { orgId: organisationId }, ...members },
  {
    id: 'listPlatformOrganizations',
    as: 'systemAdmin',
    name: ({ id }) => id,
    add: ({ deps }, n) =>
      deps.commit(
        deps.tenants.putOrganisation({
          ...{ id: uuid(n), name: 'O', subdomain: `list-${n}`, status: 'Active', createdAt: EXAMPLE.time },
          ...{ orgType: 'Standard', isPlatformOrg: false, userCount: 0 },
        }),
      ),
  },
  {
    id: 'listInvitations',
    params: { organizationId: organisationId },
    name: ({ id }) => id,
    // Newest first: a new one comes before all, and is not seen by the walk.
    add: (world, n) => put(world, [...world.deps.invitations.of(organisationId), invitation(n)]),
    remove: (world, id) =>
      put(
        world,
        world.deps.invitations.of(organisationId).filter((one) => one.id !== id),
      ),
  },
  {
    id: 'listServicePrincipals',
    as: 'systemAdmin',
    name: ({ clientId }) => clientId,
    add: ({ deps }, n) =>
      deps.commit([
        deps.services.put({
          ...{ id: uuid(n), clientId: `list-${n}`, serviceName: 'S', scopes: [], status: 'Active' },
          ...{ createdAt: time(Math.floor(n / 2)), createdBy: ADMIN.email },
        }),
      ]),
  },
  {
    id: 'listTemplates',
    name: ({ id }) => id,
    remove: async ({ deps }, id) =>
      deps.templates.find(organisationId, id) && deps.commit(deps.templates.remove(organisationId, id)),
  },
  {
    id: 'listSchemas',
    name: ({ schemaId }) => schemaId,
    add: ({ deps }, n) => deps.commit(deps.schemaLibrary.put({ ...EXAMPLE_SCHEMA, schemaId: uuid(n) })),
    remove: async ({ deps }, id) => {
      const kept = deps.schemaLibrary.find(organisationId, id);
      return kept && deps.commit(deps.schemaLibrary.remove(kept));
    },
  },
  {
    id: 'searchExternalSchemas',
    name: ({ url }) => url,
    add: ({ deps }, n) => putEntries(deps, (entries) => [...entries, entryOf(n)]),
    remove: ({ deps }, url) => putEntries(deps, (entries) => entries.filter((entry) => entry.url !== url)),
  },
  { id: 'listPeers', as: 'systemAdmin', ...peers },
  { id: 'listPeerQuality', as: 'systemAdmin', ...peers },
  {
    id: 'listAvailableRegisters',
    name: ({ registerId }) => registerId,
    add: ({ mesh }, n) => {
      const registerId = uuid(n);
      mesh.offered = [{ ...OFFERED, registerId }, ...mesh.offered];
    },
    remove: ({ mesh }, name) => {
      mesh.offered = mesh.offered.filter(({ registerId }) => registerId !== name);
    },
  },
];

describe('lists that items join and leave', () => {
  const world = worldOfAll();
  before(async () => {
    await exampleOrders(world);
  });

  async function shown({ id, as = 'administrator', params = {}, query = {}, name }: ListCase, more: object) {
    const parts: RequestParts = { params, query: { ...query, ...more } };
    const { status, text, json, headers } = await ask(world, id, parts, { as });
    expect(status, text).to.equal(200);
    const list: unknown = Array.isArray(json) ? json : Object.values(json).find(Array.isArray);
    const link = /^<\?(.*)>; rel="next"$/.exec(String(headers.link ?? ''));
    const next = link === null ? undefined : (new URLSearchParams(link[1]).get('cursor') ?? undefined);
    if (!Array.isArray(json)) expect(json.nextCursor, 'the same in the body').to.equal(next);
    return { names: (list as readonly Entry[]).map(name), next };
  }

  /** One item a page, with what `between` does behind each page. */
  async function walked(of: ListCase, between: (name: string, page: number) => Promise<unknown> | unknown) {
    const names: unknown[] = [];
    let next: string | undefined;
    for (let page = 0; page < 60; page++) {
      const found = await shown(of, { pageSize: 1, ...(next !== undefined && { cursor: next }) });
      names.push(...found.names);
      next = found.next;
      if (next === undefined) return names;
      await between(String(found.names[0]), page);
    }
    throw new Error('the walk has no end');
  }

  for (const of of CASES)
    it(`${of.id} ${JSON.stringify(of.query ?? {})} shows each item once by its cursors`, async () => {
      for (let n = 1; n <= 4; n++) await of.add?.(world, n);
      const before = (await shown(of, { pageSize: 50 })).names;
      expect(before.length).to.be.greaterThan(2);
      const names = await walked(of, async (name, page) => {
        if (page === 1) await of.add?.(world, 5);
        if (page < 3) await of.remove?.(world, name);
      });
      expect(new Set(names).size).to.equal(names.length);
      expect(names.filter((name) => before.includes(name))).to.deep.equal(before);
    });

  it('take no cursor of another list, of another caller’s filter, or beside a page', async () => {
    const of = { id: 'listBlueprints', ...drafts };
    for (const n of [6, 7]) await drafts.add(world, n);
    const { next } = await shown(of, { pageSize: 1 });
    const asked = async (id: string, query: Record<string, string | number>) => {
      const { status, json } = await ask(world, id, { query: { cursor: next as string, ...query } });
      return [status, json.code, json.path];
    };
    expect(await asked('listTemplates', {})).to.deep.equal([400, 'CURSOR_INVALID', '/cursor']);
    expect(await asked('listBlueprints', { search: 'draft' })).to.deep.equal([400, 'CURSOR_INVALID', '/cursor']);
    expect(await asked('listBlueprints', { page: 2 })).to.deep.equal([400, 'QUERY_INVALID', '/cursor']);
  });

  it('of registers, seats, copies and versions go on while more come', async () => {
    const { registerId } = await exampleOrders(world);
    const made: string[] = [registerId];
    const more = async () => {
      const owners = [{ userId: EXAMPLE.administratorId, walletId: EXAMPLE.walletAddress }];
      const { json, text } = await ask(world, 'createRegister', { body: { name: 'More', owners } });
      expect(json?.registerId, text).to.be.a('string');
      made.push(json.registerId);
    };
    for (let i = 0; i < 2; i++) await more();
    for (const one of made) world.mesh.followed.set(one, aReplica({ registerId: one }));
    for (const [id, key] of [
      ['listRegisters', 'id'],
      ['getValidationStatus', 'registerId'],
      ['listRegisterCache', 'registerId'],
      ['listSubscriptions', 'registerId'],
    ] as const) {
      const of: ListCase = { id, name: (item) => item[key] };
      const before = (await shown(of, { pageSize: 100 })).names;
      expect(before).to.include.members(made.slice(0, 3));
      const names = await walked(of, (_, page) => (page === 0 ? more() : undefined));
      expect(names.slice(0, before.length), id).to.deep.equal(before);
      expect(new Set(names).size, id).to.equal(names.length);
    }
    const publish = (at: string | undefined) => publishOrders(world, at as string);
    for (const one of made.slice(1, 3)) await publish(one);
    const name = ({ publicationTxId }: Entry) => publicationTxId;
    const versions: ListCase = { id: 'listVersions', params: { id: LEDGER.blueprintId }, name };
    const before = (await shown(versions, { pageSize: 100 })).names;
    expect(before.length).to.be.greaterThan(2);
    const names = await walked(versions, (_, page) => (page === 0 ? publish(made[3]) : undefined));
    expect(names.filter((one) => before.includes(one))).to.deep.equal(before);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('of what waits to be sealed go on behind what was sealed meanwhile', async () => {
    const at = await exampleOrders(world);
    const params = { registerId: at.registerId };
    const submit = async () => {
      world.advance(1);
      const { status, text } = await ask(world, 'submitTransaction', { params, body: anOrder(world, at) });
      expect(status, text).to.equal(202);
    };
    expect((await ask(world, 'pauseValidation', { params })).status).to.equal(200);
    for (let i = 0; i < 3; i++) await submit();
    const of: ListCase = { id: 'listPending', params, name: ({ txId }) => txId };
    const before = (await shown(of, { pageSize: 100 })).names;
    const names = await walked(of, (_, page) => (page === 0 ? submit() : undefined));
    expect([names.slice(0, 3), names.length]).to.deep.equal([before, 4]);
    const { next } = await shown(of, { pageSize: 2 });
    expect((await ask(world, 'resumeValidation', { params })).status).to.equal(200);
    await until(() => world.deps.ledger.pending(at.registerId).length === 0);
    expect((await shown(of, { cursor: next as string })).names).to.deep.equal([]);
  });

  it('of instances go from those that were only opened to those of the ledger', async () => {
    const { registerId, blueprintId } = LEDGER;
    const open = async () => {
      world.advance(1);
      const { json, text } = await ask(world, 'createInstance', { body: { registerId, blueprintId } });
      expect(json?.id, text).to.be.a('string');
      return json.id as string;
    };
    const begin = async (instanceId: string) => {
      const body = { senderWallet: EXAMPLE.walletAddress, payloadData: { amount: 3 } };
      const parts = { params: { instanceId, actionId: '0' }, body };
      const { status, text } = await ask(world, 'executeInstanceAction', parts, { headers: { prefer: 'wait=5' } });
      expect(status, text).to.equal(200);
    };
    for (let i = 0; i < 2; i++) await begin(await open());
    for (let i = 0; i < 3; i++) await open();
    const of: ListCase = { id: 'listInstances', query: { registerId }, name: ({ id }) => id };
    const before = (await shown(of, { pageSize: 100 })).names;
    expect(before.length).to.be.greaterThan(4);
    const names = await walked(of, async (name, page) => {
      if (page === 0) await begin(name);
      if (page === 1) await open();
    });
    // The one that began during the walk is an instance of the ledger now, and is shown there again.
    expect(names.filter((name, i) => names.indexOf(name) === i)).to.deep.equal(before);
  });
});
