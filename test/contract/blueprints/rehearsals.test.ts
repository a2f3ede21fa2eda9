// Rehearsals over HTTP: the way from a draft to its publication, the sandbox of the organisation, what is refused, and
// what becomes of what is left lying.
import { expect } from 'chai';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { REHEARSALS_PER_BLUEPRINT_MAX } from '../../../core/base/limits/node/rehearsals.js';
import { ask } from '../ledger/fixtures.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { COUNCIL, code, freshId, lines, rehearsing, statuses } from './rehearsing.js';

const OTHER = '11111111-2222-4333-8444-555555555555';
const DAY_MS = 24 * 60 * 60 * 1000;

describe('rehearsals', () => {
  const world = worldOfAll();

  const { aDraft, start, begun, on, publish } = rehearsing(() => world);

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
    // The list of versions tells of ordinary registers only: the definitions in the sandbox name wallets that no person
    // has.
    const versions = await ask(world, 'listVersions', { params: { id } });
    expect(versions.json.map(({ version }: { version: number }) => version)).to.deep.equal([1, 2]);
  });

  it('use one sandbox of the organisation, which stands in no list and has no owner', async () => {
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

    it('a name that is no rehearsal of the caller', async () => {
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
      expect(code(await reject(0, 'No.'))).to.equal('422 REHEARSAL_STEP_REFUSED /actionId');
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
