// The personal inbox over HTTP and on the hub: what people are told by what really happens, by services, and what
// they do about it.
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { ENTRY_QUOTAS, PERSONAL_ENTRIES_MAX } from '../../../core/base/limits/node/people.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { entryId } from '../../../storage/tables/people/personal-inbox.js';
import { aRegister, ask } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { ADMIN, type Persona, seedExample, tokenOfService } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { aNotice, USER } from './fixtures.js';

const PASSWORD = 'nine paper boats drift';

describe('the personal inbox', () => {
  const world = worldOfEach();
  const tokens = new Map<Persona, string>();
  beforeEach(() => {
    tokens.clear();
  });

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Persona = 'user', payload?: object) {
    const token = tokens.get(as) ?? (await world.token(as));
    tokens.set(as, token);
    const app = url.startsWith('/api/internal') ? world.servers.internal : world.app;
    const answer = await app!.inject({
      ...{ method, url, headers: { authorization: `Bearer ${token}` } },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, json: answer.body === '' ? undefined : answer.json(), headers: answer.headers };
  }
  const entries = async (as: Persona = 'user', query = '') =>
    (await send('GET', `/api/me/inbox${query}`, as)).json.items;
  const types = async (as: Persona = 'user', query = '') =>
    (await entries(as, query)).map(({ type }: { type: string }) => type);
  /** Steps that one wallet does one after the other. */
  async function anOffice(registerId: string) {
    const step = (id: number, more: object) => ({ id, title: `Step ${id}`, sender: 'clerk', ...more });
    const blueprintJson = {
      ...{ id: 'office', title: 'Office', description: 'A clerk works.' },
      participants: [
        { id: 'clerk', name: 'Clerk', walletAddress: EXAMPLE.walletAddress },
        { id: 'reader', name: 'Reader' },
      ],
      actions: [
        step(0, { isStartingAction: true, routes: [{ id: 'on', nextActionIds: [1], isDefault: true }] }),
        step(1, {}),
      ],
    };
    const body = { blueprintId: 'office', override: UNREHEARSED, blueprintJson };
    const { status, text } = await ask(world, 'publishBlueprint', { params: { registerId }, body });
    return { status, text, blueprintId: 'office' };
  }
  const tell = (...ids: string[]) =>
    world.deps.notices.commit(
      [],
      ids.map((id) => aNotice(id)),
    );

  it('tells of an action that waits who owns the wallet or was granted its use, once, with the ids to read it by', async () => {
    const registerId = await aRegister(world);
    await seedExampleWallet(world.deps, true);
    const { blueprintId, ...published } = await anOffice(registerId);
    expect(published.status, published.text).to.equal(200);
    const begun = await ask(world, 'submitAction', {
      body: {
        ...{ blueprintId, actionId: '0', senderWallet: EXAMPLE.walletAddress, registerAddress: registerId },
        payloadData: {},
      },
    });
    const { instanceId } = begun.json;
    const list = () => send('GET', `/api/actions/${EXAMPLE.walletAddress}/${registerId}`, 'administrator');
    expect((await list()).status).to.equal(200);
    for (const as of ['administrator', 'user'] as const) {
      const [entry, ...more] = await entries(as, '?category=Action');
      expect(entry).to.include({ category: 'Action', type: 'action-available', state: 'Unread' });
      const walletAddress = EXAMPLE.walletAddress;
      expect(entry.details).to.deep.equal({ registerId, instanceId, walletAddress, actionId: '1' });
      expect(more).to.deep.equal([]);
    }
    expect(await entries('systemAdmin', '?category=Action')).to.deep.equal([]);
  });

  it('tells of a changed password, a lockout, a spent refresh token and a membership, in the commit of each', async () => {
    const wrong = { email: EXAMPLE.userEmail, password: 'not this one at all' };
    for (let i = 0; i < 5; i++) await world.app.inject({ method: 'POST', url: '/api/auth/login', payload: wrong });
    const { refreshToken } = await world.session('user');
    for (let i = 0; i < 2; i++)
      await world.app.inject({ method: 'POST', url: '/api/auth/token/refresh', payload: { refreshToken } });
    const member = `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}`;
    await send('POST', `${member}/unlock`, 'administrator');
    const change = { currentPassword: EXAMPLE.password, newPassword: PASSWORD };
    expect(await send('POST', '/api/auth/password/change', 'user', change)).to.have.property('status', 204);
    tokens.clear();
    expect((await types('user')).toReversed()).to.deep.equal([
      'AccountLockedOut',
      'TokenReuseDetected',
      'AccountUnlockedByAdmin',
      'PasswordChanged',
    ]);
    await send('POST', `${member}/suspend`, 'administrator');
    await send('POST', `${member}/reactivate`, 'administrator');
    tokens.clear();
    const memberships = await entries('user', '?category=Membership');
    expect(memberships).to.have.length(2);
    // No member may know where the administrator was when it acted.
    expect(memberships[0].details).not.to.have.property('address');
  });

  it('tells of lockouts once an hour, however often strangers cause them', async () => {
    const event = { eventType: 'AccountLockedOut', organisationId: EXAMPLE.organisationId, identityId: USER } as const;
    const lockOut = () => world.deps.commit([world.deps.audit.record({ ...event, address: '', success: false })]);
    for (let i = 0; i < 3; i++) await lockOut();
    world.advance(3_600_000);
    await lockOut();
    tokens.clear();
    expect(await types()).to.deep.equal(['AccountLockedOut', 'AccountLockedOut']);
  });

  it('tells a new member, whose account and membership are of the same commit', async () => {
    const users = `/api/organizations/${EXAMPLE.organisationId}/users`;
    const invited = await send('POST', users, 'administrator', {
      email: ADMIN.email,
      displayName: 'Root',
      roles: ['User'],
    });
    expect((await send('POST', '/api/invitations/accept', 'systemAdmin', { code: invited.json.code })).status).to.equal(
      200,
    );
    expect(await types('systemAdmin')).to.deep.equal(['UserAddedToOrganization']);
  });

  it('pages by cursor while entries come and go, and filters', async () => {
    await tell('a', 'b', 'c', 'd', 'e');
    const first = await send('GET', '/api/me/inbox?pageSize=2');
    await tell('new');
    const next = await send('GET', `/api/me/inbox?pageSize=2&cursor=${first.json.nextCursor}`);
    const last = await send('GET', `/api/me/inbox?pageSize=2&cursor=${next.json.nextCursor}`);
    const of = ({ json }: { json: { items: { sourceEventId: string }[] } }) =>
      json.items.map((one) => one.sourceEventId);
    expect([first, next, last].map(of)).to.deep.equal([['e', 'd'], ['c', 'b'], ['a']]);
    expect(last.json).not.to.have.property('nextCursor');
    expect(first.json.totalCount).to.equal(5);
    expect((await send('GET', `/api/me/inbox?cursor=${next.json.nextCursor}x`)).json.code).to.equal('CURSOR_INVALID');
    expect((await send('GET', `/api/me/inbox?category=Action&cursor=${next.json.nextCursor}`)).json.code).to.equal(
      'CURSOR_INVALID',
    );
  });

  it('marks, dismisses and counts, and knows no entry of another person', async () => {
    await tell('a', 'b', 'c');
    const [c, b] = await entries();
    expect((await send('POST', `/api/me/inbox/${c.entryId}/dismiss`)).status).to.equal(204);
    expect((await send('POST', `/api/me/inbox/${b.entryId}/read`)).status).to.equal(204);
    const count = async () => (await send('GET', '/api/me/inbox/unread-count')).json;
    expect(await count()).to.deep.equal({
      unreadCount: 1,
      byCategory: { Action: 0, Credential: 0, Membership: 1, Security: 0 },
    });
    expect((await entries()).map(({ state }: { state: string }) => state)).to.deep.equal(['Read', 'Unread']);
    expect((await send('GET', `/api/me/inbox/${c.entryId}`)).json).to.include({
      state: 'Dismissed',
      sourceEventId: 'c',
    });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/read'],
      ['POST', '/dismiss'],
    ] as const)
      expect((await send(method, `/api/me/inbox/${b.entryId}${path}`, 'administrator')).json.code).to.equal(
        'INBOX_ENTRY_NOT_FOUND',
      );
    expect((await send('POST', '/api/me/inbox/mark-all-read')).json).to.deep.equal({ markedCount: 1 });
    expect((await count()).unreadCount).to.equal(0);
  });

  it('takes what services tell, once an event, and only from services with the scope', async () => {
    await seedExample(world.deps);
    const body = {
      platformUserId: USER,
      sourceEventId: 'x',
      category: 'Credential',
      type: 'available',
      title: 'Here.',
    };
    const told = await send('POST', '/api/internal/inbox', 'service', body);
    const again = await send('POST', '/api/internal/inbox', 'service', { ...body, title: 'Other words.' });
    expect([told.status, again.status, again.json]).to.deep.equal([200, 200, { ...told.json, isNew: false }]);
    expect((await send('GET', `/api/me/inbox/${told.json.entryId}`)).json.title).to.equal('Here.');
    const refused = async (as: Persona, more: object = {}) =>
      (await send('POST', '/api/internal/inbox', as, { ...body, ...more })).json.code;
    expect(await refused('systemAdmin')).to.equal('FORBIDDEN');
    expect(await refused('service', { platformUserId: EXAMPLE.userId })).to.equal('USER_NOT_FOUND');
    expect(await refused('service', { category: 'Other' })).to.equal('BODY_INVALID');
    for (const occurredAt of ['0.5', '2016-12-31T23:59:60Z'])
      expect(await refused('service', { occurredAt }), occurredAt).to.equal('BODY_INVALID');
    const details = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`m${i}`, '']));
    expect(await refused('service', { details })).to.equal('BODY_INVALID');
    const open = await world.app.inject({ method: 'POST', url: '/api/internal/inbox', payload: body });
    expect(open.statusCode).to.equal(404);
    // Another service with the same id of an event tells of another one, and one of an organisation tells its members
    // alone.
    const as = async (clientId: string, organisationId: string) => {
      const service = { clientId, serviceName: clientId, scope: ['inbox:write'], organisationId };
      const token = await tokenOfService(world.deps, service);
      tokens.set('service', token);
      return (await send('POST', '/api/internal/inbox', 'service', body)).status;
    };
    expect(await as('other', EXAMPLE.organisationId)).to.equal(200);
    expect(await as('other', PLATFORM_ORGANISATION_ID)).to.equal(404);
  });

  it('keeps to its bounds, and says nothing twice while it remembers', async () => {
    const names = Array.from({ length: ENTRY_QUOTAS.Membership + 3 }, (_, i) => `${i}`);
    for (const name of names) await tell(name);
    const { json } = await send('GET', '/api/me/inbox?pageSize=50');
    expect(json.items.map((one: { sourceEventId: string }) => one.sourceEventId)).to.deep.equal(
      names.slice(3).toReversed(),
    );
    expect(json.totalCount).to.equal(ENTRY_QUOTAS.Membership);
    await tell(...names.slice(3));
    const count = (await send('GET', '/api/me/inbox/unread-count')).json;
    expect([count.unreadCount, count.byCategory.Membership]).to.deep.equal([
      ENTRY_QUOTAS.Membership,
      ENTRY_QUOTAS.Membership,
    ]);
    expect((await send('GET', `/api/me/inbox/${entryId(USER, '2')}`)).json.code).to.equal('INBOX_ENTRY_NOT_FOUND');
    // One that is told again after it went is a new entry.
    await tell('0');
    expect((await entries())[0]).to.include({ sourceEventId: '0', state: 'Unread' });
  });

  it('is filled by no service, which says nothing of accounts', async () => {
    await seedExample(world.deps);
    const said = { platformUserId: USER, type: 'told', sourceEventId: 'x' };
    for (const category of ['Security', 'Membership'])
      expect((await send('POST', '/api/internal/inbox', 'service', { ...said, category })).json.code).to.equal(
        'BODY_INVALID',
      );
    await world.deps.notices.commit([], [aNotice('password', { category: 'Security', type: 'PasswordChanged' })]);
    const told = Array.from({ length: 2 * PERSONAL_ENTRIES_MAX }, (_, i) =>
      aNotice(`hostile/${i}`, { category: 'Action', producer: 'hostile' }),
    );
    await world.deps.notices.commit([], told);
    const last = await send('POST', '/api/internal/inbox', 'service', { ...said, category: 'Action' });
    expect(last.json.isNew).to.equal(true);
    const { json } = await send('GET', '/api/me/inbox?pageSize=100');
    expect(json.totalCount).to.equal(1 + ENTRY_QUOTAS.service);
    expect(json.items[0]).to.include({ entryId: last.json.entryId, sourceEventId: 'validator-1/x' });
    expect(json.items[0]).not.to.have.any.keys('producer', 'place');
    expect(json.items.at(-1)).to.include({ type: 'PasswordChanged' });
  });

  it('loses nothing of two that are told at once', async () => {
    await Promise.all([tell('a'), tell('b'), tell('a', 'c')]);
    expect((await entries()).map((one: { sourceEventId: string }) => one.sourceEventId).sort()).to.deep.equal([
      'a',
      'b',
      'c',
    ]);
  });

  describe('on the hub', () => {
    let url: string;
    const open: HubConnection[] = [];
    beforeEach(async () => {
      url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    });
    afterEach(async () => {
      for (const connection of open.splice(0)) await connection.stop();
    });

    async function listening(as: Persona) {
      const token = await world.token(as);
      const connection = new HubConnectionBuilder()
        .withUrl(`${url}/hubs/tenant`, { accessTokenFactory: () => token })
        .configureLogging(LogLevel.None)
        .build();
      const heard: unknown[][] = [];
      let wake: () => void = () => undefined;
      for (const target of ['InboxEntryAdded', 'InboxUnreadCountUpdated', 'DeviceEnrolled'])
        connection.on(target, (...args: unknown[]) => {
          heard.push([target, args[0]]);
          wake();
        });
      open.push(connection);
      await connection.start();
      const hears = async (count: number) => {
        while (heard.length < count)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        return heard;
      };
      return { heard, hears };
    }

    it('is told to the person and to no other one, without asking', async () => {
      const [mine, other] = [await listening('user'), await listening('administrator')];
      await tell('a');
      const [entry] = await entries();
      expect(await mine.hears(2)).to.deep.equal([
        ['InboxEntryAdded', entry.entryId],
        ['InboxUnreadCountUpdated', 1],
      ]);
      await send('POST', '/api/me/inbox/mark-all-read');
      expect((await mine.hears(3))[2]).to.deep.equal(['InboxUnreadCountUpdated', 0]);
      expect(other.heard).to.deep.equal([]);
    });

    it('is quiet for who wants it so, but for security', async () => {
      const mine = await listening('user');
      await send('PUT', '/api/preferences', 'user', { notificationsEnabled: false });
      await world.deps.notices.commit([], [aNotice('a'), aNotice('b', { category: 'Security' })]);
      const heard = await mine.hears(2);
      expect(heard.map(([target]) => target)).to.deep.equal(['InboxEntryAdded', 'InboxUnreadCountUpdated']);
      expect((await entries())[0]).to.include({ entryId: heard[0]?.[1], category: 'Security' });
    });
  });

  describe('preferences', () => {
    it('change what is named and nothing else, and show no wallet that the caller may not see', async () => {
      await seedExampleWallet(world.deps);
      const chosen = { theme: 'Dark', defaultWalletAddress: EXAMPLE.walletAddress };
      const put = await send('PUT', '/api/preferences', 'administrator', chosen);
      expect(put.json).to.include({ ...chosen, language: 'en', updatedAt: EXAMPLE.time });
      expect((await send('PUT', '/api/preferences', 'user', chosen)).json.code).to.equal('WALLET_NOT_FOUND');
      expect((await send('GET', '/api/preferences', 'user')).json).to.include({ theme: 'System', updatedAt: null });
      expect((await send('PUT', '/api/preferences', 'administrator', { theme: 'Plaid' })).json.code).to.equal(
        'BODY_INVALID',
      );
      const wallet = world.deps.wallets.find(EXAMPLE.walletAddress)!;
      await world.deps.commit(world.deps.wallets.put({ ...wallet, status: 'Deleted' }));
      const gone = { defaultWalletAddress: null };
      expect((await send('GET', '/api/preferences/default-wallet', 'administrator')).json).to.deep.equal(gone);
    });

    it('take the default wallet by a route of its own, and give it back', async () => {
      await seedExampleWallet(world.deps);
      const at = '/api/preferences/default-wallet';
      const body = { walletAddress: EXAMPLE.walletAddress };
      expect((await send('PUT', at, 'administrator', body)).json).to.deep.equal({
        defaultWalletAddress: body.walletAddress,
      });
      expect((await send('DELETE', at, 'administrator')).status).to.equal(204);
      expect((await send('GET', at, 'administrator')).json).to.deep.equal({ defaultWalletAddress: null });
    });
  });
});
