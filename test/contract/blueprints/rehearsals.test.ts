// Rehearsals over HTTP: drafts walked through role by role on the sandbox of the organisation, the way from a draft to its publication, and what is refused.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/groups/example-values.js';
import { DEFINITION } from '../../../api/groups/registers/example-ledger.js';
import type { JsonObject } from '../../../core/base/json.js';
import { REHEARSALS_PER_BLUEPRINT_MAX } from '../../../core/base/limits.js';
import { instantiate } from '../../../core/blueprint/template.js';
import { shippedTemplate } from '../../../core/blueprint/templates/shipped.js';
import { addressOf } from '../../../core/crypto/address.js';
import { generate } from '../../../core/crypto/algorithms.js';
import { TEMPLATE_PATHS } from '../../vectors/template-paths.js';
import type { Answer } from '../caller.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { aWorld, type World } from '../world.js';

const OTHER = '11111111-2222-4333-8444-555555555555';
const DAY_MS = 24 * 60 * 60 * 1000;
let serial = 0;
const freshId = () => `rehearsed-${++serial}`;
const code = ({ status, json }: Answer) => `${status} ${json.code} ${json.path}`;

/** A wallet that this node does not keep. */
const foreign = (name: string) => addressOf('ED25519', generate('ED25519', Buffer.alloc(32, name)).publicKey);

/** Two branches and their join, the sender of which may send everything back; every role has a foreign wallet. */
const COUNCIL = {
  title: 'Council',
  description: 'Two sides are heard, then the mayor decides.',
  participants: ['clerk', 'left', 'right', 'mayor'].map((id) => ({ id, name: id, walletAddress: foreign(id) })),
  actions: [
    {
      id: 0,
      title: 'Propose',
      sender: 'clerk',
      isStartingAction: true,
      dataSchemas: [{ type: 'object', required: ['plan'], properties: { plan: { type: 'string' } } }],
      routes: [{ id: 'ask', nextActionIds: [1, 2] }],
      disclosures: ['left', 'right', foreign('mayor')].map((participantAddress) => ({
        participantAddress,
        dataPointers: ['/plan'],
      })),
    },
    { id: 1, title: 'Left', sender: 'left', routes: [{ id: 'l', nextActionIds: [3] }] },
    {
      id: 2,
      title: 'Right',
      sender: 'right',
      routes: [{ id: 'r', nextActionIds: [3] }],
      disclosures: [
        { participantAddress: 'mayor', dataPointers: ['/vote'] },
        { participantAddress: foreign('archive'), dataPointers: ['/vote'] },
      ],
    },
    {
      id: 3,
      title: 'Decide',
      sender: 'mayor',
      requiredPriorActions: [1, 2],
      rejectionConfig: { targetActionId: 0, requireReason: true },
    },
  ],
};

/** All of the permit, and the first path of every other template that comes to an end. */
const PATHS = TEMPLATE_PATHS.filter(
  ({ template }, i) =>
    template === 'construction-permit' ||
    (template !== 'ping-pong' && TEMPLATE_PATHS.findIndex((path) => path.template === template) === i),
);

