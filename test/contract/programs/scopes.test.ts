// What a program may do that a person let in: what its person may, and of that what its scopes open. Each operation is
// asked with no scope and with its own one.
import { expect } from 'chai';
import { isAllowed, programRightOf, tiersOf } from '../../../api/auth/policy.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { hubs } from '../../../api/hubs/table.js';
import { isFailure } from '../../../core/base/result.js';
import { PROGRAM_SCOPE_WORDS, type ProgramScope } from '../../../core/tenant/programs/scopes.js';
import { post } from '../assistants/clients.js';
import { definitionOf, exampleOrders } from '../ledger/fixtures.js';
import { type Answer, badQuery, call, type Operation, operations, sendTo } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { type ProgramPersona, programSession } from './fixtures.js';

const COMMAND = { clientId: 'quorate-cli' };

describe('scopes of programs', () => {
  const world = worldOfAll();
  before(() => exampleOrders(world));

  const tokenOf = async (scopes: readonly ProgramScope[], persona: ProgramPersona = 'systemAdmin') =>
    (await programSession(world, persona, { scopes })).accessToken;

  /** A bad query shows that the call was let in, and changes nothing. */
  const entered = ({ definition, example }: Operation, token: string): Promise<Answer> =>
    call(world, definition, { ...example.input, query: badQuery(definition) }, { token });
  /** A scope lets in to what asks for a recent sign-in then, which no program of others has. */
  const told = ({ status, json }: Answer) =>
    status === 403 ? `403 ${json.code}` : status === 401 && json.code !== 'SIGN_IN_NOT_RECENT' ? '401' : 'in';
  const taking = (persona: 'platform' | 'consumer') =>
    operations().filter(({ definition }) => definition.can !== 'public' && tiersOf(definition).includes(persona));

  it('that are none let a program ask who it acts for, and nothing else', async () => {
    const token = await tokenOf([]);
    for (const operation of taking('platform')) {
      const right = programRightOf(operation.definition);
      const answer = await entered(operation, token);
      const expected = right === 'any' ? 'in' : `403 ${right === 'closed' ? 'FORBIDDEN' : 'SCOPE_MISSING'}`;
      // An administrator of the node has all rights but those of services.
      expect(told(answer), operation.id).to.equal(expected);
      if (answer.json.code === 'SCOPE_MISSING') {
        expect(answer.json.scope, operation.id).to.equal(right);
        expect(answer.headers['www-authenticate']).to.equal(
          `Bearer error="insufficient_scope", scope="${right}", resource_metadata="${world.deps.config.publicUrl}/.well-known/oauth-protected-resource"`,
        );
      }
    }
  });

  for (const scope of PROGRAM_SCOPE_WORDS)
    it(`${scope} opens its own rows`, async () => {
      const token = await tokenOf([scope]);
      const own = taking('platform').filter(({ definition }) => programRightOf(definition) === scope);
      if (scope !== 'offline_access' && scope !== 'credential:hold') expect(own).to.not.deep.equal([]);
      for (const operation of own) expect(told(await entered(operation, token)), operation.id).to.equal('in');
    });

  it('give nothing that the person has not', async () => {
    const token = await tokenOf(PROGRAM_SCOPE_WORDS, 'user');
    const caller = await world.deps.tokens.verify(token);
    if (isFailure(caller)) throw new Error(caller.issue.message);
    for (const operation of taking('platform')) {
      const { definition } = operation;
      const asked = { tiers: tiersOf(definition), program: programRightOf(definition) };
      const expected = isAllowed(definition.can, caller, asked) ? 'in' : '403 FORBIDDEN';
      expect(told(await entered(operation, token)), operation.id).to.equal(expected);
    }
    // A scope that would help in vain is not named: the person has not the right.
    const refused = await call(world, definitionOf('listUsers'), {}, { token: await tokenOf([], 'user') });
    expect(refused.json.code).to.equal('FORBIDDEN');
  });

  it('are no recent sign-in: what gives lasting power is for people, and for the program that asks them', async () => {
    const of = async (scopes: readonly ProgramScope[]) => {
      const { accessToken: token } = await programSession(world, 'systemAdmin', { scopes });
      return entered(operations().find(({ id }) => id === 'inviteUser') as Operation, token);
    };
    expect((await of(['organisation:admin'])).json.code).to.equal('SIGN_IN_NOT_RECENT');
    expect((await of(['organisation:admin', 'account:manage'])).status).to.equal(400);
  });

  it('hold for what a right opens inside of an operation', async () => {
    const listed = definitionOf('getOrganization');
    const params = { id: EXAMPLE.organisationId };
    const narrow = await call(world, listed, { params }, { token: await tokenOf(['workflow:read']) });
    const wide = await call(world, listed, { params }, { token: await tokenOf(['workflow:read', 'node:operate']) });
    expect([narrow.status, wide.status]).to.deep.equal([404, 200]);
  });

  it('without ledger:read show no more than no token where none is asked for', async () => {
    const shown = async (token?: string) => (await call(world, definitionOf('listRegisterCache'), {}, { token })).json;
    const others = PROGRAM_SCOPE_WORDS.filter((word) => word !== 'ledger:read');
    expect(await shown(await tokenOf(others))).to.deep.equal(await shown());
    expect(await shown(await tokenOf(['ledger:read']))).to.not.deep.equal(await shown());
  });

  it('are asked for by hubs too', async () => {
    for (const hub of hubs) {
      const right = programRightOf(hub);
      const negotiate = `${hub.paths[0]}/negotiate?negotiateVersion=1`;
      const bare = await sendTo(world, 'POST', negotiate, { token: await tokenOf([]) });
      expect(bare.json.code, hub.name).to.equal('SCOPE_MISSING');
      const held = await sendTo(world, 'POST', negotiate, { token: await tokenOf([right as ProgramScope]) });
      expect(held.status, hub.name).to.equal(200);
    }
  });

  it('stay with a session that is refreshed, and with what is made of it', async () => {
    const session = await programSession(world, 'user', { scopes: ['ledger:read'] });
    // The endpoint of before is for people and for the command line.
    const body = { refreshToken: session.refreshToken };
    expect((await sendTo(world, 'POST', '/api/auth/token/refresh', { body })).json.code).to.equal('TOKEN_INVALID');
    const own = await programSession(world, 'user', { ...COMMAND, scopes: ['account:manage', 'offline_access'] });
    const { json } = await sendTo(world, 'POST', '/api/auth/token/refresh', {
      body: { refreshToken: own.refreshToken },
    });
    const caller = await world.deps.tokens.verify(json.accessToken);
    expect(isFailure(caller) ? caller.issue : caller.access).to.deep.equal({
      clientId: 'quorate-cli',
      scopes: ['account:manage', 'offline_access'],
    });
    const enrolling = await sendTo(world, 'POST', '/api/auth/enrol-session', { token: json.accessToken });
    const redeemed = await sendTo(world, 'POST', '/api/auth/enrol-session/redeem', {
      body: { sessionToken: enrolling.json.sessionToken, device: { label: 'Phone', platform: 'ios' } },
    });
    const device = await world.deps.tokens.verify(redeemed.json.accessToken);
    expect(isFailure(device) ? device.issue : device.access, 'a device is of the person').to.equal(undefined);
  });

  it('are of one resource: a token for the MCP server is refused by the API', async () => {
    const { accessToken } = await programSession(world, 'user', { scopes: PROGRAM_SCOPE_WORDS, resource: 'mcp' });
    const { status, json, headers } = await sendTo(world, 'GET', '/api/auth/me', { token: accessToken });
    expect([status, json.code]).to.deep.equal([401, 'TOKEN_INVALID']);
    expect(headers['www-authenticate']).to.contain('error="invalid_token"');
  });

  it('are taken by the MCP server where they are for it, or of the command line', async () => {
    const asked = async (scopes: readonly ProgramScope[], resource?: 'mcp') => {
      const access = { scopes, ...(resource !== undefined && { resource }) };
      const { accessToken: token } = await programSession(world, 'user', access);
      return (await post(world, { method: 'tools/list', token })).status;
    };
    expect(await asked(['ledger:read'], 'mcp')).to.equal(200);
    expect(await asked(['ledger:read'])).to.equal(401);
    expect(await asked(PROGRAM_SCOPE_WORDS)).to.equal(200);
  });
});
