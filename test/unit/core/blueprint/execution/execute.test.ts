// The engine as a whole: its issues, what it records, and three workflows from the first action to the last with what
// each party sees.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import type { Failure, Result } from '../../../../../core/base/result.js';
import { checkDefinition } from '../../../../../core/blueprint/definition/conformance.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { type Executed, execute } from '../../../../../core/blueprint/execution/execute.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { CONSTRUCTION_PERMIT } from '../../../../support/construction-permit.js';
import { EQUIPMENT_REFURBISHMENT } from '../../../../support/equipment-refurbishment.js';
import { INVOICE_FINANCE } from '../../../../support/invoice-finance.js';
import { placesOf } from '../../../../support/results.js';
import { Walk } from '../../../../support/walk.js';

const PERMIT = CONSTRUCTION_PERMIT as unknown as Definition;

function codes(result: Result<Executed>): string {
  return placesOf(result).join(', ') || 'ok';
}

const application = (storeys: number, buildingUse: string, floorArea: number, projectValue = 0) => ({
  project: 'Riverside',
  buildingUse,
  storeys,
  floorArea,
  projectValue,
  bankReference: 'account 7',
});
const NOTES = { structuralNotes: 'sound' };
const REVIEW = { planningConditions: ['quiet hours'] };

describe('execute', () => {
  it('locates every fault of a payload', () => {
    const run = (payload: Json, actionId = '1') => codes(execute({ definition: PERMIT, actionId, payload }));
    expect(run({}, '9')).to.equal('VAL_SCHEMA_003 /actionId');
    expect(run({}, '01')).to.equal('VAL_SCHEMA_003 /actionId');
    expect(run([])).to.equal('VAL_SCHEMA_004 /payload');
    expect(run({ ...application(0, 'shed', 5), project: '' })).to.equal(
      'VAL_SCHEMA_004 /payload/project, VAL_SCHEMA_004 /payload/buildingUse, VAL_SCHEMA_004 /payload/storeys',
    );
    expect(run(application(3, 'residential', 800))).to.equal('ok');
  });

  it('runs no rule of language 2 on fields that no run is known for', () => {
    const definition = { ...PERMIT, language: 2 };
    const payload = application(3, 'residential', 800);
    expect(codes(execute({ definition, actionId: '1', payload }))).to.equal('BLUEPRINT_INVALID /language');
  });

  it('says which rule has no value, and prefers the fault of the payload', () => {
    const previous = { storeys: 'many', floorArea: 5 };
    expect(codes(execute({ definition: PERMIT, actionId: '2', payload: NOTES, previous }))).to.equal(
      'VAL_SCHEMA_004 /payload/riskScore',
    );
    const loose = { ...PERMIT, actions: PERMIT.actions.map(({ dataSchemas, ...action }) => action) };
    expect(codes(execute({ definition: loose, actionId: '2', payload: {}, previous: { storeys: 'many' } }))).to.equal(
      'LOGIC_INVALID /actions/1/calculations/baseScore',
    );
    expect(codes(execute({ definition: loose, actionId: '3', payload: { note: 'x' } }))).to.equal('ok');
  });

  it('refuses a schema that may not be published', () => {
    const definition = { ...PERMIT, actions: [{ id: 0, sender: 'planner', dataSchemas: [true, { $ref: '#' }] }] };
    expect(codes(execute({ definition, actionId: '0', payload: {} }))).to.equal(
      'VAL_SCHEMA_005 /actions/0/dataSchemas/1',
    );
  });

  it('bounds the rules of one action together', () => {
    const list = { map: [{ var: 'n' }, { '+': [1, 1] }] };
    const definition: Definition = {
      ...PERMIT,
      actions: [{ id: 0, sender: 'planner', calculations: { a: list, b: list, c: list } }],
    };
    const payload = { n: Array.from({ length: 15_000 }, () => 0) };
    expect(codes(execute({ definition, actionId: '0', payload }))).to.equal('LOGIC_LIMIT /actions/0/calculations/b');
  });

  it('records the payload and what was calculated, never what came before', () => {
    const found = execute({
      definition: PERMIT,
      actionId: '2',
      payload: NOTES,
      previous: { storeys: 3, buildingUse: 'residential', floorArea: 800, bankReference: 'not to be recorded' },
    }) as Executed;
    expect(found.data).to.deep.equal({ structuralNotes: 'sound', baseScore: 6.1, riskScore: 6.1 });
    expect(found.calculated).to.deep.equal(['baseScore', 'riskScore']);
    expect(found.disclosures.map(({ participantId }) => participantId)).to.deep.equal([
      'contractor',
      'engineer',
      'environment',
      'planner',
    ]);
  });

  it('takes no calculated member and no member of another action in a payload, and says which', () => {
    const run = (payload: Json) =>
      execute({ definition: PERMIT, actionId: '2', payload, previous: { storeys: 3, floorArea: 800 } });
    expect(codes(run({ ...NOTES, riskScore: 1, storeys: 1 }))).to.equal(
      'VAL_SCHEMA_007 /payload/riskScore, VAL_SCHEMA_007 /payload/storeys',
    );
    const [first] = (run({ ...NOTES, riskScore: 1 }) as Failure).issues;
    expect(first?.message).to.equal('riskScore is calculated by this action: leave it out of the payload.');
  });
});

