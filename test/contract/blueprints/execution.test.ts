// The execution helpers over HTTP: the engine on drafts and on publications, with data that is wrong and rules that are
// hostile.
import { expect } from 'chai';
import type { JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { earlierRuns } from '../../../core/blueprint/execution/earlier-runs.js';
import { execute } from '../../../core/blueprint/execution/execute.js';
import { lift } from '../../../core/design/lift/lift.js';
import { fillTemplate } from '../../../core/design/templates/template.js';
import { good } from '../../support/base/good.js';
import { constructionPermit } from '../../vectors/templates-1/construction-permit.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';

const APPLICATION = {
  project: 'Footbridge',
  buildingUse: 'industrial',
  storeys: 1,
  floorArea: 500,
  projectValue: 900_000,
  bankReference: 'GB-1',
};
const ASSESSMENT = { structuralNotes: 'Sound.' };
/** As its author wrote it, in language 1. */
const WRITTEN: JsonObject = { ...good(fillTemplate(constructionPermit, {})), id: 'construction-permit' };

describe('execution helpers', () => {
  const world = worldOfAll();
  before(async () => {
    const stored = await ask(world, 'createBlueprint', { body: WRITTEN });
    expect(stored.status, stored.text).to.equal(200);
  });

  const run = (id: string, body: object, how = {}) =>
    ask(world, id, { body: { blueprintId: 'construction-permit', actionId: '1', data: APPLICATION, ...body } }, how);
  const code = ({ status, json }: { status: number; json: { code: string; path: string } }) =>
    `${status} ${json.code} ${json.path}`;

  it('give what an action would give', async () => {
    const body = { actionId: '2', data: ASSESSMENT, previous: APPLICATION };
    const definition = lift(WRITTEN).definition as unknown as Definition;
    const facts = { runs: earlierRuns(definition, APPLICATION), time: {} };
    const expected = execute({ definition, actionId: '2', payload: ASSESSMENT, facts });
    if (isFailure(expected)) throw new Error(JSON.stringify(expected));
    expect((await run('executeValidate', body)).json).to.deep.equal({ isValid: true, errors: [] });
    const calculated = (await run('executeCalculate', body)).json;
    expect(calculated).to.deep.equal({ processedData: expected.data, calculatedFields: expected.calculated });
    expect(calculated.calculatedFields).to.include('riskScore');
    const routed = (await run('executeRoute', body)).json;
    expect(routed.nextActions.map(({ actionId }: { actionId: number }) => actionId)).to.deep.equal(
      expected.decision.nextActions.map(({ actionId }) => actionId),
    );
    expect([routed.nextActionId, routed.routeId, routed.isWorkflowComplete]).to.deep.equal([
      String(expected.decision.nextActions[0]?.actionId),
      expected.decision.routeId,
      expected.decision.nextActions.length === 0,
    ]);
    const { disclosures } = (await run('executeDisclose', body)).json;
    expect(
      disclosures.map((d: { participantId: string; disclosedData: object }) => [d.participantId, d.disclosedData]),
    ).to.deep.equal(expected.disclosures.map(({ participantId, data }) => [participantId, data]));
    for (const { disclosedData, fieldCount } of disclosures)
      expect(fieldCount).to.equal(Object.keys(disclosedData).length);
  });

  it('read earlier members by name, by their action, and refuse a rule that lacks one', async () => {
    const body = { actionId: '2', data: ASSESSMENT };
    const named = (await run('executeCalculate', { ...body, previous: APPLICATION })).json;
    const byAction = (await run('executeCalculate', { ...body, previous: { 1: APPLICATION } })).json;
    const byRuns = { 1: [{ ...APPLICATION, storeys: 40 }, APPLICATION] };
    expect(byAction).to.deep.equal(named);
    expect((await run('executeCalculate', { ...body, previous: byRuns })).json).to.deep.equal(named);
    const lacking = await run('executeCalculate', body);
    expect([lacking.status, lacking.json.code]).to.deep.equal([422, 'LOGIC_ABSENT']);
    expect(lacking.json.path).to.match(/^\/actions\/1\/calculations\//);
    expect(code(await run('executeCalculate', { ...body, previous: [] }))).to.equal('400 BODY_INVALID /previous');
  });

  it('take what the calculation gave', async () => {
    const body = { actionId: '2', data: ASSESSMENT, previous: APPLICATION };
    const { processedData } = (await run('executeCalculate', body)).json;
    expect(processedData).to.have.property('riskScore');
    for (const id of ['executeRoute', 'executeDisclose']) {
      const chained = await run(id, { ...body, data: processedData });
      expect(chained.status, chained.text).to.equal(200);
      expect(chained.json).to.deep.equal((await run(id, body)).json);
    }
  });

  it('take no calculated member with another value from the data', async () => {
    const body = { actionId: '2', data: { ...ASSESSMENT, riskScore: 0 }, previous: APPLICATION };
    for (const id of ['executeCalculate', 'executeRoute', 'executeDisclose'])
      expect(code(await run(id, body))).to.equal('400 VAL_SCHEMA_007 /payload/riskScore');
    const { json } = await run('executeValidate', body);
    expect(json.errors.map(({ path }: { path: string }) => path)).to.deep.equal(['/riskScore']);
  });

  it('tell all errors of the data, and where', async () => {
    const { bankReference: _, ...data } = { ...APPLICATION, storeys: 0, buildingUse: 'castle' };
    const { json } = await run('executeValidate', { data });
    expect(json.isValid).to.equal(false);
    expect(json.errors.map((e: { path: string; keyword: string }) => `${e.keyword} ${e.path}`)).to.have.members([
      'required /bankReference',
      'minimum /storeys',
      'enum /buildingUse',
    ]);
    for (const { schemaLocation, message } of json.errors)
      expect([schemaLocation, message]).to.satisfy((texts: string[]) => texts.every(Boolean));
  });

  it('run exactly the publication that is named, and none instead of it', async () => {
    const { registerId, publicationTxId } = await exampleOrders(world);
    const order = { blueprintId: 'purchase-order', actionId: '0', data: { amount: 1 } };
    for (const named of [{ publicationTxId }, { registerId }, {}])
      expect((await run('executeRoute', { ...order, ...named })).json.nextParticipantId).to.equal('seller');
    const unknown = await run('executeRoute', { ...order, publicationTxId: 'f'.repeat(64) });
    expect(code(unknown)).to.equal('404 PUBLICATION_NOT_FOUND /publicationTxId');
    expect(code(await run('executeRoute', { blueprintId: 'never' }))).to.equal('404 BLUEPRINT_NOT_FOUND /blueprintId');
    // A service sees every register, and no draft of another organisation.
    expect(code(await run('executeRoute', {}, { as: 'service' }))).to.equal('404 BLUEPRINT_NOT_FOUND /blueprintId');
  });

  it('refuse what cannot be run, at its place', async () => {
    expect(code(await run('executeRoute', { actionId: '77' }))).to.equal('400 VAL_SCHEMA_003 /actionId');
    expect(code(await run('executeRoute', { actionId: 'one' }))).to.equal('400 BODY_INVALID /actionId');
    expect(code(await run('executeRoute', { data: [] }))).to.equal('400 BODY_INVALID /data');
    const double = { reduce: [{ var: 'list' }, { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'xx'] };
    const [first, ...rest] = WRITTEN.actions as unknown as readonly [JsonObject, ...JsonObject[]];
    const hostile = (id: string, action: JsonObject) => ({
      ...WRITTEN,
      id,
      actions: [{ ...first, ...action }, ...rest],
    });
    const list = { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } };
    for (const body of [
      {
        ...WRITTEN,
        id: 'grows',
        actions: [{ ...first, routes: [], dataSchemas: [list], calculations: { total: double } }],
      },
      hostile('loops', { dataSchemas: [{ $ref: '#' }] }),
    ])
      expect((await ask(world, 'createBlueprint', { body })).status).to.equal(200);
    const data = { list: Array.from({ length: 40 }, () => 1) };
    expect(code(await run('executeCalculate', { blueprintId: 'grows', data }))).to.equal(
      '422 LOGIC_LIMIT /actions/0/calculations/total',
    );
    expect(code(await run('executeValidate', { blueprintId: 'loops', data }))).to.equal(
      '400 BLUEPRINT_INVALID /actions/0/dataSchemas/0',
    );
  });
});
