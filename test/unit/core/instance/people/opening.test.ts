// The right to open an instance, as lists say it: for each wallet the same as the pipeline says of an opening that it
// signs.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { PlannedAction } from '../../../../../core/blueprint/plan/planned.js';
import { mayOpen, takesPart } from '../../../../../core/instance/people/opening.js';
import { alice, bob, NOW, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People, step } from '../../../../support/register/people.js';

const [carol, dave, eve] = [wallet('carol'), wallet('dave'), wallet('eve')];
const signsOnly = wallet('signs', 'ML-DSA-65');
const ALL: Readonly<Record<string, Wallet>> = { alice, bob, carol, dave, eve, signsOnly };
const HOUR = 3_600_000;
const delegation = (to: string, more: object = {}) => ({
  ...{ to, from: new Date(NOW).toISOString(), until: new Date(NOW + HOUR).toISOString() },
  ...more,
});

/** `opens` opens the instance, and bob is the other party. */
function talk(opens: JsonObject, more: object = {}): JsonObject {
  return {
    ...{ language: 2, title: 'Talk', description: 'One asks and another one answers.' },
    participants: [
      { id: 'opens', ...opens },
      { id: 'bob', walletAddress: bob.address },
    ],
    actions: [step(1, 'opens', [2], { isStartingAction: true }), step(2, 'bob', [], more)],
  } as unknown as JsonObject;
}

/** Those of all wallets that the list says may open, after comparing each with what the pipeline says. */
function openers(at: People, definition: JsonObject, atMs = NOW): readonly string[] {
  const of = { definition: definition as unknown as Definition, blueprintId: 'loan', atMs };
  const planned = planOf(of.definition).actions.get('1') as PlannedAction;
  return Object.entries(ALL).flatMap(([name, by]) => {
    const says = mayOpen(at.ledger.view, { ...of, wallet: by.address }, planned);
    expect(at.judge(at.move(1, by), atMs) === 'ok', name).to.equal(says);
    return says ? [name] : [];
  });
}

function parts(at: People, definition: JsonObject): readonly string[] {
  const of = { definition: definition as unknown as Definition, blueprintId: 'loan', atMs: NOW };
  return Object.keys(ALL).filter((name) => takesPart(at.ledger.view, { ...of, wallet: (ALL[name] as Wallet).address }));
}

describe('openings in lists', () => {
  it('are for the newest key of the participant, and for the earlier one no more', () => {
    const definition = talk({ walletAddress: alice.address });
    const at = new People(definition, { b: bob });
    expect(openers(at, definition)).to.deep.equal(['alice']);
    at.enrol('a', [alice]);
    at.enrol('a', [carol], { by: alice });
    expect(openers(at, definition)).to.deep.equal(['carol']);
    expect(parts(at, definition), 'which the definition names still').to.deep.equal(['alice', 'bob', 'carol']);
    at.enrol('a', [carol], { status: 'Revoked' });
    expect(openers(at, definition)).to.deep.equal([]);
  });

  it('are for deputies in their time, for what they may do', () => {
    const definition = talk({ walletAddress: alice.address });
    const at = new People(definition, { b: bob, c: carol, d: dave });
    at.enrol('a', [alice], { delegations: [delegation('c'), delegation('d', { actions: [2], blueprints: ['loan'] })] });
    expect(openers(at, definition)).to.deep.equal(['alice', 'carol']);
    expect(openers(at, definition, NOW + HOUR + 1)).to.deep.equal(['alice']);
    expect(parts(at, definition)).to.deep.equal(['alice', 'bob', 'carol']);
  });

  it('are for candidates that can receive, and for no other wallet', () => {
    const definition = talk({ candidates: ['c', 'd'] });
    const at = new People(definition, { b: bob, c: carol, d: dave });
    expect(openers(at, definition)).to.deep.equal(['carol', 'dave']);
    expect(parts(at, definition)).to.deep.equal(['bob', 'carol', 'dave']);
    at.enrol('d', [dave], { status: 'Revoked' });
    expect(openers(at, definition)).to.deep.equal(['carol']);
  });

  it('are for anybody that can receive where the role is open, which gives no wallet a part', () => {
    const definition = talk({});
    const at = new People(definition, { b: bob });
    expect(openers(at, definition)).to.deep.equal(['alice', 'bob', 'carol', 'dave', 'eve']);
    expect(parts(at, definition)).to.deep.equal(['bob']);
  });

  it('are for no wallet that four eyes keep from them', () => {
    const definition = talk({}, { notSameAs: [1] });
    const at = new People(definition, { b: bob });
    expect(openers(at, definition)).to.deep.equal(['alice', 'carol', 'dave', 'eve']);
  });
});
