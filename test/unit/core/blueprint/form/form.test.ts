// The form of an action as it is drawn, who reads a field of it, and the spellings of people.
import { expect } from 'chai';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { isDisabled, isHidden } from '../../../../../core/blueprint/form/conditions.js';
import { type FormElement, formOf } from '../../../../../core/blueprint/form/elements.js';
import { factsOf } from '../../../../../core/blueprint/form/facts-read.js';
import { ruleOf } from '../../../../../core/blueprint/form/field-rule.js';
import { judgeForm, judgeTyped } from '../../../../../core/blueprint/form/judged.js';
import { readersAt } from '../../../../../core/blueprint/form/readers.js';
import {
  numberToType,
  numberTyped,
  PERIOD_UNITS,
  periodParts,
  periodText,
} from '../../../../../core/blueprint/form/spelling.js';

const SCHEMA = {
  type: 'object',
  required: ['b'],
  properties: {
    a: { type: 'string' },
    b: { type: 'integer' },
    c: { type: 'object', properties: { d: { type: 'string' }, e: { type: 'string' } } },
    sum: { type: 'integer' },
  },
};

const names = (elements: readonly FormElement[]): readonly unknown[] =>
  elements.map((element) => {
    if (element.kind === 'layout') return [element.layout, ...names(element.elements)];
    return element.kind === 'text' ? element.text : element.question.path.join('.');
  });

