// A sender that leaves a reader out of what the definition shows it: the reader is told where the definition makes
// certain that something was there to be shown, and no sender is suspected for what may be absent or for a role that
// was not taken yet.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Action } from '../../../../core/blueprint/definition/types.js';
import { duesIn } from '../../../../core/blueprint/schemas/due.js';
import type { GroupContent } from '../../../../core/envelope/seal.js';
import { suspicionProblem } from '../../../../core/reading/envelopes/suspicion.js';
import { Parties, suspicions, widened } from '../../../support/parties.js';
import { definition, shows, to } from '../../../support/party-definitions.js';

const number = { type: 'number' };
const form = (names: readonly string[], required = names): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, number])),
  required,
});

/** The seller ships as often as it likes, and the carrier says what it weighs. */
const SHIP = definition(
  { dataSchemas: [form(['credit'])], disclosures: shows({ seller: ['/*'], carrier: ['/credit'] }), routes: to(2, 3) },
  {
    sender: 'seller',
    dataSchemas: [form(['qty', 'note'], ['qty'])],
    calculations: { total: { '+': [{ var: ['total', 0] }, { var: 'qty' }] } },
    disclosures: shows({ bank: ['/*'], carrier: ['/note', '/total'] }),
    routes: to(2),
  },
  {
    sender: 'carrier',
    dataSchemas: [form(['weight', 'note'], ['weight'])],
    disclosures: shows({ bank: ['/weight'], seller: ['/note'] }),
    routes: to(3),
  },
);

/** As a patched node does: nothing for this party. */
function without(parties: Parties, role: string) {
  const { walletAddress } = parties.walletOf(role).key;
  return (groups: readonly GroupContent[]): readonly GroupContent[] =>
    groups
      .map((group) => ({ ...group, recipients: group.recipients.filter((one) => one.walletAddress !== walletAddress) }))
      .filter(({ recipients }) => recipients.length > 0);
}

