// The findings of the readers of an instance: each lie of a patched sender that a reader can see, by every reader of
// the same cells alike; nothing about honest senders, also where they knew less; and the values as they were committed.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Action } from '../../../../../core/blueprint/definition/types.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { ROUTE_MEMBER } from '../../../../../core/envelope/layout/layout.js';
import { refusedBuilding } from '../../../../../core/reading/cells/findings.js';
import { type ActStep, CellParties, type Made } from '../../../../support/cells/cell-parties.js';
import { asks, definitionOf, num, read, shows, to } from '../../../../support/definitions/short-definitions.js';

const site = { type: 'object', properties: { street: { type: 'string' }, plot: num }, required: ['street'] };
const participants = ['x', 'y', 'z', 'w'].map((id) => ({ id }));
const first = { ...asks({ price: num, note: num }, ['note']), ...shows({ y: ['price'], z: ['price'] }), ...to(2) };
const second = {
  sender: 'y',
  dataSchemas: [{ type: 'object', properties: { qty: num, site }, required: ['qty', 'site'] }],
  calculations: { total: { '*': [read('qty'), read('act.1.price')] } },
  // x, z and w read the same; w does not see the price.
  ...shows(Object.fromEntries(['x', 'z', 'w'].map((role) => [role, ['qty', 'total', 'site/street']]))),
  routes: [
    { id: 'much', nextActionIds: [3], condition: { '>': [read('calc.total'), 100] } },
    { id: 'little', nextActionIds: [1], isDefault: true },
  ],
  rejectionConfig: { targetActionId: 1 },
};
const third = {
  ...asks({ paid: num }),
  ...shows({ z: ['*'] }),
  calculations: { rest: { '-': [read('act.2.total'), read('paid')] } },
  rejectionConfig: { targetActionId: 2 },
};
const definition = definitionOf([{ ...first, isStartingAction: true }, second, third], { participants });

const payload = { qty: 3, site: { street: 'Mill Lane', plot: 1 } };

/** The second action of an instance in which the first one was honest. */
function second2(step: Omit<ActStep, 'action'> = {}, price = 7): CellParties {
  const parties = new CellParties(definition);
  parties.act({ action: 1, payload: { price } });
  parties.act({ action: 2, payload, ...step });
  return parties;
}

const change = (members: JsonObject, next?: readonly number[]) => ({
  lie: (made: Made): Made => ({ data: { ...made.data, ...members }, next: next ?? made.next }),
});
/** More than it is, and where that leads. */
const MUCH = { total: '500', [ROUTE_MEMBER]: { reasonCode: 'ConditionMatched', routeId: 'much' } };
const without = (name: string) => ({
  lie: ({ data, next }: Made): Made => ({
    data: Object.fromEntries(Object.entries(data).filter(([one]) => one !== name)),
    next,
  }),
});

function groupsOf({ moves }: CellParties): number {
  const [, two] = moves;
  return (two?.transaction.payload as unknown as { groups: unknown[] } | undefined)?.groups.length ?? 0;
}

function foundBy(parties: CellParties): JsonObject {
  return Object.fromEntries(['x', 'y', 'z', 'w'].map((role) => [role, parties.found(role)])) as unknown as JsonObject;
}