describe('forms', () => {
  it('are drawn as they are designed, with what they leave out behind it', () => {
    const form = {
      type: 'Layout',
      layout: 'HorizontalLayout',
      title: 'Order',
      elements: [
        { type: 'Label', title: 'Read this.' },
        { type: 'Layout', layout: 'Group', title: 'Place', elements: [{ type: 'TextLine', scope: '#/c/d' }] },
        { type: 'TextLine', scope: '/a' },
        { type: 'TextLine', scope: '/a' },
        { type: 'TextLine', scope: '/unknown' },
      ],
    };
    const action = { title: 'Order', dataSchemas: [SCHEMA], calculations: { sum: 1 }, form } as unknown as Action;
    const { elements } = formOf(action);
    expect(names(elements)).to.deep.equal([...[['HorizontalLayout', 'Read this.', ['Group', 'c.d'], 'a'], 'b', 'c.e']]);
    expect(elements[0]).to.include({ title: undefined });
  });

  it('are made of the schema where there is none, what has to be given first', () => {
    expect(names(formOf({ dataSchemas: [SCHEMA], calculations: { sum: 1 } }).elements)).to.deep.equal(['b', 'a', 'c']);
    expect(formOf({}).elements).to.deep.equal([]);
  });

  it('show, hide, enable and disable by the value of another field', () => {
    const of = (effect: string, schema: object | boolean = { const: 1 }) =>
      ruleOf({ rule: { effect, condition: { scope: '#/x', schema } } } as never);
    for (const [effect, hidden, disabled] of [
      ['SHOW', [false, true, true], [false, false, false]],
      ['HIDE', [true, false, false], [false, false, false]],
      ['ENABLE', [false, false, false], [false, true, true]],
      ['DISABLE', [false, false, false], [true, false, false]],
    ] as const) {
      const values = [{ x: 1 }, { x: 2 }, {}];
      expect(
        values.map((payload) => isHidden(of(effect), payload)),
        effect,
      ).to.deep.equal(hidden);
      expect(
        values.map((payload) => isDisabled(of(effect), payload)),
        effect,
      ).to.deep.equal(disabled);
    }
    expect([of('BLINK'), ruleOf(undefined), ruleOf({ rule: {} } as never)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    // A schema that cannot be used says nothing.
    const broken = { pattern: '(' };
    expect(isHidden(of('SHOW', broken), { x: 'a' })).to.equal(false);
    expect(isHidden(of('HIDE', broken), { x: 'a' })).to.equal(false);
  });

  it('tell who reads a field, above and below what is disclosed', () => {
    const action = {
      ...{ id: 0, title: 'Act', sender: 'a' },
      disclosures: [
        { participantAddress: 'b', dataPointers: ['/c/d'] },
        { participantAddress: 'c', dataPointers: ['/*'] },
      ],
    } as unknown as Action;
    const definition = {
      ...{ id: 'x', title: 'X' },
      participants: ['a', 'b', 'c'].map((id) => ({ id })),
      actions: [action],
    } as unknown as Definition;
    expect(readersAt(definition, action, ['c'])).to.deep.equal(['b', 'c']);
    expect(readersAt(definition, action, ['c', 'd', 'x'])).to.deep.equal(['b', 'c']);
    expect(readersAt(definition, action, ['c', 'e'])).to.deep.equal(['c']);
    expect(readersAt(definition, action, ['a'])).to.deep.equal(['c']);
  });

  it('are judged by the runs in force, in the order of the ledger', () => {
    const run = (txId: string, value: number, isInForce = true) => ({
      ...{ source: { transactionHash: txId }, isInForce },
      members: [{ member: '/n/deep', value }, { member: '/absent' }, { member: '/@route', value: 'x' }],
    });
    const state = [
      { actionId: '2', runs: [run('t3', 3), run('t4', 4, false)] },
      { actionId: '5', runs: [run('t1', 1)] },
    ];
    expect(factsOf(state, { order: ['t1', 't2', 't3'], time: {} })).to.deep.equal({
      runs: [
        { txId: 't1', action: 5, data: { n: { deep: 1 } } },
        { txId: 't3', action: 2, data: { n: { deep: 3 } } },
      ],
      time: {},
    });
    const none = judgeForm({
      definition: { actions: [] } as never,
      actionId: '1',
      payload: {},
      facts: { runs: [], time: {} },
    });
    expect([none.issues.map(({ code }) => code), none.parts]).to.deep.equal([['VAL_SCHEMA_003'], []]);
  });
});

describe('typed forms that are judged', () => {
  const action = {
    ...{ id: 0, title: 'Act', sender: 'a', isStartingAction: true },
    dataSchemas: [
      {
        type: 'object',
        required: ['kind', 'rows'],
        properties: {
          kind: { enum: ['x', 'y'] },
          why: { type: 'string' },
          rows: { type: 'array', items: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } },
        },
      },
    ],
    form: {
      type: 'Layout',
      elements: [
        { type: 'Choice', scope: '/kind' },
        {
          type: 'TextLine',
          scope: '/why',
          rule: { effect: 'SHOW', condition: { scope: '/kind', schema: { const: 'y' } } },
        },
      ],
    },
  };
  const definition = { id: 'x', title: 'X', participants: [{ id: 'a' }], actions: [action] } as unknown as Definition;
  const judged = (typed: Parameters<typeof judgeTyped>[0]['typed']) =>
    judgeTyped({ definition, actionId: '0', typed, facts: { runs: [], time: {} } });

  it('say what is missing and hidden beside the payload', () => {
    const { payload, missing, hidden, issues } = judged({ rows: [{}], why: 'no' });
    expect(payload).to.deep.equal({ rows: [{}] });
    expect(missing).to.deep.equal([['kind'], ['rows', '0', 'n']]);
    expect(hidden).to.have.length(1);
    expect(issues.map(({ path }) => path)).to.deep.equal(['/payload/kind', '/payload/rows/0/n']);
  });

  it('show what another value asks for', () => {
    const { payload, missing, hidden, disabled, issues } = judged({ rows: [{ n: '1' }], kind: '"y"', why: 'so' });
    expect(payload).to.deep.equal({ rows: [{ n: 1 }], kind: 'y', why: 'so' });
    expect([missing, hidden, disabled, issues]).to.deep.equal([[], [], [], []]);
  });
});

describe('spellings', () => {
  const DE = { group: '.', decimal: ',' };
  const EN = { group: ',', decimal: '.' };

  it('of numbers are read by the signs of the language, and never as another number', () => {
    for (const [text, de, en] of [
      ['1.234,50', '1234.50', '1.234,50'],
      ['1,234.50', '1,234.50', '1234.50'],
      ['1.5', '1.5', '1.5'],
      ['1,5', '1.5', '1,5'],
      ['1 234', '1234', '1234'],
      ['1’234', '1234', '1234'],
      ['-007', '-7', '-7'],
      ['+3', '3', '3'],
      ['-', '-', '-'],
      ['', '', ''],
      ['abc', 'abc', 'abc'],
      ['12.34.567', '12.34.567', '12.34.567'],
      ['123456789012345678901234567890', '123456789012345678901234567890', '123456789012345678901234567890'],
    ] as const) {
      expect(numberTyped(text, DE), `de ${text}`).to.equal(de);
      expect(numberTyped(text, EN), `en ${text}`).to.equal(en);
    }
    expect([numberTyped(',5', DE), numberTyped('5,', DE)]).to.deep.equal(['0.5', '5']);
    expect([numberToType('-1234.50', DE), numberToType('x.y', DE)]).to.deep.equal(['-1234,50', 'x.y']);
  });

  it('of periods are a number with a unit, and others stay text', () => {
    for (const unit of PERIOD_UNITS) expect(periodParts(periodText('3', unit))).to.deep.equal({ count: '3', unit });
    expect([periodText('', 'days'), periodText('x', 'days')]).to.deep.equal(['', '']);
    for (const text of ['', 'P1M2D', 'P', 'PT', 'P1.5D']) expect(periodParts(text)).to.equal(undefined);
  });
});