describe('disclosure: a reader that was left out', () => {
  it('misses what is certain, in each round, keeps what it had, and acts again when it accepts that by name', () => {
    const parties = new Parties(SHIP);
    parties.act(1, { credit: 5 });
    parties.act(2, { qty: 1 });
    for (const [round, qty] of [2, 3].entries()) {
      parties.act(2, { qty }, { groups: without(parties, 'bank') });
      const seen = parties.see('bank');
      expect(suspicions(seen)).to.have.lengthOf(2 * (round + 1));
      expect(suspicions(seen).slice(-2)).to.have.members(['2 /qty missing', '2 /total missing']);
      expect(seen.fields).to.deep.equal({ credit: 5, qty: 1, total: 1 });
    }
    expect(suspicions(parties.see('carrier'))).to.deep.equal([]);
    const ids = parties.transactions.slice(2).map(({ txId }) => txId);
    const { suspect } = parties.see('bank');
    expect(suspicionProblem(suspect)?.message).to.include(ids[0]).and.include('is missing');
    expect(suspicionProblem(suspect, ids.slice(0, 1))?.code).to.equal('FACT_VIOLATED');
    expect(suspicionProblem(suspect, ids)).to.equal(undefined);
  });

  it('cannot be given a later value that rests on what was withheld; another sender is not suspected for it', () => {
    const parties = new Parties(SHIP);
    parties.act(1, { credit: 5 });
    parties.act(2, { qty: 1 });
    parties.act(2, { qty: 2 }, { groups: without(parties, 'bank') });
    parties.act(2, { qty: 3 }, { forge: widened({ total: 1000 }) });
    const seen = parties.see('bank');
    expect(suspicions(seen).at(-1)).to.equal('2 /total calculation');
    expect(seen.fields.total).to.equal(1);
    const sum = { calculations: { total: { '+': [{ var: 'qty' }, 1] } } };
    const [first, ship] = SHIP.actions as [Action, Action];
    const other = definition({ ...first, routes: to(2) }, { ...ship, routes: to(3) }, { sender: 'carrier', ...sum });
    const shared = { ...other, actions: other.actions.map((one) => ({ ...one, disclosures: all() })) };
    const honest = new Parties(shared);
    honest.act(1, { credit: 5 });
    honest.act(2, { qty: 1 }, { groups: without(honest, 'bank') });
    honest.act(3, {});
    expect(suspicions(honest.see('bank')).every((one) => one.startsWith('2 '))).to.equal(true);
  });

  it('is not served by a group that is empty, or that lacks a part', () => {
    const parties = new Parties(SHIP);
    const bank = parties.walletOf('bank').key;
    parties.act(1, { credit: 5 });
    const empty = (groups: readonly GroupContent[]) => [...without(parties, 'bank')(groups), alone({})];
    const alone = (fields: JsonObject): GroupContent => ({ fields, recipients: [bank] });
    parties.act(2, { qty: 1 }, { groups: empty });
    parties.act(3, { weight: 1 }, { follows: 0, groups: empty });
    expect([...suspicions(parties.see('bank'))].sort()).to.deep.equal([
      '2 /qty missing',
      '2 /total missing',
      '3 /weight missing',
    ]);
  });

  it('demands what disclosures show for certain: of members, items and calculated values, and nothing that may be absent', () => {
    const part = (of: JsonObject): JsonObject => ({ type: 'object', ...of });
    const site = part({ properties: { a: number, b: number }, required: ['a'] });
    const dues = (schema: JsonObject, pointers: readonly string[], more: Partial<Action> = {}) =>
      duesIn({ id: 1, sender: 'bank', dataSchemas: [schema], ...more }, pointers).map(({ path }) => path);
    const whole = {
      properties: { site, list: { type: 'array', minItems: 2, items: site } },
      required: ['site', 'list'],
    };
    expect(
      dues(part(whole), ['/site/a', '/site/b', '/site/*', '/list/1/a', '/list/2', '/list/x', '/nope']),
    ).to.have.members(['/site/a', '/site', '/list/1/a']);
    expect(dues(part(whole), ['/*'])).to.have.members(['/site', '/list']);
    expect(dues(part({ allOf: [{ $ref: '#/$defs/w' }], $defs: { w: whole } }), ['/site/a'])).to.deep.equal(['/site/a']);
    expect(dues(part({}), ['/t', '/t/x'], { calculations: { t: 1 } })).to.deep.equal(['/t']);
    for (const loose of [
      part({ properties: { site } }),
      part({ properties: { site: { required: ['a'] } }, required: ['site'] }),
      part({ properties: { site: { type: ['object', 'null'], required: ['a'] } }, required: ['site'] }),
      part({ properties: { site: { anyOf: [site, number] } }, required: ['site'] }),
    ])
      expect(dues(loose, ['/site/a']), JSON.stringify(loose)).to.deep.equal([]);
    for (const conditional of [
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      { if: { required: ['x'] }, then: { required: ['a'] }, else: { required: ['a'] } },
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      { oneOf: [{ required: ['a'] }] },
      { dependentRequired: { x: ['a'] } },
      { not: { required: ['a'] } },
    ])
      expect(dues(part(conditional), ['/a', '/*']), JSON.stringify(conditional)).to.deep.equal([]);
    expect(dues(part({ required: ['__proto__', 'constructor'] }), ['/__proto__', '/*'])).to.deep.equal([
      '/constructor',
    ]);
    expect(
      duesIn({ id: 1, sender: 'bank', dataSchemas: [true, false] } as unknown as Action, ['/a', '/*']),
    ).to.deep.equal([]);
  });

  it('whose members are all optional here, or conditional, suspects no sender', () => {
    const optional = definition(
      {
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        dataSchemas: [{ ...form(['a', 'b'], ['a']), if: { required: ['b'] }, then: { required: ['c'] } }],
        disclosures: shows({ seller: ['/b'], carrier: ['/b', '/c'] }),
        routes: to(2),
      },
      { sender: 'seller', disclosures: shows({ bank: ['/*'], carrier: ['/x/y'] }) },
    );
    const parties = new Parties(optional);
    parties.act(1, { a: 1 });
    parties.act(2, {});
    for (const role of ['bank', 'seller', 'carrier']) expect(suspicions(parties.see(role)), role).to.deep.equal([]);
  });
});

