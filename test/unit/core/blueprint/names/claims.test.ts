// Claims of credentials in rules: which names they have, of which type they are, who reads them, and where they may be
// absent.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { CredentialRequirement, Definition } from '../../../../../core/blueprint/definition/types.js';
import { typesOf } from '../../../../../core/blueprint/names/definition-types.js';
import { resolveNames } from '../../../../../core/blueprint/names/resolve.js';
import { runScenario } from '../../../../../core/scenario/run.js';
import {
  asks,
  definitionOf,
  findingsOf,
  num,
  read,
  shows,
  to,
} from '../../../../support/definitions/short-definitions.js';

const DECIMAL = { type: 'string', format: 'decimal', 'x-scale': 2 };
const GATE = {
  ...{ id: 'invoice', vct: 'urn:example:invoice:1', acceptedIssuers: ['did:web:a.example'], readers: ['y', 'z'] },
  requiredClaims: [
    { claimName: 'amount', schema: DECIMAL },
    { claimName: '["buyer","name"]', schema: { type: 'string' } },
    { claimName: 'country', expectedValue: 'AT' },
    { claimName: 'note' },
    {
      claimName: 'terms',
      schema: { type: 'object', required: ['days'], properties: { days: num, text: { type: 'string' } } },
    },
    { claimName: '["lines",null]', schema: { type: 'string' } },
  ],
} satisfies Partial<CredentialRequirement>;

/** x shows the invoice, and y calculates by a rule. */
function asked(
  rule: Json,
  more: { readonly gate?: object; readonly first?: object; readonly second?: object } = {},
): JsonObject {
  const gate = { ...GATE, ...more.gate } as unknown as Json;
  return definitionOf([
    { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2), credentialRequirements: [gate], ...more.first },
    {
      sender: 'y',
      ...asks({ fee: DECIMAL }),
      calculations: { sum: rule },
      ...shows({ x: ['*'], z: ['*'] }),
      ...to(),
      ...more.second,
    },
  ]);
}

const errorsOf = (definition: JsonObject): readonly string[] =>
  findingsOf(definition).flatMap(({ severity, code, message }) => (severity === 'error' ? [`${code} ${message}`] : []));
const errorOf = (name: string, more?: Parameters<typeof asked>[1]): string =>
  errorsOf(asked(read(name), more))[0] ?? '';

function typeOf(name: string): string {
  const definition = asked(read(name)) as unknown as Definition;
  const second = definition.actions[1] as Definition['actions'][number];
  expect(resolveNames(definition, second).faults, name).to.deep.equal([]);
  return typesOf(definition).rulesOf(second).get('/calculations/sum')?.type.kind ?? '';
}

describe('claims in rules: names and types', () => {
  it('are named by action, gate and claim, and a path by its steps', () => {
    for (const name of ['amount', 'buyer.name', 'country', 'terms.days'])
      for (const kind of ['act', 'runs']) expect(errorOf(`${kind}.1.cred.invoice.${name}`), name).to.equal('');
  });

  it('are of the type that the requirement says', () => {
    expect(typeOf('act.1.cred.invoice.amount')).to.equal('decimal');
    expect(typeOf('act.1.cred.invoice.buyer.name')).to.equal('text');
    expect(typeOf('act.1.cred.invoice.country')).to.equal('text');
    expect(typeOf('runs.1.cred.invoice.amount')).to.equal('list');
    const wrong = errorsOf(asked({ '+': [read('act.1.cred.invoice.buyer.name'), read('in.fee')] }));
    expect(wrong.join()).to.contain('BP_TYPE');
  });

  it('say what is wrong with a name', () => {
    expect(errorOf('act.1.cred.invoices.amount')).to.contain('no gate invoices: did you mean invoice');
    expect(errorOf('act.1.cred.invoice.amounts')).to.contain('Did you mean act.1.cred.invoice.amount');
    expect(errorOf('act.1.cred.invoice.zzzzzzzz')).to.contain('expected act.1.cred.invoice.amount');
    expect(errorOf('act.1.cred.invoice')).to.contain('expected act.1.cred.invoice.amount');
    expect(errorOf('act.1.cred.invoice.terms.weeks')).to.contain('declares no member weeks');
    expect(errorOf('act.1.cred.invoice.lines')).to.contain('asks for no claim lines');
    expect(errorOf('act.2.cred.invoice.amount')).to.contain('BP_NAME_UNKNOWN');
  });

  it('have a type, or no rule reads them', () => {
    expect(errorOf('act.1.cred.invoice.note')).to.contain('state its schema in requiredClaims');
  });

  it('are not read where nodes delete them', () => {
    expect(errorOf('act.1.cred.invoice.amount', { gate: { evidence: 'kept' } })).to.contain('kept off the ledger');
  });

  it('are not read by the action for which they are shown', () => {
    const own = { first: { calculations: { own: read('cred.invoice.amount') } } };
    expect(errorsOf(asked(1, own)).join()).to.contain('the holder signs for what it states and calculates');
  });

  it('are told from a member of their name', () => {
    const first = { ...asks({ cred: num }) };
    expect(errorOf('act.1.cred.invoice.amount', { first })).to.contain('BP_NAME_AMBIGUOUS');
    const without = { ...first, credentialRequirements: [] };
    expect(errorOf('act.1.cred', { first: without })).to.equal('');
  });

  it('have schemas that may be published, without references and money', () => {
    for (const [schema, why] of [
      [{ $ref: '#/$defs/a', $defs: { a: num } }, 'no references'],
      [{ type: 'object', format: 'money' }, 'no format money'],
      [{ type: 'number', minimum: 'x' }, 'not a JSON Schema'],
    ] as const) {
      const gate = { requiredClaims: [{ claimName: 'amount', schema }] };
      expect(errorsOf(asked(1, { gate })).join(), why).to.contain(why);
    }
  });
});