describe('cells: the findings of readers of an instance', () => {
  it('is of a definition that may be published', () => {
    const errors = checkBlueprint(definition).filter(({ severity }) => severity === 'error');
    expect(errors).to.deep.equal([]);
  });

  it('verifies what honest senders state, and names who stated it', () => {
    const parties = second2();
    expect(foundBy(parties)).to.deep.equal({ x: [], y: [], z: [], w: [] });
    const { runs = [], fields } = parties.see('z');
    expect(fields).to.deep.equal({ price: 7, qty: 3, total: '21', site: { street: 'Mill Lane' } });
    expect(Object.fromEntries(runs[1]?.members ?? [])).to.deep.equal({
      '/@route': 'verified',
      '/qty': 'stated',
      '/site/street': 'stated',
      '/total': 'verified',
    });
    expect(parties.see('w').runs?.map(({ members }) => members.get('/total'))).to.deep.equal([undefined, 'stated']);
    // The first action is not for w.
    expect(parties.see('w').runs?.[0]?.members.size).to.equal(0);
  });

  it('denies a false calculated member, by all who see the operands, and keeps its value', () => {
    const parties = second2(change({ total: '22' }));
    const denied = ['2 /total calculation'];
    // A role that sees no price takes the total at its word, and y itself sees what it did.
    expect(foundBy(parties)).to.deep.equal({ x: denied, y: denied, z: denied, w: [] });
    expect(parties.see('x').fields.total).to.equal('22');
    const [x, z] = ['x', 'z'].map((role) => parties.see(role).runs?.[1]);
    expect([...(x?.members ?? [])]).to.deep.equal([...(z?.members ?? [])]);
    expect(x?.verdicts).to.deep.equal(z?.verdicts);
    // Honest work on it is honest.
    const much = second2(change(MUCH, [3]));
    much.act({ action: 3, payload: { paid: 1 } });
    expect(much.see('z').fields.rest).to.equal('499');
    expect(much.found('z').filter((one) => one.startsWith('3'))).to.deep.equal([]);
  });

  it('denies a calculated member that is absent, a wrong type, an absent member, and a part in no object', () => {
    // The condition on it has no value either.
    const both = ['2 /total calculation', '2 /@route route'];
    expect(second2(without('total')).found('x')).to.deep.equal(both);
    expect(second2(change({ qty: '3' })).found('w')).to.deep.equal(['2 /qty schema']);
    expect(second2(without('qty')).found('w')).to.deep.equal(['2 /qty missing']);
    expect(second2(change({ site: { plot: 1 } })).found('w')).to.deep.equal(['2 /site/street missing']);
  });

  it('denies another way than the data gives, and a decision that is not the public one', () => {
    expect(second2(change({}, [3])).found('z')).to.deep.equal(['2 /@route route']);
    const decided = { [ROUTE_MEMBER]: { reasonCode: 'ConditionMatched', routeId: 'much' } };
    expect(second2(change(decided)).found('z')).to.deep.equal(['2 /@route route']);
    // A role that sees the total sees the way, and a role that does not see how the total came takes it.
    expect(second2(change({}, [3])).found('w')).to.deep.equal(['2 /@route route']);
  });

  it('reads nothing beside the cells, and nothing of a group with other values than were committed', () => {
    const honest = second2();
    const other = second2(change({ qty: 4, total: '28' }));
    const swap = (place: number) => (envelope: Json) => {
      const own = envelope as { groups: Json[] };
      const theirs = other.moves[1]?.transaction.payload as unknown as { groups: Json[] };
      return { ...own, groups: own.groups.map((group, i) => (i === place ? (theirs.groups[i] as Json) : group)) };
    };
    const groups = groupsOf(honest);
    const found = Array.from({ length: groups }, (_, place) => {
      const parties = second2({ forge: swap(place) });
      return ['x', 'y', 'z', 'w']
        .filter((role) => parties.found(role).length > 0)
        .map((role) => [role, parties.found(role)]);
    });
    expect(groups).to.be.greaterThan(1);
    for (const readers of found) {
      expect(readers).to.have.lengthOf.within(1, 3);
      for (const [, one] of readers) expect(one).to.deep.equal(['2  undelivered']);
    }
    const parties = second2({ forge: swap(0) });
    const role = ['x', 'y', 'z', 'w'].find((one) => parties.found(one).length > 0) as string;
    const run = parties.see(role).runs?.[1];
    expect(run?.data).to.deep.equal({});
    expect([...(run?.members.values() ?? [])]).to.satisfy((all: string[]) => all.every((one) => one === 'undelivered'));
    expect(run?.members.size).to.be.greaterThan(2);
  });

  it('judges plain runs as well', () => {
    const lie = { isPlain: true, ...change({ total: '22' }) };
    expect(second2(lie).found('x')).to.deep.equal(['2 /total calculation']);
    expect(second2(lie).found('w'), 'it does not see the price').to.deep.equal([]);
    expect(second2({ isPlain: true }).see('w').fields).to.deep.include({ total: '21', site: payload.site });
  });

  it("leaves a run that was taken back in no rule and in no reader's way", () => {
    const parties = second2(change(MUCH, [3]));
    expect(parties.found('x')).to.deep.equal(['2 /total calculation']);
    parties.reject(3);
    expect(parties.found('x')).to.deep.equal(['2 /total calculation undone']);
    expect(parties.see('x').fields).to.not.have.property('total');
    parties.act({ action: 2, payload: { ...payload, qty: 20 } });
    expect(parties.see('x').fields.total).to.equal('140');
    expect(parties.see('x').runs?.map(({ isInForce }) => isInForce)).to.deep.equal([true, false, true]);
  });

  it('takes no sender for a liar who took the role later than what it could not read', () => {
    const late = {
      ...second,
      calculations: { total: { '*': [read('qty'), { var: ['act.1.price', 0] }] } },
    };
    const parties = new CellParties(
      definitionOf([{ ...first, isStartingAction: true }, late, third], { participants }),
      ['y'],
    );
    parties.act({ action: 1, payload: { price: 7 } });
    parties.act({ action: 2, payload });
    expect(parties.see('x').fields.total).to.equal('0');
    expect(foundBy(parties)).to.deep.equal({ x: [], y: [], z: [], w: [] });
  });

  describe('before a wallet builds on it', () => {
    const building = (parties: CellParties, role: string, accepted: readonly string[] = []) =>
      refusedBuilding({
        definition: parties.definition,
        action: parties.definition.actions[2] as Action,
        role,
        runs: parties.see(role).runs ?? [],
        accepted,
      });

    it('names run, member and what to do, and lets who accepts it go on', () => {
      const parties = second2(change(MUCH, [3]));
      const { txId } = parties.moves[1]?.transaction ?? { txId: '' };
      const refused = building(parties, 'x');
      expect(refused?.code).to.equal('FACT_VIOLATED');
      expect(refused?.message).to.include(txId).and.include('/total').and.include('acceptSuspect');
      expect(building(parties, 'x', [txId])).to.equal(undefined);
      expect(building(parties, 'w'), 'sees nothing wrong').to.equal(undefined);
      parties.reject(3);
      expect(building(parties, 'x'), 'taken back').to.equal(undefined);
    });

    it('does not calculate without what was not delivered', () => {
      const broken = (payload: Json) => ({ ...(payload as JsonObject), root: 'A'.repeat(43) });
      const parties = second2({ forge: broken, ...change({}, [3]) });
      const { txId } = parties.moves[1]?.transaction ?? { txId: '' };
      expect(building(parties, 'x')?.code).to.equal('FACT_UNDELIVERED');
      expect(building(parties, 'x')?.message).to.include(txId);
      // The rest of action 3 follows from the total.
      expect(building(parties, 'x', [txId])?.code).to.equal('FACT_UNDELIVERED');
      const other = { ...parties.definition.actions[0] } as Action;
      const runs = parties.see('x').runs ?? [];
      const of = { definition: parties.definition, action: other, role: 'x', runs, accepted: [txId] };
      expect(refusedBuilding(of)).to.equal(undefined);
    });
  });
});
