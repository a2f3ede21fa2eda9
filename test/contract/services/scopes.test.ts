// Rights of services: by their scopes alone, and of those of an organisation in that organisation alone. Each operation
// of the table is called with each scope, and with none.
import { expect } from 'chai';
import { scopeNeeded, tiersOf } from '../../../api/auth/policy.js';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { hubs } from '../../../api/hubs/table.js';
import { PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { SCOPE_WORDS, type ServiceScope } from '../../../core/tenant/services/principal.js';
import { definitionOf, exampleOrders, type Orders, sealedDocket } from '../ledger/fixtures.js';
import { type Answer, badQuery, call, type Operation, operations, type RequestParts, sendTo } from '../world/caller.js';
import { seedService, tokenOfService } from '../world/personas.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { serviceToken } from './fixtures.js';

const { registerId } = LEDGER;
const NOWHERE = '7c1e9b3a-52d4-4f6b-9b61-0a4f5d2c8e07';
const SERVICE = { clientId: EXAMPLE.clientId, serviceName: 'Inbox' };

const tokenOf = async ({ deps }: World, scope: readonly ServiceScope[], organisationId?: string): Promise<string> => {
  const own = organisationId === undefined ? {} : { organisationId };
  return tokenOfService(deps, { ...SERVICE, scope, ...own });
};

const codeOf = ({ status, json }: Answer): string => `${status} ${json?.code ?? ''}`.trim();

describe('scopes of services', () => {
  const world = worldOfAll();
  let orders: Orders;
  before(async () => {
    orders = await exampleOrders(world);
  });

  const taking = (tier: 'service' | 'delegated'): readonly Operation[] =>
    operations().filter(({ definition }) => definition.can !== 'public' && tiersOf(definition).includes(tier));

  /** A bad query shows that the call was let in, and changes nothing. */
  const entered = async ({ definition, example }: Operation, token: string): Promise<Answer> =>
    call(world, definition, { ...example.input, query: badQuery(definition) }, { token });

  for (const held of [undefined, ...SCOPE_WORDS])
    it(`${held ?? 'that are none'} let a service in at their own rows alone, and each refusal names what is missing`, async () => {
      const token = await tokenOf(world, held === undefined ? [] : [held]);
      for (const operation of taking('service')) {
        const scope = scopeNeeded(operation.definition);
        const answer = await entered(operation, token);
        if (scope === undefined || scope === held) expect(answer.status, operation.id).to.equal(400);
        else {
          const isOAuth = operation.definition.family === 'oauth';
          if (isOAuth) expect([answer.status, answer.json.error]).to.deep.equal([403, 'insufficient_scope']);
          else expect(codeOf(answer), operation.id).to.equal('403 SCOPE_MISSING');
          expect(answer.json.detail ?? answer.json.error_description, operation.id)
            .to.contain(`the scope ${scope};`)
            .and.contain(held ?? 'none');
          const told = isOAuth ? '' : `, scope="${scope}", resource_metadata=`;
          expect(answer.headers['www-authenticate'], operation.id).to.match(
            new RegExp(`^Bearer error="insufficient_scope"${told}`),
          );
        }
      }
    });

  for (const held of [[], ['users:delegate'], ['registers:read'], ['blueprints:execute']] as const)
    it(`${held.join() || 'that are none'} bind a service that acts for a user too`, async () => {
      const membership = world.deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId)!;
      await seedService(world.deps, { ...SERVICE, scope: held });
      const { token } = await world.deps.tokens.issueDelegated({ ...SERVICE, scope: held }, membership);
      for (const operation of taking('delegated')) {
        const isHeld = held.some((word) => word === scopeNeeded(operation.definition));
        expect(codeOf(await entered(operation, token)), operation.id).to.match(isHeld ? /^400/ : /^403 SCOPE_MISSING$/);
      }
    });

  it('are asked for by hubs too', async () => {
    for (const { can, paths } of hubs.filter((hub) => tiersOf({ can: hub.can }).includes('service')))
      for (const held of SCOPE_WORDS) {
        const token = await tokenOf(world, [held]);
        const url = `${paths[0]}/negotiate?negotiateVersion=1`;
        const { status, json } = await sendTo(world, 'POST', url, { token });
        const isHeld = held === scopeNeeded({ can });
        expect(isHeld ? status : json.code, `${url} ${held}`).to.equal(isHeld ? 200 : 'SCOPE_MISSING');
      }
  });

  it('let a token without registers:read show no more than no token where none is asked for', async () => {
    for (const id of ['listRegisterCache', 'listConnectedPeers']) {
      const shown = async (token?: string) => (await call(world, definitionOf(id), {}, { token })).json;
      const nothing = await shown();
      const others = SCOPE_WORDS.filter((word) => word !== 'registers:read');
      expect(await shown(await tokenOf(world, others)), id).to.deep.equal(nothing);
      expect(await shown(await tokenOf(world, ['registers:read'])), id).to.not.deep.equal(nothing);
    }
  });

  it('of the inbox alone touch no register of a tenant, and stop nothing', async () => {
    const token = await tokenOf(world, ['inbox:write']);
    const tried: readonly (readonly [string, RequestParts])[] = [
      ['stopValidation', { params: { registerId } }],
      ['makeRulesSupport', { params: { registerId }, body: { rules: 1 } }],
      ['advertiseRegister', { params: { registerId }, body: { isPublic: true } }],
      ['listTransactions', { params: { registerId } }],
      ['queryOData', { params: { set: 'Registers' } }],
      ['getEvidence', { params: { registerId, txId: orders.order.transactionId } }],
      ['getMetrics', {}],
      ['getBlueprint', { params: { id: LEDGER.blueprintId } }],
    ];
    for (const [id, parts] of tried)
      expect(codeOf(await call(world, definitionOf(id), parts, { token })), id).to.equal('403 SCOPE_MISSING');
    const did = await sendTo(world, 'GET', `/1.0/identifiers/did:quorate:register:${registerId}`, { token });
    expect(codeOf(did)).to.equal('404 DID_NOT_FOUND');
  });

  describe('of a service of an organisation', () => {
    /** Who knows a TxId may know what became of it; a node follows a register once, for one organisation. */
    const OPEN = ['getReceipt', 'getValidatorReceipt', 'subscribeRegister'];

    /** What is told in an answer, without what follows from the id of the register and the time. */
    const toldIn = ({ status, json, text }: Answer, id: string): string => {
      if (status >= 300) return `${status} ${json?.code}`;
      const told = text.replaceAll(id, 'ID').replaceAll(/[0-9a-f]{64}|[A-Za-z0-9+/]{43}=/g, 'HASH');
      return `${status} ${told.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')}`;
    };

    it('open no register of another one: it looks like one that is not there', async () => {
      const token = await tokenOf(world, SCOPE_WORDS, PUBLIC_ORGANISATION_ID);
      const told = async ({ definition, example }: Operation, id: string): Promise<string> => {
        const about = JSON.parse(JSON.stringify(example.input ?? {}).replaceAll(registerId, id)) as RequestParts;
        return toldIn(await call(world, definition, about, { token }), id);
      };
      const naming = taking('service').filter(
        ({ id, example }) => !OPEN.includes(id) && JSON.stringify(example.input ?? {}).includes(registerId),
      );
      expect(naming.length).to.be.greaterThan(50);
      for (const operation of naming)
        expect(await told(operation, registerId), operation.id).to.equal(await told(operation, NOWHERE));
    });

    it('bring it no docket of a register of another one', async () => {
      const parts = { params: { registerId }, body: await sealedDocket(world, registerId, 1) };
      const bring = async (token: string) => codeOf(await call(world, definitionOf('writeDocket'), parts, { token }));
      expect(await bring(await tokenOf(world, ['dockets:write'], PUBLIC_ORGANISATION_ID))).to.equal(
        '404 REGISTER_NOT_FOUND',
      );
      expect(await bring(await tokenOf(world, ['dockets:write']))).to.equal('200');
      expect(await bring(await tokenOf(world, ['dockets:write'], EXAMPLE.organisationId))).to.equal('200');
    });

    it('open its own registers, and what is of the whole node to a service of the operator alone', async () => {
      const seen = async (organisationId?: string) => {
        const token = await tokenOf(world, SCOPE_WORDS, organisationId);
        const asked = (id: string, parts: RequestParts = {}) => call(world, definitionOf(id), parts, { token });
        const listed = (await asked('listRegisters')).json;
        const body = { isPublic: false };
        return [
          ...[
            (await asked('getMetrics')).status,
            (await asked('banPeer', { params: { peerId: 'x' }, body: {} })).status,
          ],
          ...[(await asked('advertiseRegister', { params: { registerId }, body })).status, listed.length],
        ];
      };
      expect(await seen(EXAMPLE.organisationId)).to.deep.equal([403, 403, 200, 1]);
      expect(await seen(PUBLIC_ORGANISATION_ID)).to.deep.equal([403, 403, 404, 0]);
      expect(await seen(PLATFORM_ORGANISATION_ID)).to.deep.equal([200, 404, 404, 0]);
      expect(await seen()).to.deep.equal([200, 404, 200, 1]);
    });

    it('tell it of no token of another one', async () => {
      const user = (await world.session('user')).accessToken;
      const { refreshToken } = await world.session('user');
      const alone = await serviceToken(world, []);
      const told = async (organisationId?: string) => {
        const token = await tokenOf(world, ['tokens:introspect'], organisationId);
        const answers = [];
        for (const one of [user, refreshToken, alone])
          answers.push(
            (await sendTo(world, 'POST', '/api/auth/token/introspect', { token, body: { token: one } })).json,
          );
        return answers;
      };
      const active = (answers: readonly { readonly active: boolean }[]) => answers.map((one) => one.active);
      expect(active(await told())).to.deep.equal([true, true, true]);
      expect(active(await told(EXAMPLE.organisationId))).to.deep.equal([true, true, false]);
      expect(await told(PUBLIC_ORGANISATION_ID)).to.deep.equal(Array(3).fill({ active: false }));
    });
  });
});