/** The warning that says who has to issue a credential, and nothing else. */
const foundIn = (blueprint: Parameters<typeof checkBlueprint>[0]) =>
  checkBlueprint(blueprint).map(({ code, location }) => `${code} ${location}`);

describe('construction permit', () => {
  it('is a good blueprint', () => {
    expect(foundIn(CONSTRUCTION_PERMIT)).to.deep.equal(['BP_MEMBER_UNREAD /actions/5/credentialIssuanceConfig']);
    expect(checkDefinition(CONSTRUCTION_PERMIT, 'construction-permit')).to.deep.equal([]);
  });

  it('of low risk passes without the environment agency', () => {
    const walk = new Walk(CONSTRUCTION_PERMIT);
    const steps = walk.along([
      application(3, 'residential', 800, 500_000),
      NOTES,
      REVIEW,
      { inspector: 'Lee' },
      { permitNumber: 'BP-2026-0001' },
    ]);
    expect(walk.path).to.deep.equal([1, 2, 3, 5, 6]);
    expect([steps[1]?.data.riskScore, steps[3]?.data.permitFee]).to.deep.equal([6.1, 2200]);
    expect(steps[2]?.decision).to.deep.equal({
      completedActionId: 3,
      nextActions: [{ actionId: 5 }],
      routeId: 'low-risk',
      reasonCode: 'DefaultRoute',
    });
    expect(steps[4]?.decision.nextActions).to.deep.equal([]);
  });

  it('of high risk passes everybody, and each sees only its part', () => {
    const walk = new Walk(CONSTRUCTION_PERMIT);
    const steps = walk.along([
      application(8, 'commercial', 3500, 5_000_000),
      NOTES,
      REVIEW,
      { mitigation: 'trees' },
      { inspector: 'Lee' },
      { permitNumber: 'BP-2026-0002' },
    ]);
    expect(walk.path).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect([steps[1]?.data.riskScore, steps[4]?.data.permitFee]).to.deep.equal([22.8, 15_250]);
    const fields = Object.fromEntries(
      Object.entries(walk.known).map(([who, data]) => [who, Object.keys(data).sort().join()]),
    );
    expect(fields).to.deep.equal({
      contractor:
        'bankReference,buildingUse,floorArea,mitigation,permitFee,permitNumber,planningConditions,project,projectValue,riskScore,storeys',
      control: 'floorArea,inspector,mitigation,permitFee,planningConditions,project,projectValue',
      engineer: 'baseScore,buildingUse,floorArea,project,riskScore,storeys,structuralNotes',
      environment: 'floorArea,mitigation,planningConditions,project,riskScore',
      planner:
        'baseScore,buildingUse,floorArea,permitFee,permitNumber,planningConditions,project,riskScore,storeys,structuralNotes',
    });
  });

  it('of a score in between goes to the environment agency, unless it is rejected', () => {
    const walk = new Walk(CONSTRUCTION_PERMIT);
    const steps = walk.along([application(4, 'commercial', 1200), NOTES, REVIEW]);
    expect(steps[1]?.data.riskScore).to.equal(10.08);
    expect(steps[2]?.decision.nextActions).to.deep.equal([{ actionId: 4 }]);
    expect(PERMIT.actions[2]?.rejectionConfig?.targetActionId).to.equal(1);
  });
});