describe('rehearsals', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await aWorld();
  });
  after(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.close();
  });

  async function aDraft(members: object): Promise<string> {
    const id = freshId();
    const made = await ask(world, 'createBlueprint', { body: { ...members, id } });
    expect(made.status, made.text).to.equal(200);
    return id;
  }

  const start = (id: string, how = {}) => ask(world, 'startRehearsal', { params: { id }, body: { mode: 'full' } }, how);

  /** A rehearsal that has begun, and what can be done with it. */
  async function begun(id: string) {
    const first = await start(id);
    expect(first.status, first.text).to.equal(201);
    return { first, ...on(id, first.json.rehearsalId) };
  }

  function on(id: string, rehearsalId: string) {
    const params = { id, rehearsalId };
    const act = (operation: string, body?: object) => ask(world, operation, { params, ...(body ? { body } : {}) });
    const as = (role: string) => act('switchRehearsalRole', { role });
    const step = (actionId: number, payload: JsonObject = {}) => act('submitRehearsalStep', { actionId, payload });
    const reject = (actionId: number, reason: string) => act('rejectRehearsalStep', { actionId, reason });
    const read = () => act('getRehearsal');
    const discard = () => act('discardRehearsal');
    /** The step as whoever sends the action. */
    const play = async (actionId: number, payload: JsonObject = {}, rejected = false) => {
      const { steps } = (await read()).json as { steps: { actionId: number; actingRole: string }[] };
      await as(steps.find((one) => one.actionId === actionId)?.actingRole ?? '');
      return rejected ? reject(actionId, 'Not like this.') : step(actionId, payload);
    };
    return { as, step, reject, read, discard, play, rehearsalId };
  }

  const publish = async (id: string, override?: object) => {
    const { registerId } = await exampleOrders(world);
    return ask(world, 'publishDraft', { params: { id }, body: { registerId, ...(override ? { override } : {}) } });
  };

  const statuses = ({ json }: Answer) => json.steps.map(({ status }: { status: string }) => status).join(' ');
  const lines = ({ json }: Answer, kind: string): string[] =>
    json.log.filter((line: { kind: string }) => line.kind === kind).map(({ message }: { message: string }) => message);

  /** A draft of a shipped template whose roles all have wallets of other nodes. */
  async function aTemplateDraft(template: string, parameters: JsonObject = {}): Promise<string> {
    const found = shippedTemplate(template);
    if (!found) throw new Error(template);
    const open = instantiate(found, parameters) as unknown as JsonObject & { participants: JsonObject[] };
    const participants = open.participants.map((one) => ({ ...one, walletAddress: foreign(String(one.id)) }));
    return aDraft({ ...open, participants });
  }

  describe('walk through', () => {
    for (const path of PATHS)
      it(`${path.template}: ${path.name}`, async () => {
        const id = await aTemplateDraft(path.template, path.parameters ?? {});
        const { first, play, read } = await begun(id);
        expect(first.json).to.include({ outcome: 'InProgress', mode: 'Full', blueprintId: id });
        let last = first;
        for (const { action, payload, rejected } of path.steps) {
          last = await play(action, payload, rejected);
          expect(last.status, last.text).to.equal(200);
        }
        const open = (await read()).json.currentActions.map(({ actionId }: { actionId: number }) => actionId);
        expect(open).to.have.members([...path.open]);
        if (path.open.length > 0) expect(last.json.outcome).to.equal('InProgress');
        else {
          expect(last.json.outcome).to.equal('Passed');
          const draft = world.deps.blueprints.find(EXAMPLE.organisationId, id);
          expect(draft && world.deps.blueprints.pass(draft, last.json.execDefHash)?.by).to.equal(
            EXAMPLE.administratorPlatformId,
          );
        }
      });

    it('a path of its construction permit with what each party reads, and nothing else', async () => {
      const path = TEMPLATE_PATHS[0];
      if (path?.template !== 'construction-permit') throw new Error('another first path');
      const { first, play, as } = await begun(await aTemplateDraft(path.template));
      let last = first;
      for (const { action, payload } of path.steps) last = await play(action, payload);
      expect(lines(last, 'Delivered')).to.include('environment reads floorArea, project, startDate.');
      expect(last.text).to.not.contain('account 7');
      for (const [role, hidden] of Object.entries(path.hidden)) {
        const { view } = (await as(role)).json;
        expect(view.participantId).to.equal(role);
        expect(view.data).to.not.have.any.keys(...hidden);
        expect(Object.keys(view.data), role).to.not.deep.equal([]);
      }
      expect((await as('contractor')).json.view.data.bankReference).to.equal('account 7');
    });

    it('two branches and their join, back by a rejection and through again', async () => {
      const { first, play, read } = await begun(await aDraft(COUNCIL));
      expect(statuses(first)).to.equal('Current Pending Pending Pending');
      expect(statuses(await play(0, { plan: 'bridge' }))).to.equal('Done Current Current Pending');
      const one = await play(1);
      expect(statuses(one)).to.equal('Done Done Current Pending');
      expect(code(await play(3))).to.equal('422 REHEARSAL_STEP_REFUSED /actionId');
      const joined = await play(2, { vote: 'yes' });
      expect(statuses(joined)).to.equal('Done Done Done Current');
      expect(joined.json.currentActions).to.have.length(1);
      expect(joined.json.currentActions[0]).to.include({ actionId: 3, participantId: 'mayor', isRejectable: true });
      expect(lines(joined, 'Routed')[0]).to.contain('action 1 (Left) of left and action 2 (Right) of right');
      const back = await play(3, {}, true);
      expect(statuses(back)).to.equal('Current Pending Pending Pending');
      for (const action of [0, 2, 1]) await play(action, action === 0 ? { plan: 'tunnel' } : { vote: 'no' });
      expect((await read()).json.outcome).to.equal('InProgress');
      const last = await play(3);
      expect([last.json.outcome, statuses(last)]).to.deep.equal(['Passed', 'Done Done Done Done']);
      expect(last.json.view).to.deep.equal({ participantId: 'mayor', data: { plan: 'tunnel', vote: 'no' } });
      expect(lines(last, 'Sealed')).to.have.length(8);
      expect(lines(last, 'Delivered')).to.include(`${foreign('archive')} reads vote.`);
    });

    it('a workflow that goes in circles until every action was done', async () => {
      const circle = {
        title: 'Ball',
        description: 'Thrown for ever.',
        participants: DEFINITION.participants,
        actions: [
          { id: 0, sender: 'buyer', isStartingAction: true, routes: [{ nextActionIds: [1] }] },
          { id: 1, sender: 'seller', routes: [{ nextActionIds: [2] }] },
          { id: 2, sender: 'buyer', routes: [{ nextActionIds: [1] }] },
        ],
      };
      const { play, step } = await begun(await aDraft(circle));
      await play(0);
      expect((await play(1)).json.outcome).to.equal('InProgress');
      expect((await play(2)).json.outcome).to.equal('Passed');
      expect(code(await step(2))).to.equal('422 REHEARSAL_STEP_REFUSED ');
    });

    it('an end by rejection, which is no pass', async () => {
      const [order, confirm] = DEFINITION.actions;
      const rejection = { targetActionId: 0, isTerminal: true };
      const id = await aDraft({ ...DEFINITION, actions: [order, { ...confirm, rejectionConfig: rejection }] });
      const { play } = await begun(id);
      await play(0, { amount: 3 });
      const last = await play(1, {}, true);
      expect([last.json.outcome, last.json.currentActions]).to.deep.equal(['Failed', []]);
      expect(code(await publish(id))).to.equal('409 REHEARSAL_REQUIRED ');
    });

    it('no action that takes a credential, and say so', async () => {
      const [order, confirm] = DEFINITION.actions;
      const gate = { credentialRequirements: [{ type: 'BuyerCredential' }] };
      const { play, read } = await begun(await aDraft({ ...DEFINITION, actions: [order, { ...confirm, ...gate }] }));
      const gone = await play(0, { amount: 3 });
      expect(gone.json.currentActions[0].isGated).to.equal(true);
      expect(lines(gone, 'Gate')[0]).to.contain('BuyerCredential');
      expect(code(await play(1))).to.equal('422 REHEARSAL_STEP_REFUSED /credentialPresentations');
      const after = await read();
      expect([after.json.outcome, lines(after, 'Gate').length]).to.deep.equal(['InProgress', 2]);
    });

    it('an open role that nobody holds yet, which receives nothing', async () => {
      const [order, confirm] = DEFINITION.actions;
      const disclosures = [{ participantAddress: 'seller', dataPointers: ['/amount'] }];
      const { play, as } = await begun(await aDraft({ ...DEFINITION, actions: [{ ...order, disclosures }, confirm] }));
      const gone = await play(0, { amount: 3 });
      expect(lines(gone, 'Info')).to.include('Nobody holds the open role seller yet, so it does not receive this.');
      expect((await as('seller')).json.view.data).to.deep.equal({});
    });
  });

  it('lead from a draft to its publication, for as long as its behaviour stays', async () => {
    const id = await aDraft(DEFINITION);
    const put = (members: object) =>
      ask(world, 'updateBlueprint', { params: { id }, body: { ...DEFINITION, ...members, id } });
    expect(code(await publish(id))).to.equal('409 REHEARSAL_REQUIRED ');
    const { play } = await begun(id);
    await play(0, { amount: 3 });
    expect(code(await publish(id))).to.equal('409 REHEARSAL_REQUIRED ');
    const { json } = await play(1);
    const first = await publish(id);
    expect([first.status, first.json.overridden], first.text).to.deep.equal([200, false]);
    expect(first.json.publishedBlueprint.execDefHash).to.equal(json.execDefHash);
    await put({ title: 'Another title' });
    expect((await publish(id)).json).to.include({ version: 2, overridden: false });
    await put({ participants: [...DEFINITION.participants, { id: 'third' }] });
    expect(code(await publish(id))).to.equal('409 REHEARSAL_REQUIRED ');
    // What was published is told of ordinary registers: the sandbox has definitions with wallets that nobody has.
    const versions = await ask(world, 'listVersions', { params: { id } });
    expect(versions.json.map(({ version }: { version: number }) => version)).to.deep.equal([1, 2]);
  });

  it('use one sandbox of the organisation, which stands in no list and belongs to nobody', async () => {
    const [one, two] = [await begun(await aDraft(DEFINITION)), await begun(await aDraft(COUNCIL))];
    const registerId = one.first.json.sandboxRegisterId;
    expect(two.first.json.sandboxRegisterId).to.equal(registerId);
    const sandbox = await ask(world, 'getRegister', { params: { registerId } });
    expect(sandbox.json).to.include({ sandbox: true, advertise: false, tenantId: EXAMPLE.organisationId });
    const listed = async (query: object) =>
      (await ask(world, 'listRegisters', { query: { ...query } })).json.map(({ id }: { id: string }) => id);
    expect(await listed({})).to.not.include(registerId);
    expect(await listed({ sandbox: true })).to.deep.equal([registerId]);
    expect((await ask(world, 'countRegisters', { query: { sandbox: true } })).json.count).to.equal(1);
    const wallets = await ask(world, 'listWallets', { query: {} });
    const own = wallets.json.items ?? wallets.json;
    expect(own.map(({ name }: { name: string }) => name)).to.not.include('buyer');
    const published = { blueprintId: 'x', blueprintJson: { ...DEFINITION, id: 'x' } };
    expect((await ask(world, 'publishBlueprint', { params: { registerId }, body: published })).status).to.equal(403);
    const elsewhere = await begunAs('systemAdmin');
    expect(elsewhere).to.not.equal(registerId);
  });

  async function begunAs(as: 'systemAdmin'): Promise<string> {
    const id = freshId();
    await ask(world, 'createBlueprint', { body: { ...DEFINITION, id } }, { as });
    return (await start(id, { as })).json.sandboxRegisterId;
  }

  describe('refuse', () => {
    it('to begin what cannot be rehearsed', async () => {
      const id = await aDraft(DEFINITION);
      const begin = (of: string, body: object, how = {}) =>
        ask(world, 'startRehearsal', { params: { id: of }, body }, how);
      expect(code(await begin(id, { mode: 'dryRun' }))).to.equal('422 REHEARSAL_MODE_UNSUPPORTED /mode');
      expect(code(await begin('never', { mode: 'full' }))).to.equal('404 BLUEPRINT_NOT_FOUND /id');
      expect(code(await begin(id, { mode: 'full' }, { as: 'systemAdmin' }))).to.equal('404 BLUEPRINT_NOT_FOUND /id');
      expect(code(await begin(id, {}))).to.equal('400 BODY_INVALID /mode');
      const broken = await aDraft({ ...DEFINITION, actions: [{ id: 0, sender: 'nobody' }] });
      const answer = await begin(broken, { mode: 'full' });
      expect(answer.status).to.equal(409);
      expect(answer.json.code).to.equal('REHEARSAL_BLOCKED');
      expect(answer.json.error).to.be.a('string');
      expect(answer.json.errors[0]).to.include({ severity: 'error', location: '/actions/0/sender' });
    });

    it('what is no rehearsal of the caller', async () => {
      const id = await aDraft(DEFINITION);
      const { rehearsalId } = await begun(id);
      for (const [of, one, as] of [
        [id, OTHER, 'administrator'],
        [id, 'abc', 'administrator'],
        ['another', rehearsalId, 'administrator'],
        [id, rehearsalId, 'systemAdmin'],
      ] as const) {
        const params = { id: of, rehearsalId: one };
        const seen = await ask(world, 'getRehearsal', { params }, { as });
        expect(code(seen)).to.equal('404 REHEARSAL_NOT_FOUND /rehearsalId');
        const body = { actionId: 0, payload: { amount: 1 } };
        expect((await ask(world, 'submitRehearsalStep', { params, body }, { as })).status).to.equal(404);
        expect((await ask(world, 'switchRehearsalRole', { params, body: { role: 'buyer' } }, { as })).status).to.equal(
          404,
        );
        expect((await ask(world, 'discardRehearsal', { params }, { as })).status).to.equal(204);
      }
      expect((await on(id, rehearsalId).read()).json.outcome).to.equal('InProgress');
      const listed = await ask(world, 'listRehearsals', { params: { id } }, { as: 'systemAdmin' });
      expect(listed.json).to.deep.equal([]);
    });

    it('steps with their reasons, and log them', async () => {
      const { step, as, read, reject } = await begun(await aDraft(DEFINITION));
      expect(code(await as('nobody'))).to.equal('422 REHEARSAL_ROLE_UNKNOWN /role');
      expect(code(await step(7))).to.equal('422 REHEARSAL_STEP_REFUSED /actionId');
      expect(code(await step(1))).to.equal('422 REHEARSAL_STEP_REFUSED /actionId');
      await as('seller');
      expect(code(await step(1))).to.equal('422 REHEARSAL_STEP_REFUSED /actionId');
      await as('buyer');
      const wrong = await step(0, { amount: 0 });
      expect(code(wrong)).to.equal('422 REHEARSAL_STEP_REFUSED /payload/amount');
      expect(wrong.json.errors[0]).to.include({ code: 'VAL_SCHEMA_004', path: '/payload/amount' });
      expect(code(await step(0))).to.equal('422 REHEARSAL_STEP_REFUSED /payload/amount');
      expect((await reject(0, 'No.')).status).to.equal(404 + 18);
      const { json } = await read();
      expect([json.outcome, json.steps[0].status]).to.deep.equal(['InProgress', 'Current']);
      expect(json.log.filter(({ kind }: { kind: string }) => kind === 'Error')).to.have.length(6);
    });

    it('more of a draft than may be under way, and drop what has ended', async () => {
      const id = await aDraft(DEFINITION);
      const all = [];
      for (let n = 0; n < REHEARSALS_PER_BLUEPRINT_MAX; n++) all.push(await begun(id));
      expect(code(await start(id))).to.equal('409 REHEARSALS_FULL ');
      const [first, second] = all as [(typeof all)[number], (typeof all)[number]];
      await second.play(0, { amount: 1 });
      await second.play(1);
      expect((await start(id)).status).to.equal(201);
      expect((await second.read()).status).to.equal(404);
      expect((await first.read()).status).to.equal(200);
      const listed = (await ask(world, 'listRehearsals', { params: { id } })).json;
      expect(listed).to.have.length(REHEARSALS_PER_BLUEPRINT_MAX);
    });
  });

  describe('once', () => {
    it('are stepped in turns, and the same step again is answered as it was', async () => {
      const { step, read, as } = await begun(await aDraft(DEFINITION));
      const both = await Promise.all([step(0, { amount: 3 }), step(0, { amount: 3 })]);
      expect(both.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(lines(await read(), 'Sealed')).to.have.length(1);
      expect(code(await step(0, { amount: 4 }))).to.equal('422 REHEARSAL_STEP_REFUSED /actionId');
      await as('seller');
      const last = await step(1);
      const again = await step(1);
      expect([last.json.outcome, again.status, again.json.outcome]).to.deep.equal(['Passed', 200, 'Passed']);
      expect(again.json.log).to.deep.equal(last.json.log);
    });

    it('are reset by discarding, which takes their keys along', async () => {
      const id = await aDraft(DEFINITION);
      const { step, read, discard } = await begun(id);
      await step(0, { amount: 3 });
      const before = await keys(world);
      expect((await discard()).status).to.equal(204);
      expect((await discard()).status).to.equal(204);
      expect((await read()).status).to.equal(404);
      expect((await keys(world)) - before).to.equal(-2);
      expect(statuses((await begun(id)).first)).to.equal('Current Pending');
    });
  });

  it('are abandoned after a day, keep their log, and are forgotten after a month', async () => {
    const id = await aDraft(DEFINITION);
    const { step, read } = await begun(id);
    await step(0, { amount: 3 });
    const before = await keys(world);
    const sweep = async (ms: number) => {
      world.advance(ms);
      await world.deps.rehearsals.sweep(world.deps.clock.now());
    };
    await sweep(DAY_MS - 1);
    expect((await read()).json.outcome).to.equal('InProgress');
    await sweep(2);
    const { json } = await read();
    expect([json.outcome, json.view, json.expiresAt]).to.deep.equal(['Abandoned', undefined, undefined]);
    expect(json.steps[0].status).to.equal('Done');
    expect(await keys(world)).to.be.lessThan(before);
    expect(code(await step(0, { amount: 3 }))).to.match(/^422 REHEARSAL_STEP_REFUSED/);
    await sweep(31 * DAY_MS);
    expect((await read()).status).to.equal(404);
  });
});

/** How many wallets have a sealed seed. */
async function keys({ deps }: World): Promise<number> {
  const { table } = deps.keystore as unknown as { table: { range(): AsyncIterable<unknown> } };
  let count = 0;
  for await (const _ of table.range()) count++;
  return count;
}
