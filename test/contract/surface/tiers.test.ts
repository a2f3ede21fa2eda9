// Token confusion: a token of each tier, with every claim that could help it, against every operation of the table. The
// page docs/tiers.md says which may call which; it is made of the table (UPDATE_REFERENCE=1 writes it), so that a
// change of who may call shows in review. The server is held to the page.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { SignJWT } from 'jose';
import { TIERS, type Tier } from '../../../api/auth/caller.js';
import { looksAtTokens, policies, programRightOf, scopeNeeded, tiersOf } from '../../../api/auth/policy.js';
import type { AnyRoute } from '../../../api/define.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { audienceOf, issuerOf } from '../../../core/tenant/claims.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { SCOPE_WORDS } from '../../../core/tenant/services/principal.js';
import { issueOf } from '../../support/base/results.js';
import { exampleOrders } from '../ledger/fixtures.js';
import { badQuery, call, operations } from '../world/caller.js';
import { seedService } from '../world/personas.js';
import { SIGNING_KEY, type World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

/** Claims of a delegated token that do not say for whom. */
const NOBODY = [
  { delegated_user_id: '' },
  { platform_user_id: undefined },
  { org_id: '' },
  { delegated_user_id: undefined, delegated_org_id: 'o' },
];
const PAGE = 'docs/tiers.md';
const PEOPLE: readonly Tier[] = ['consumer', 'platform'];
const OWNER = '00000000-0000-4000-8000-00000000beef';

/** The rows that own the tokens below: a person, a member of each organisation that they name, and a service. */
async function seedOwners({ deps }: World): Promise<void> {
  const user = deps.tenants.userOfEmail(EXAMPLE.userEmail)!;
  const member = deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId)!;
  const places = [OWNER, 'somebody'].flatMap((id) =>
    [PLATFORM_ORGANISATION_ID, EXAMPLE.organisationId].map((organisationId) => ({ id, organisationId })),
  );
  await deps.commit([
    ...deps.tenants.putUser({ ...user, id: 'somebody', email: 'x@quorate.example', memberships: [] }),
    ...places.flatMap((at) => deps.tenants.putMembership({ ...member, ...at, platformUserId: 'somebody' })),
  ]);
  await seedService(deps, { clientId: OWNER, serviceName: 'A service', scope: [...SCOPE_WORDS] });
}
const KEY = new TextEncoder().encode(SIGNING_KEY);

function mayCall(definition: AnyRoute, tier: Tier): boolean {
  return definition.can !== 'public' && tiersOf(definition).includes(tier);
}

function openTo(definition: AnyRoute, tier: Tier): string | undefined {
  if (definition.can !== 'public') return undefined;
  return looksAtTokens(definition) && tiersOf(definition).includes(tier) ? 'known' : 'open';
}

/** The scope that a program has to have; nothing where tokens of people do not count. */
function programOf(definition: AnyRoute): string {
  const isForPeople = definition.can !== 'public' && tiersOf(definition).some((tier) => PEOPLE.includes(tier));
  return isForPeople ? programRightOf(definition) : '-';
}

function page(): string {
  const rows = operations().map(({ id, definition }) => {
    const marks = TIERS.map((tier) => openTo(definition, tier) ?? (mayCall(definition, tier) ? 'yes' : '-'));
    return `| ${id} | ${definition.can} | ${marks.join(' | ')} | ${scopeNeeded(definition) ?? '-'} | ${programOf(definition)} |`;
  });
  return `# Operations by tier of token

Made of the table of operations by \`test/contract/surface/tiers.test.ts\`; do not edit it by hand. yes: a token of the tier may call it where it has the right besides; open: no token is
asked for, and none is looked at; known: none is asked for, and a token of the tier is looked at. A delegated token is one of a service that acts for a user (specification 5.6): it acts in workflows and reads what is sealed, without the roles of the user.
The scope is what a token of the tiers service and delegated has to have for it (docs/operations.md, Services); where there is none, each service may ask. Without \`registers:read\` a token of a service is as good as none where none is asked for.
The last column is the scope that the token of a program has to have, which a person let in (docs/operations.md, Programs): any, each program may ask; closed, for the person itself and for no program. Without
\`ledger:read\` such a token is as good as none where none is asked for.

| Operation | Right | ${TIERS.join(' | ')} | Scope | Program |
|---|---|${TIERS.map(() => '---').join('|')}|---|---|
${rows.join('\n')}
`;
}

