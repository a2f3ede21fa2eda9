// Acts about which nobody is asked: one negative case for each limit of a standing grant, over HTTP by the official
// client. Whatever it does not cover is asked about, and nothing is done without a yes.
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { StandingGrants } from '../../../api/oauth/standing-grants.js';
import type { ProgramConsent } from '../../../core/tenant/programs/consent.js';
import type { StandingGrant } from '../../../core/tenant/programs/grants.js';
import { ask } from '../ledger/fixtures.js';
import { CLIENT_ID, programSession } from '../programs/fixtures.js';
import { aStarted, REVIEWED } from '../workflow/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { connected, use } from './clients.js';

const { walletAddress, organisationId, administratorId: membershipId, administratorPlatformId: person } = EXAMPLE;
const { registerId } = LEDGER;
const SCOPES = ['workflow:read', 'workflow:act'] as const;
const ID = 'q83vEjRWeJq83u8SNFZ4mg';
const SMALL = { '<=': [{ var: 'act.0.amount' }, 10] };
const DAY_MS = 86_400_000;

describe('standing grants', () => {
  const world = worldOfAll();
  let publicationTxId = '';

  before(async () => {
    const { instanceId } = await aStarted(world);
    publicationTxId = (await ask(world, 'getInstance', { params: { instanceId } })).json.publicationTxId;
  });

  const grantOf = (change: Partial<StandingGrant> = {}): StandingGrant => ({
    ...{ id: 'Zm9yIG9uZSBhY3Rpb24gYQ', registerId, blueprintId: REVIEWED.id, publicationTxId, wallet: walletAddress },
    ...{ title: 'Orders', actions: [{ id: 1, title: 'Confirm' }], rule: SMALL, perDay: 2 },
    ...{ grantedAtMs: world.deps.clock.now(), untilMs: world.deps.clock.now() + DAY_MS, ...change },
  });

  const consentWith = (grants: readonly StandingGrant[], change: Partial<ProgramConsent> = {}): ProgramConsent => ({
    ...{ id: ID, clientId: CLIENT_ID, name: 'A program', organisationId, membershipId, scopes: SCOPES },
    ...{ resource: 'mcp', grantedAtMs: world.deps.clock.now() + 1, grants, ...change },
  });

  const put = (consent: ProgramConsent | undefined, of: string = person) =>
    world.deps.commit([world.deps.programs.consents.put(of, consent ? [consent] : [])]);

  const today = () => new Date(world.deps.clock.now()).toISOString().slice(0, 10);

  /** The act of a fresh order by a program whose person says no to each question. */
  async function acting({ scopes = SCOPES as readonly (typeof SCOPES)[number][], data = { confirmed: true } } = {}) {
    const { instanceId } = await aStarted(world);
    const session = await programSession(world, 'administrator', { scopes, resource: 'mcp' });
    const questions: string[] = [];
    const client = await connected(world, {
      token: session.accessToken,
      answer: ({ message }) => {
        questions.push(message);
        return { action: 'decline' };
      },
    });
    const answer = await use(client, 'action_submit', { instanceId, actionId: 1, walletAddress, data });
    await client.close();
    const after = await ask(world, 'getInstance', { params: { instanceId } });
    return { answer, questions, isDone: after.json.completedActionCount === 2, instanceId };
  }

  it('let a program act, say so, count it, and write who acted', async () => {
    await put(consentWith([grantOf()]));
    const { answer, questions, isDone, instanceId } = await acting();
    expect(answer, answer.message).to.include({ status: 'Passed', actsLeftToday: 1, standingGrantId: grantOf().id });
    expect(answer.message).to.contain('Nobody was asked').and.to.contain('1 left today');
    expect([questions, isDone]).to.deep.equal([[], true]);
    const of = { params: { organizationId: organisationId }, query: { eventType: 'StandingGrantUsed' } };
    const trail = await ask(world, 'listAuditEvents', of);
    const [line] = trail.json.items;
    expect(line.details).to.include({ clientId: CLIENT_ID, registerId, transactionId: answer.data.transactionId });
    expect(line.details).to.not.have.property('data');
    expect(instanceId).to.be.a('string');
  });

  const withoutRule = (): Partial<StandingGrant> => ({ rule: undefined as never });
  it('may have no rule', async () => {
    await put(consentWith([grantOf(withoutRule())]));
    expect(await acting()).to.deep.include({ questions: [], isDone: true });
  });

  const LIMITS: Readonly<Record<string, () => ProgramConsent>> = {
    'another action': () => consentWith([grantOf({ actions: [{ id: 0, title: 'Order' }] })]),
    'another blueprint': () => consentWith([grantOf({ blueprintId: LEDGER.blueprintId })]),
    'another version': () => consentWith([grantOf({ publicationTxId: LEDGER.publicationTxId })]),
    'another register': () => consentWith([grantOf({ registerId: EXAMPLE.organisationId })]),
    'another wallet': () => consentWith([grantOf({ wallet: EXAMPLE.issuerWalletAddress })]),
    'a time that is over': () => consentWith([grantOf({ untilMs: world.deps.clock.now() })]),
    'no act left today': () => consentWith([grantOf({ used: { day: today(), count: 2 } })]),
    'a rule that is false': () => consentWith([grantOf({ rule: { '<=': [{ var: 'act.0.amount' }, 2] } })]),
    'a rule that cannot be judged': () => consentWith([grantOf({ rule: { '<=': [{ var: 'in.note' }, 2] } })]),
    'a rule on a member that is absent': () => consentWith([grantOf({ rule: { '!': [{ var: 'x' }] } })]),
    'another program': () => consentWith([grantOf()], { clientId: 'another-program' }),
    'tokens of the API': () => {
      const { resource: _, ...consent } = consentWith([grantOf()]);
      return consent;
    },
    'another organisation': () => consentWith([grantOf()], { organisationId: LEDGER.registerId }),
    'another membership': () => consentWith([grantOf()], { membershipId: EXAMPLE.userId }),
    'a consent of before a revocation': () => consentWith([grantOf()], { grantedAtMs: 0 }),
    'no grant': () => consentWith([]),
  };

  for (const [name, consentOf] of Object.entries(LIMITS))
    it(`ask where it is for ${name}`, async () => {
      if (name.includes('revocation'))
        await world.deps.commit([
          world.deps.sessions.revoke(`client:${CLIENT_ID}`, 1, { expiresAtMs: Number.MAX_SAFE_INTEGER }),
        ]);
      await put(consentOf());
      const { answer, questions, isDone } = await acting();
      expect([answer.code, questions.length, isDone]).to.deep.equal(['CONFIRMATION_DECLINED', 1, false]);
    });

  it('ask where it is of another person', async () => {
    await put(undefined);
    await put(consentWith([grantOf()]), EXAMPLE.userPlatformId);
    const { questions, isDone } = await acting();
    expect([questions.length, isDone]).to.deep.equal([1, false]);
    await put(undefined, EXAMPLE.userPlatformId);
  });

  it('tell the person why they do not cover it', async () => {
    await put(consentWith([grantOf({ rule: { '<=': [{ var: 'act.0.amount' }, 2] } })]));
    expect((await acting()).questions[0]).to.match(
      /^The rule of the standing grant is not true of these data\. Do the action/,
    );
  });

  it('give nothing to a token without the scope, and nothing to the person itself', async () => {
    await put(consentWith([grantOf()]));
    const { answer, isDone } = await acting({ scopes: ['workflow:read'] });
    expect([answer.isError, isDone]).to.deep.equal([true, false]);
    const { instanceId } = await aStarted(world);
    const questions: string[] = [];
    const client = await connected(world, {
      answer: ({ message }) => {
        questions.push(message);
        return { action: 'decline' };
      },
    });
    await use(client, 'action_submit', { instanceId, actionId: 1, walletAddress, data: { confirmed: true } });
    expect(questions).to.have.length(1);
    await client.close();
  });

  it('leave what was refused uncounted, and reject nothing', async () => {
    await put(consentWith([grantOf()]));
    const { answer, questions } = await acting({ data: { confirmed: 'yes' as never } });
    expect([answer.code, questions.length]).to.deep.equal(['VAL_SCHEMA_004', 0]);
    expect(world.deps.programs.consents.of(person)[0]?.grants?.[0]?.used).to.equal(undefined);
  });

  describe('the count', () => {
    const ACT = () => ({ registerId, blueprintId: REVIEWED.id, publicationTxId, actionId: 1, wallet: walletAddress });
    const from = async () => {
      const { accessToken } = await programSession(world, 'administrator', { scopes: SCOPES, resource: 'mcp' });
      return { caller: (await world.deps.tokens.verify(accessToken)) as Caller, address: '192.0.2.1' };
    };

    it('gives the last act of two at once to one, and is written before it is given', async () => {
      await put(consentWith([grantOf({ perDay: 1 })]));
      const grants = new StandingGrants(world.deps);
      const [first, second] = [grants.actsOf(await from()), grants.actsOf(await from())];
      const counted = await Promise.all([first.count(ACT(), 'a'), second.count(ACT(), 'b')]);
      expect(counted.map((issues) => issues.map(({ code }) => code))).to.deep.equal([[], ['STANDING_GRANT_NEEDED']]);
      expect([first.used?.leftToday, second.used]).to.deep.equal([0, undefined]);
      const broken = new StandingGrants({ ...world.deps, commit: () => Promise.reject(new Error('disk')) });
      await put(consentWith([grantOf()]));
      const lost = await broken
        .actsOf(await from())
        .count(ACT(), 'c')
        .catch((error: Error) => error.message);
      expect(lost).to.equal('disk');
    });

    it('counts an act that is made anew at its place once', async () => {
      await put(consentWith([grantOf()]));
      const unasked = new StandingGrants(world.deps).actsOf(await from());
      await unasked.count(ACT(), 'a');
      await unasked.count(ACT(), 'b');
      expect(unasked.used?.leftToday).to.equal(1);
      expect(world.deps.programs.consents.of(person)[0]?.grants?.[0]?.used?.count).to.equal(1);
    });

    it('is refused where the grant was ended after it was found', async () => {
      await put(consentWith([grantOf()]));
      const unasked = new StandingGrants(world.deps).actsOf(await from());
      expect(unasked.boundsOf(ACT())).to.deep.include({ publicationTxId });
      await put(undefined);
      expect((await unasked.count(ACT(), 'a')).map(({ code }) => code)).to.deep.equal(['STANDING_GRANT_NEEDED']);
    });
  });

  describe('stated and ended', () => {
    const body = (change: object = {}) => ({
      ...{ registerId, blueprintId: REVIEWED.id, actions: [1], walletAddress, perDay: 5, rule: SMALL },
      ...{ until: new Date(world.deps.clock.now() + DAY_MS).toISOString(), ...change },
    });
    const state = (change: object = {}) =>
      ask(world, 'stateStandingGrant', { params: { consentId: ID }, body: body(change) });

    it('is shown with the program, ends by itself, and ends with the consent', async () => {
      await put(consentWith([]));
      const stated = await state();
      expect(stated.status, stated.text).to.equal(201);
      expect(stated.json).to.deep.include({ publicationTxId, leftToday: 5, rule: SMALL });
      expect(stated.json.says).to.contain('"Confirm" (1) of the workflow');
      const shown = await ask(world, 'listProgramConsents', {});
      expect(shown.json.consents[0].standingGrants).to.deep.equal([stated.json]);
      expect(await acting()).to.deep.include({ questions: [], isDone: true });
      const grantId = stated.json.id;
      const ended = await ask(world, 'endStandingGrant', { params: { consentId: ID, grantId } });
      expect(ended.status).to.equal(204);
      expect((await acting()).questions).to.have.length(1);
      const again = await ask(world, 'endStandingGrant', { params: { consentId: ID, grantId } });
      expect(again.json.code).to.equal('STANDING_GRANT_NOT_FOUND');
    });

    const REFUSED: Readonly<Record<string, readonly [object, string, string]>> = {
      'a field that is not there': [
        { rule: { '<=': [{ var: 'price' }, 1] } },
        'STANDING_GRANT_INVALID',
        '/rule/<=/0/var',
      ],
      'a rule that is neither true nor false': [{ rule: 5 }, 'STANDING_GRANT_INVALID', '/rule'],
      'a rule that is too long': [{ rule: 'x'.repeat(1000) }, 'STANDING_GRANT_INVALID', '/rule'],
      'an action that is not there': [{ actions: [1, 7] }, 'STANDING_GRANT_INVALID', '/actions/1'],
      'a time that is past': [{ until: '2020-01-01T00:00:00Z' }, 'STANDING_GRANT_INVALID', '/until'],
      'a time that is too far': [{ until: '2999-01-01T00:00:00Z' }, 'STANDING_GRANT_INVALID', '/until'],
      'a wallet of another': [{ walletAddress: EXAMPLE.issuerWalletAddress }, 'WALLET_ACCESS_DENIED', '/walletAddress'],
      'a register that is not seen': [{ registerId: EXAMPLE.userId }, 'REGISTER_NOT_FOUND', '/registerId'],
      'a blueprint that is not there': [{ blueprintId: 'none' }, 'PUBLICATION_NOT_FOUND', '/blueprintId'],
      'a version of another blueprint': [
        { publicationTxId: LEDGER.publicationTxId },
        'VAL_BP_VERSION_001',
        '/publicationTxId',
      ],
      'no act a day': [{ perDay: 0 }, 'BODY_INVALID', '/perDay'],
      'more acts than a day may have': [{ perDay: 1001 }, 'BODY_INVALID', '/perDay'],
    };
    for (const [name, [change, code, path]] of Object.entries(REFUSED))
      it(`refuses ${name}`, async () => {
        await put(consentWith([]));
        const { json } = await state(change);
        expect([json.code, json.errors?.[0]?.path ?? json.path]).to.deep.equal([code, path]);
      });

    it('refuses what overlaps, a program of the API, and a consent of another', async () => {
      await put(consentWith([]));
      await state();
      expect((await state({ actions: [0, 1], rule: true })).json.code).to.equal('STANDING_GRANT_OVERLAPS');
      const { resource: _, ...ofApi } = consentWith([]);
      await put(ofApi);
      expect((await state()).json.code).to.equal('STANDING_GRANT_INVALID');
      await put(consentWith([], { membershipId: EXAMPLE.userId }));
      expect((await state()).json.code).to.equal('CONSENT_NOT_FOUND');
      await put(undefined);
      expect((await state()).json.code).to.equal('CONSENT_NOT_FOUND');
    });
  });
});