describe('equipment refurbishment', () => {
  const request = (deviceClass: string, safetyFailure: boolean) => ({
    serialNumber: 'S-1',
    deviceClass,
    safetyFailure,
    fault: 'no alarm',
    ward: 'B2',
  });
  const rest = [
    { costCentre: 'C-9', budget: 4000 },
    { partsCost: 300, labourHours: 4 },
  ];

  it('is a good blueprint', () =>
    expect(foundIn(EQUIPMENT_REFURBISHMENT)).to.deep.equal(['BP_MEMBER_UNREAD /actions/4/credentialIssuanceConfig']));

  for (const [deviceClass, safetyFailure, category, path] of [
    ['I', true, 'standard', [1, 2, 3]],
    ['IIa', false, 'standard', [1, 2, 3]],
    ['IIa', true, 'safety-critical', [1, 2, 3, 4]],
    ['IIb', true, 'safety-critical', [1, 2, 3, 4]],
    ['III', false, 'safety-critical', [1, 2, 3, 4]],
  ] as const)
    it(`of class ${deviceClass}${safetyFailure ? ' with a safety failure' : ''} is ${category}`, () => {
      const walk = new Walk(EQUIPMENT_REFURBISHMENT);
      const steps = walk.along([
        request(deviceClass, safetyFailure),
        ...rest,
        ...(path.length === 4 ? [{ conditions: ['recheck'] }] : []),
        { testReport: 'passed', passed: true },
      ]);
      expect(steps[2]?.data).to.deep.include({ estimatedCost: 640, riskCategory: category });
      expect(walk.path).to.deep.equal([...path, 5]);
      expect(walk.known.regulator).to.not.have.any.keys('estimatedCost', 'ward', 'fault', 'budget');
      expect(walk.known.workshop).to.not.have.any.keys('ward', 'budget');
    });

  it('is not certified when the test fails', () => {
    const definition = EQUIPMENT_REFURBISHMENT as unknown as Definition;
    expect(codes(execute({ definition, actionId: '5', payload: { testReport: 'x', passed: false } }))).to.equal(
      'VAL_SCHEMA_004 /payload/passed',
    );
  });
});

describe('invoice finance', () => {
  const start: Json[] = [
    { orderNumber: 'O-1', quantity: 100, unitPrice: 50 },
    { deliveredQuantity: 90, proof: 'signed' },
    { invoiceNumber: 'I-1', taxRate: 0.2 },
  ];
  const approved = { approved: true, daysToMaturity: 73 };

  it('warns of its way back after a dispute, and of nothing else', () => {
    expect(checkBlueprint(INVOICE_FINANCE).map(({ severity, code }) => `${severity} ${code}`)).to.deep.equal([
      'warning BP_CYCLE',
    ]);
  });

  it('pays early, and the settlement ends it', () => {
    const walk = new Walk(INVOICE_FINANCE);
    const steps = walk.along([
      ...start,
      approved,
      { early: true },
      { yearlyRate: 0.1 },
      { accepted: true },
      { payoutReference: 'P-1' },
      { received: 5292 },
      { settlementReference: 'S-1' },
      { booked: 5400 },
    ]);
    expect(walk.path).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect([steps[2]?.data.total, steps[5]?.data.fee, steps[5]?.data.payout]).to.deep.equal([5400, 108, 5292]);
    expect(walk.known.buyer).to.not.have.any.keys('yearlyRate', 'fee', 'payout', 'received');
    expect(walk.known.bank).to.not.have.any.keys('unitPrice', 'fee', 'orderNumber');
    expect(walk.known.carrier).to.have.all.keys('orderNumber', 'quantity', 'deliveredQuantity', 'proof');
  });

  it('waits for maturity when no caller asks, or the offer is declined', () => {
    const patient = new Walk(INVOICE_FINANCE);
    patient.along([...start, approved, { early: false }, { settlementReference: 'S-1' }, { booked: 5400 }]);
    expect(patient.path).to.deep.equal([1, 2, 3, 4, 5, 10, 11]);
    const proud = new Walk(INVOICE_FINANCE);
    proud.along([
      ...start,
      approved,
      { early: true },
      { yearlyRate: 0.4 },
      { accepted: false },
      { settlementReference: 'S-1' },
      { booked: 5400 },
    ]);
    expect(proud.path).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 10, 11]);
  });

  it('goes back to the invoice after a dispute, or ends', () => {
    const walk = new Walk(INVOICE_FINANCE);
    const disputed = { approved: false, daysToMaturity: 0 };
    walk.along([
      ...start,
      disputed,
      { corrected: true, remark: 'new invoice' },
      { invoiceNumber: 'I-2', taxRate: 0 },
      disputed,
      { corrected: false, remark: 'no' },
    ]);
    expect(walk.path).to.deep.equal([1, 2, 3, 4, 12, 3, 4, 12]);
    expect(() => walk.along([{}, {}], 13)).to.throw('VAL_SCHEMA_003');
  });
});