describe('disclosure: a role that is taken in a running instance', () => {
  const started = () => {
    const parties = new Parties(SHIP, {}, ['carrier', 'bank']);
    parties.act(1, { credit: 5 });
    parties.act(2, { qty: 1 });
    return parties;
  };

  it('reads nothing of before, and all after', () => {
    const parties = started();
    parties.act(3, { weight: 7 }, { follows: 0 });
    parties.act(2, { qty: 2 }, { follows: 1 });
    for (const role of ['bank', 'seller', 'carrier']) expect(suspicions(parties.see(role)), role).to.deep.equal([]);
    expect(parties.see('carrier').fields).to.deep.equal({ weight: 7, total: 3 });
  });

  it('may or may not be known to an action in another branch, and must be known to what follows that', () => {
    for (const knows of [2, 3]) {
      const parties = started();
      parties.act(3, { weight: 7 }, { follows: 0 });
      parties.act(2, { qty: 2 }, { follows: 1, knows });
      for (const role of ['bank', 'seller', 'carrier']) expect(suspicions(parties.see(role)), role).to.deep.equal([]);
      parties.act(2, { qty: 2 }, { groups: without(parties, 'carrier') });
      expect(suspicions(parties.see('carrier'))).to.deep.equal(['2 /total missing']);
    }
  });

  it('is taken by a rejection too', () => {
    const [open, ship, weigh] = SHIP.actions as [Action, Action, Action];
    const back = definition(open, ship, { ...weigh, rejectionConfig: { targetActionId: 2 } });
    const parties = new Parties(back, {}, ['carrier']);
    parties.act(1, { credit: 5 });
    parties.reject(3);
    parties.act(2, { qty: 1 });
    expect(suspicions(parties.see('carrier'))).to.deep.equal([]);
    expect(parties.see('carrier').fields).to.deep.equal({ total: 1 });
    parties.act(2, { qty: 1 }, { groups: without(parties, 'carrier') });
    expect(suspicions(parties.see('carrier'))).to.deep.equal(['2 /total missing']);
  });

  it('of a wallet that has another one: the members that it shows are no demand on what came before', () => {
    const two = definition(
      {
        sender: 'seller',
        dataSchemas: [form(['a', 'b'])],
        disclosures: shows({ bank: ['/a'], carrier: ['/b'] }),
        routes: to(2),
      },
      { dataSchemas: [form(['c'])], disclosures: shows({ carrier: ['/*'] }), routes: to(1) },
      { sender: 'carrier', dataSchemas: [form(['d'])], routes: to(1) },
    );
    for (const open of [['carrier'], ['bank', 'carrier'], []]) {
      const parties = new Parties(two, { bank: 'one', carrier: 'one' }, open);
      for (const id of [1, 2, 1, 3, 1])
        parties.act(id, { 1: { a: 1, b: 2 }, 2: { c: 1 }, 3: { d: 1 } }[id] as JsonObject);
      for (const role of ['bank', 'seller', 'carrier'])
        expect(suspicions(parties.see(role)), `${role}, open: ${open}`).to.deep.equal([]);
      expect(parties.see('bank').fields).to.include({ a: 1, b: 2 });
      const { walletAddress } = parties.walletOf('bank').key;
      const less = (group: GroupContent): GroupContent =>
        group.recipients.some((one) => one.walletAddress === walletAddress)
          ? { fields: { a: 3 }, recipients: group.recipients }
          : group;
      parties.act(1, { a: 3, b: 4 }, { groups: (groups) => groups.map(less) });
      expect(suspicions(parties.see('bank')), `both held, open: ${open}`).to.deep.equal(['1 /b missing']);
    }
  });
});

function all() {
  return shows({ bank: ['/*'], carrier: ['/*'], seller: ['/*'] });
}