describe('tiers of tokens', () => {
  const world = worldOfAll();
  before(async () => {
    // Of the example organisation, and offered to no other.
    await exampleOrders(world);
    await seedOwners(world);
  });

  /**
   * All that could help: an administrator of the platform, each role, a service with its scope. Only tier and type are
   * those of the tier.
   */
  function tokenOf(tier: Tier, more: object = {}): Promise<string> {
    const audience = tier === 'delegated' ? 'service' : tier;
    const seconds = Math.floor(world.deps.clock.now() / 1000);
    const claims = {
      ...{ iss: issuerOf('test'), aud: audienceOf('test', audience), iat: seconds, exp: seconds + 600 },
      ...{ sub: OWNER, jti: '019a5d00-0000-7000-8000-00000000beef' },
      ...{
        token_type: audience === 'service' ? 'service' : 'user',
        platform_user_id: 'somebody',
        client_id: 'a-service',
      },
      ...{ org_id: PLATFORM_ORGANISATION_ID, roles: ['SystemAdmin', 'Administrator', 'Designer', 'Auditor'] },
      ...{ auth_method: 'passkey', auth_time: seconds },
      ...{ can_publish_blueprint: true, email: 'x@quorate.example' },
      // Of a user it says what a program may do, and would take from what the tier gives.
      ...(audience === 'service' && { scope: SCOPE_WORDS }),
      ...(tier === 'delegated' && { delegated_user_id: 'somebody' }),
      ...more,
    };
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(KEY);
  }

  it('have the operations that docs/tiers.md says (UPDATE_REFERENCE=1 writes it)', () => {
    if (process.env.UPDATE_REFERENCE === '1') writeFileSync(PAGE, page());
    expect(readFileSync(PAGE, 'utf8')).to.equal(page());
  });

  for (const tier of TIERS)
    it(`of ${tier} open no operation but those of the page`, async () => {
      const token = await tokenOf(tier);
      for (const { id, definition, example } of operations()) {
        if (definition.can === 'public') continue;
        // A bad query shows that the call was let in, and changes nothing.
        const { status, json } = await call(
          world,
          definition,
          { ...example.input, query: badQuery(definition) },
          { token },
        );
        const passed = definition.anyQuery === true ? 200 : 400;
        expect(status, `${id} ${json?.code}`).to.equal(mayCall(definition, tier) ? passed : 403);
      }
    });

  it('without rights show no more than no token where none is asked for', async () => {
    const shown = async (id: string, token?: string) => {
      const found = operations().find((one) => one.id === id);
      const { status, json } = await call(world, found!.definition, {}, { token });
      expect(status, id).to.equal(200);
      return json;
    };
    for (const id of ['listRegisterCache', 'listConnectedPeers']) {
      const nothing = await shown(id);
      expect(await shown(id, await tokenOf('platform')), id).not.to.deep.equal(nothing);
      for (const tier of ['enrol-session', 'delegated'] as const)
        for (const more of [{}, { org_id: EXAMPLE.organisationId }])
          expect(await shown(id, await tokenOf(tier, more)), `${id} ${tier}`).to.deep.equal(nothing);
    }
  });

  it('of citizens see the registers of no tenant by the roles that they name', async () => {
    const listed = operations().find(({ id }) => id === 'listRegisters')!.definition;
    const seen = async (tier: Tier) => (await call(world, listed, {}, { token: await tokenOf(tier) })).json;
    expect(await seen('platform')).to.not.deep.equal(await seen('consumer'));
    expect((await seen('consumer')).items ?? (await seen('consumer'))).to.deep.equal([]);
  });

  it('of services that act for a user open workflows, and nothing of an account, a wallet or a node', () => {
    const RIGHTS = ['CanExecuteBlueprints', 'CanReadTransactions'];
    for (const { id, definition } of operations())
      expect(mayCall(definition, 'delegated'), id).to.equal(RIGHTS.includes(definition.can));
  });

  it('are narrowed by an operation, and never widened', () => {
    expect(tiersOf({ can: 'RequireAuthenticated', tiers: ['consumer'] })).to.deep.equal(['consumer']);
    expect(tiersOf({ can: 'RequireService', tiers: ['consumer', 'delegated'] })).to.deep.equal([]);
    expect(Object.keys(policies)).to.include('RequireAnyToken');
  });

  it('that fit no type or no audience are no tokens', async () => {
    const { tokens } = world.deps;
    const wrong = [
      await tokenOf('service', { token_type: 'user' }),
      await tokenOf('platform', { token_type: 'service' }),
      await tokenOf('platform', { delegated_user_id: 'somebody' }),
      await tokenOf('consumer', { delegated_org_id: 'somewhere' }),
      await tokenOf('platform', { aud: audienceOf('test', 'delegated') }),
      ...(await Promise.all(NOBODY.map((claims) => tokenOf('delegated', claims)))),
      await tokenOf('platform', { aud: [audienceOf('test', 'platform'), audienceOf('test', 'service')] }),
    ];
    for (const [i, token] of wrong.entries())
      expect(issueOf(await tokens.verify(token)), `${i}`).to.include({ code: 'TOKEN_INVALID' });
  });
});
