// Drafts of the shipped templates, and others, walked through role by role to where they end, and what each party reads
// on the way.
import { expect } from 'chai';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { shippedTemplate } from '../../../core/design/templates/shipped.js';
import { instantiate, type Template } from '../../../core/design/templates/template.js';
import { FREIGHT, FREIGHT_WALK } from '../../support/definitions/freight-draft.js';
import { TEMPLATE_PATHS } from '../../vectors/template-paths.js';
import { ask } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { COUNCIL, code, foreign, lines, rehearsing, statuses } from './rehearsing.js';

/** All of the permit, and the first path of every other template that comes to an end. */
const PATHS = TEMPLATE_PATHS.filter(
  ({ template }, i) =>
    template === 'construction-permit' ||
    (template !== 'ping-pong' && TEMPLATE_PATHS.findIndex((path) => path.template === template) === i),
);

describe('rehearsals walk through', () => {
  const world = worldOfAll();

  const { aDraft, begun, publish } = rehearsing(() => world);

  /** A draft of a shipped template whose roles all have wallets of other nodes. */
  async function aTemplateDraft(template: string, parameters: JsonObject = {}): Promise<string> {
    const found = shippedTemplate(template);
    if (!found) throw new Error(template);
    const open = instantiate(found, parameters) as unknown as JsonObject & { participants: JsonObject[] };
    const participants = open.participants.map((one) => ({ ...one, walletAddress: foreign(String(one.id)) }));
    return aDraft({ ...open, participants });
  }

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

  it('a permit with open roles to its end: on a register they are claimed, and given what came before', async () => {
    const [path] = TEMPLATE_PATHS;
    const open = instantiate(shippedTemplate('construction-permit') as Template, {}) as unknown as JsonObject;
    const [first, ...others] = open.participants as unknown as readonly JsonObject[];
    const participants = [first, ...others.map((one) => ({ ...one, claimFor: 'PT4H' }))] as JsonObject[];
    const { play } = await begun(await aDraft({ ...open, participants }));
    let last = await play(1, path?.steps[0]?.payload);
    expect(lines(last, 'Delivered').join(' ')).to.contain('engineer reads');
    for (const { action, payload } of path?.steps.slice(1) ?? []) last = await play(action, payload);
    expect(last.json.outcome, last.text).to.equal('Passed');
  });

  it('a path of its construction permit with what each party reads, and nothing else', async () => {
    const path = TEMPLATE_PATHS[0];
    if (path?.template !== 'construction-permit') throw new Error('another first path');
    const id = await aTemplateDraft(path.template);
    const isRehearsed = async () => (await ask(world, 'validateBlueprint', { params: { id } })).json.isRehearsed;
    expect(await isRehearsed()).to.equal(false);
    const { first, play, as } = await begun(id);
    let last = first;
    for (const { action, payload } of path.steps) last = await play(action, payload);
    expect(lines(last, 'Delivered')).to.include('environment reads floorArea, project, startDate.');
    expect(last.text).to.not.contain('account 7');
    for (const [role, hidden] of Object.entries(path.hidden)) {
      const { view } = (await as(role)).json;
      expect(view.participantId).to.equal(role);
      expect(view.data).to.not.have.any.keys(...hidden);
      for (const { data } of view.runs) expect(data).to.not.have.any.keys(...hidden);
      expect(Object.keys(view.data), role).to.not.deep.equal([]);
    }
    expect((await as('contractor')).json.view.data.bankReference).to.equal('account 7');
    expect(await isRehearsed()).to.equal(true);
  });

  it('freight of language 2, with money, decimals, tables and a calendar', async () => {
    const participants = FREIGHT.participants.map(({ id }) => ({ id, walletAddress: foreign(id) }));
    const { play, as } = await begun(await aDraft({ ...FREIGHT, participants }));
    const refused = await play(1, { weight: 999.9, way: 'rail', pickup: '2026-12-18' });
    expect(code(refused)).to.equal('422 REHEARSAL_STEP_REFUSED /payload/weight');
    let last = refused;
    for (const { action, payload, fields } of FREIGHT_WALK) {
      last = await play(action, payload);
      expect(last.status, last.text).to.equal(200);
      expect((await as('shipper')).json.view.data).to.deep.include({ ...payload, ...fields });
    }
    expect(last.json.outcome).to.equal('Passed');
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
    for (const action of [0, 2, 1] as const)
      await play(action, { 0: { plan: 'tunnel' }, 1: {}, 2: { vote: 'no' } }[action]);
    expect((await read()).json.outcome).to.equal('InProgress');
    const last = await play(3);
    expect([last.json.outcome, statuses(last)]).to.deep.equal(['Passed', 'Done Done Done Done']);
    const { participantId, data, runs } = last.json.view;
    expect({ participantId, data }).to.deep.equal({ participantId: 'mayor', data: { plan: 'tunnel', vote: 'no' } });
    expect(runs[0]).to.deep.include({ actionId: 0, data: { plan: 'tunnel' } });
    expect(lines(last, 'Sealed')).to.have.length(8);
    expect(lines(last, 'Delivered')).to.include('archive reads vote.');
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

  it('an open role, which reads what came before it acts', async () => {
    const { play, as } = await begun(await aDraft(DEFINITION));
    const gone = await play(0, { amount: 3 });
    expect(lines(gone, 'Delivered')).to.deep.equal(['seller reads amount.']);
    expect((await as('seller')).json.view.data).to.deep.equal({ amount: 3 });
  });
});