describe('claims in rules: readers and doubts', () => {
  it('are read by who calculates with them', () => {
    const hidden = errorOf('act.1.cred.invoice.amount', { gate: { readers: ['z'] } });
    expect(hidden).to.contain('y does not see the claim amount of the gate invoice');
    expect(hidden).to.contain('name y under readers of that gate');
    expect(errorOf('act.1.cred.invoice.amount', { gate: { readers: ['z'], evidence: 'public' } })).to.equal('');
  });

  it('are no part of what a disclosure of all shows', () => {
    const first = shows({ y: ['*'], z: ['*'] });
    expect(errorOf('act.1.cred.invoice.amount', { gate: { readers: ['z'] }, first })).to.contain('BP_READ_UNDISCLOSED');
  });

  it('tell who can check a rule', () => {
    const told = findingsOf(asked(read('act.1.cred.invoice.amount'), { second: { checkedBy: ['z'] } }));
    expect(told.map(({ code }) => code)).not.to.contain('BP_UNCHECKED');
    const alone = asked(read('act.1.cred.invoice.amount'), { gate: { readers: ['y'] }, second: { checkedBy: ['z'] } });
    expect(errorsOf(alone).join()).to.contain('does not see the claim amount of the gate invoice of action 1');
  });

  it('may be absent where the gate is one of alternatives, or a schema does not ask for them', () => {
    expect(errorOf('act.1.cred.invoice.amount', { gate: { anyOfGroup: 'proof' } })).to.contain('BP_READ_MAYBE_ABSENT');
    expect(errorOf('act.1.cred.invoice.terms.text')).to.contain('BP_READ_MAYBE_ABSENT');
    const given = asked({ var: ['act.1.cred.invoice.amount', { decimal: '0.00' }] }, { gate: { anyOfGroup: 'proof' } });
    expect(errorsOf(given)).to.deep.equal([]);
  });

  it('may be absent where a timer states the action in place of a party', () => {
    // The property of a timer that a linter takes for a promise.
    const then = 'then';
    const [gated, second] = asked(read('act.2.cred.invoice.amount')).actions as readonly JsonObject[];
    const timers = [{ id: 'late', after: 'P1D', [then]: { nextActionIds: [3] }, data: { n: 1 } }];
    const of = (more: JsonObject) =>
      definitionOf([
        { ...asks({ a: num }), ...shows({ y: ['*'] }), ...to(2) },
        { ...gated, id: 2, ...to(3), ...more },
        { ...second, id: 3 } as JsonObject,
      ]);
    expect(errorsOf(of({}))).to.deep.equal([]);
    expect(errorsOf(of({ timers })).join()).to.contain('BP_READ_MAYBE_ABSENT');
  });
});

describe('claims in rules: scenarios', () => {
  const SUM = { '+': [read('act.1.cred.invoice.amount'), read('in.fee')] };
  const SHOWN = {
    amount: '10.00',
    '["buyer","name"]': 'Ada',
    country: 'AT',
    note: '',
    terms: { days: 1 },
    '["lines",null]': 'a',
  };
  const walk = (shows: JsonObject | undefined, expected: JsonObject = {}) => {
    const steps = [
      { action: 1, payload: { n: 1 }, ...(shows && { shows }) },
      { action: 2, payload: { fee: '1.00' }, expect: expected },
    ];
    return runScenario(asked(SUM) as unknown as Definition, { name: 'shown', steps: steps as never });
  };

  it('give the values that a step says are shown', () => {
    expect(
      walk({ invoice: SHOWN }, { fields: { sum: '11.00' } }).steps.flatMap(({ problems }) => problems),
    ).to.deep.equal([]);
  });

  it('leave them absent where it says nothing', () => {
    expect(walk(undefined, { refused: 'LOGIC_ABSENT' }).passed).to.equal(true);
  });

  for (const [why, shown] of [
    ['a claim is absent', { invoice: { ...SHOWN, amount: undefined } }],
    ['it has another value', { invoice: { ...SHOWN, country: 'DE' } }],
    ['it does not satisfy its schema', { invoice: { ...SHOWN, amount: 10 } }],
    ['a claim is not asked for', { invoice: { ...SHOWN, iban: 'x' } }],
    ['there is no such gate', { licence: {} }],
    ['a gate is not met', {}],
  ] as const)
    it(`refuse where ${why}`, () => {
      const shows = JSON.parse(JSON.stringify(shown)) as JsonObject;
      const [first] = walk(shows).steps;
      expect(first?.problems.join()).to.contain('CREDENTIAL_REFUSED');
    });
});
