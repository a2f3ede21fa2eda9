// Which workflow definitions may be published, and the issue for each that may not.
import { expect } from 'chai';
import type { Issue } from '../../../../../core/base/issue.js';
import type { Json } from '../../../../../core/base/json.js';
import { actionOf, checkDefinition, isStarting } from '../../../../../core/blueprint/definition/conformance.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { checkPayload, checkSchemas } from '../../../../../core/blueprint/schemas/payload-check.js';
import { DEFINITION } from '../../../../support/register/ledger.js';

const codes = (issues: readonly Issue[]): string => issues.map((i) => `${i.code} ${i.path}`).join(', ') || 'ok';
const LOAN = DEFINITION as unknown as Definition;

function withSchema(schema: unknown): Definition {
  return { ...LOAN, actions: [{ id: 0, sender: 'clerk', dataSchemas: [schema as never] }] };
}

function judge(schema: unknown, payload: Json): string {
  const definition = withSchema(schema);
  expect(checkSchemas(definition)).to.deep.equal([]);
  const { found } = checkPayload(definition, '0', payload);
  return found ? `${found.code} ${found.path}` : 'ok';
}

describe('a workflow definition', () => {
  it('is refused at the member that is wrong', () => {
    const change = (more: object) => codes(checkDefinition({ ...DEFINITION, ...more } as Json, 'loan'));
    const actions = DEFINITION.actions as readonly Json[];
    const first = actions[0] as { readonly [key: string]: Json };
    const action = (more: object) => change({ actions: [{ ...first, ...more }, ...actions.slice(1)] });
    expect(change({})).to.equal('ok');
    expect(codes(checkDefinition('text', 'loan'))).to.equal('VAL_BP_010 ');
    expect(change({ id: 'other' })).to.equal('VAL_BP_010 /id');
    expect(change({ title: '' })).to.equal('VAL_BP_010 /title');
    expect(change({ participants: [{ id: 'clerk' }] })).to.equal('VAL_BP_010 /participants');
    expect(
      change({ participants: [{ id: 'clerk' }, { id: 'clerk' }], actions: [{ id: 0, sender: 'clerk' }] }),
    ).to.equal('VAL_BP_010 /participants/1/id');
    expect(change({ participants: [{ id: 'applicant', walletAddress: 5 }, { id: 'clerk' }] })).to.equal(
      'VAL_BP_010 /participants/0/walletAddress',
    );
    expect(change({ actions: [] })).to.equal('VAL_BP_010 /actions');
    expect(action({ id: 1 })).to.equal(
      'VAL_BP_010 /actions/1/id, VAL_BP_010 /actions/1/rejectionConfig/targetActionId',
    );
    expect(action({ sender: 'nobody' })).to.equal('VAL_BP_010 /actions/0/sender');
    expect(action({ isStartingAction: 'yes' })).to.equal('VAL_BP_010 /actions/0/isStartingAction');
    expect(action({ routes: {} })).to.equal('VAL_BP_010 /actions/0/routes');
    expect(action({ routes: [{ nextActionIds: [9] }] })).to.equal('VAL_BP_010 /actions/0/routes/0/nextActionIds');
    expect(action({ routes: [{ nextActionIds: Array.from({ length: 65 }, () => 1) }] })).to.equal(
      'VAL_BP_010 /actions/0/routes/0/nextActionIds',
    );
    expect(action({ rejectionConfig: { targetActionId: 9 } })).to.equal(
      'VAL_BP_010 /actions/0/rejectionConfig/targetActionId',
    );
    expect(action({ dataSchemas: {} })).to.equal('VAL_BP_010 /actions/0/dataSchemas');
  });

  it('says what starts', () => {
    const at = (id: string) => actionOf(LOAN, id)!;
    expect(actionOf(LOAN, '01')).to.equal(undefined);
    expect([isStarting(LOAN, at('0')), isStarting(LOAN, at('1'))]).to.deep.equal([true, false]);
    const unmarked = { ...LOAN, actions: LOAN.actions.map((action) => ({ ...action, isStartingAction: false })) };
    expect([isStarting(unmarked, unmarked.actions[0]!), isStarting(unmarked, unmarked.actions[1]!)]).to.deep.equal([
      true,
      false,
    ]);
  });
});

describe('payload schemas', () => {
  it('locates the value at fault', () => {
    expect(judge({ required: ['a/b'] }, {})).to.equal('VAL_SCHEMA_004 /payload/a~1b');
    expect(judge({ properties: { a: { items: { type: 'number' } } } }, { a: [1, 'x'] })).to.equal(
      'VAL_SCHEMA_004 /payload/a/1',
    );
    expect(judge({ $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } }, { a: 'x' })).to.equal(
      'VAL_SCHEMA_004 /payload/a',
    );
    expect(judge({ format: 'date' }, '2026-02-30')).to.equal('VAL_SCHEMA_004 /payload');
    expect(
      judge({ $schema: 'http://json-schema.org/draft-07/schema#', $id: 'https://x/y', type: 'object' }, {}),
    ).to.equal('ok');
    expect(judge(true, 5)).to.equal('ok');
    expect(judge(false, 5)).to.equal('VAL_SCHEMA_004 /payload');
  });

  it('is not fooled by members that every object inherits', () => {
    expect(judge({ required: ['toString'] }, {})).to.equal('VAL_SCHEMA_004 /payload/toString');
    expect(judge({ required: ['__proto__'] }, {})).to.equal('VAL_SCHEMA_004 /payload/__proto__');
  });

  it('refuses schemas that could cost more than they say', () => {
    const refused = (schema: unknown) => codes(checkSchemas(withSchema(schema)));
    const no = 'VAL_SCHEMA_005 /actions/0/dataSchemas/0';
    expect(refused({ properties: { a: { $ref: '#' } } })).to.equal(no);
    expect(refused({ $ref: 'https://example.org/schema' })).to.equal(no);
    expect(refused({ $ref: '#/$defs/none' })).to.equal(no);
    expect(refused({ $dynamicRef: '#x' })).to.equal(no);
    expect(refused({ properties: { a: { $id: 'x' } } })).to.equal(no);
    expect(refused({ uniqueItems: true })).to.equal(no);
    expect(refused({ uniqueItems: true, maxItems: 256 })).to.equal('ok');
    expect(refused({ pattern: '(?=a)b' })).to.equal(no);
    expect(refused({ type: 'nothing' })).to.equal(no);
    expect(refused('text')).to.equal(no);
    const doubling: Record<string, unknown> = { d0: { type: 'string' } };
    for (let i = 1; i < 40; i++)
      doubling[`d${i}`] = { anyOf: [{ $ref: `#/$defs/d${i - 1}` }, { $ref: `#/$defs/d${i - 1}` }] };
    expect(refused({ $defs: doubling, $ref: '#/$defs/d39' })).to.equal(no);
    let nested: unknown = {};
    for (let i = 0; i < 5000; i++) nested = { not: nested };
    expect(refused(nested)).to.equal(no);
  });
});
