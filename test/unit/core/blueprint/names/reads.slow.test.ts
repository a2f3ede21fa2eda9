// That a definition which the check takes never meets an absent operand: over random control flows with joins, loops
// and rejections, honest parties walk, and every read that the check does not doubt finds its value. Each read that it
// doubts is held against every path where there is only one branch.

import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { typesOf } from '../../../../../core/blueprint/names/definition-types.js';
import { knowledgeOf } from '../../../../../core/blueprint/names/knowledge.js';
import { resolveNames } from '../../../../../core/blueprint/names/resolve.js';
import { evaluateRule } from '../../../../../core/blueprint/operators/evaluate.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { hasBit } from '../../../../../core/flow/bits.js';
import type { Net, NetAction } from '../../../../../core/flow/net.js';
import { checkSoundness } from '../../../../../core/flow/soundness.js';
import { surelyDone, waysOf } from '../../../../../core/flow/ways.js';
import { Dice } from '../../../../support/base/dice.js';
import { randomNet } from '../../../../support/definitions/nets.js';
import { HistoryWalk } from '../../../../support/register/in-force.js';

const NETS = 60;
const WALKS = 4;
const MOVES = 40;

/** Every action states `r<id>` and `same`, perhaps `o<id>`, and reads what it can of every other one. */
function definitionOf(net: Net): Definition {
  const ids = [...net.keys()];
  const reads = ids.flatMap((id) => [`r${id}`, `act.${id}.same`, `o${id}`, `runs.${id}.r${id}`, `act.${id}.c${id}`]);
  const actions = [...net.values()].map((action): JsonObject => {
    const { id, isStart, outcomes, rejection, priors, joins } = action;
    const routes = outcomes.map((to, i): JsonObject => {
      const isLast = i === outcomes.length - 1;
      return {
        nextActionIds: [...to],
        ...(isLast ? { isDefault: true } : { condition: { '>': [{ var: `in.r${id}` }, i] } }),
      };
    });
    const config =
      rejection === 'end' ? { targetActionId: id, isTerminal: true } : { targetActionId: rejection as number };
    return {
      id,
      sender: 'a',
      isStartingAction: isStart,
      dataSchemas: [
        {
          type: 'object',
          properties: { [`r${id}`]: { type: 'number' }, same: { type: 'number' }, [`o${id}`]: { type: 'number' } },
          required: [`r${id}`, 'same'],
        },
      ],
      calculations: { [`c${id}`]: [...reads, 'fact.same'].map((name) => ({ var: name })) },
      disclosures: [{ participantAddress: 'b', dataPointers: ['/*'] }],
      routes,
      requiredPriorActions: [...priors],
      ...(rejection !== undefined && { rejectionConfig: config }),
      ...(joins && { joins: { ...joins } }),
    };
  });
  const definition = {
    language: 2,
    title: 'Net',
    description: 'A random one.',
    participants: [{ id: 'a' }, { id: 'b' }],
    actions,
  };
  return { ...definition, facts: { same: ids.slice(0, 3) } } as unknown as Definition;
}

/** The definition with a default for each read that the check doubts, and how many it does not doubt. */
function withDefaults(definition: Definition): { readonly definition: Definition; readonly trusted: number } {
  const { doubt } = knowledgeOf(definition);
  let trusted = 0;
  const actions = definition.actions.map((action): Action => {
    const [rule] = resolveNames(definition, action).rules;
    const reads = (rule?.uses ?? []).map((use): Json => {
      // Another default has another type.
      if (doubt(action, use)) return { var: [use.name, /^act\.\d+\.c/.test(use.name) ? [] : -1] };
      if (use.read.kind === 'act') trusted++;
      return { var: use.name };
    });
    return { ...action, calculations: { [`c${action.id}`]: reads } };
  });
  return { definition: { ...definition, actions }, trusted };
}

class HonestWalk {
  readonly #definition: Definition;
  readonly #net: Net;
  readonly #dice: Dice;
  readonly #walk: HistoryWalk;
  rejections = 0;

  constructor(definition: Definition, net: Net, dice: Dice) {
    this.#definition = definition;
    this.#net = net;
    this.#dice = dice;
    this.#walk = new HistoryWalk(net);
  }

  run(): void {
    const first = [...this.#net.values()].find(({ isStart }) => isStart) as NetAction;
    this.#walk.open(first.id, this.#dice.pick(first.outcomes), this.#dataOf(first.id));
    for (let left = MOVES; left > 0; left--) {
      const enabled = this.#walk.enabled();
      if (enabled.length === 0) return;
      for (const { target } of enabled) this.#dataOf(target);
      const token = this.#dice.pick(enabled);
      const { rejection, outcomes } = this.#net.get(token.target) as NetAction;
      if (rejection === 'end' && this.#dice.integer(0, 9) === 0) return;
      if (typeof rejection === 'number' && this.#dice.integer(0, 2) === 0) {
        this.rejections++;
        this.#walk.reject(token, rejection);
      } else this.#walk.act(token, this.#dice.pick(outcomes), this.#dataOf(token.target));
      expect(this.#walk.lost()).to.deep.equal([]);
    }
  }

  /** The data that the action records, after every rule found its values. */
  #dataOf(id: number): JsonObject {
    const action = this.#definition.actions.find((one) => one.id === id) as Action;
    const input: JsonObject = { [`r${id}`]: 1, same: 2, ...(this.#dice.integer(0, 1) === 0 && { [`o${id}`]: 3 }) };
    const rules = typesOf(this.#definition).rulesOf(action);
    const facts = { input, calculated: {}, runs: this.#walk.inForce(), time: {} };
    for (const rule of rules.values()) {
      const found = evaluateRule(rule, facts);
      expect(isFailure(found) ? found.issue.message : '', JSON.stringify([...this.#net.values()])).to.equal('');
    }
    return { ...input, [`c${id}`]: 4 };
  }
}

describe('reads of language 2', () => {
  for (const scopes of [false, true])
    it(`find their values on every walk where the check does not doubt them${scopes ? ', with joins by fork' : ''}`, function () {
      this.timeout(120_000);
      const seen = { walked: 0, trusted: 0, rejections: 0 };
      for (let seed = 1; seed <= NETS; seed++) {
        const dice = new Dice(`reads ${scopes} ${seed}`);
        const net = randomNet(dice, { actionsMax: 12, scopes, changesMax: 1 });
        if (checkSoundness(net).some(({ severity }) => severity === 'error')) continue;
        const { definition, trusted } = withDefaults(definitionOf(net));
        const errors = checkBlueprint(definition as unknown as Json).filter(({ severity }) => severity === 'error');
        expect(errors).to.deep.equal([]);
        seen.trusted += trusted;
        for (let walks = WALKS; walks > 0; walks--) {
          const walk = new HonestWalk(definition, net, dice);
          walk.run();
          seen.walked++;
          seen.rejections += walk.rejections;
        }
      }
      // The walks mean something only where reads are trusted and rejections undo them.
      expect(seen.walked).to.be.greaterThan(60);
      expect(seen.trusted).to.be.greaterThan(300);
      expect(seen.rejections).to.be.greaterThan(50);
    });

  it('are doubted where some path comes without them, and only there', () => {
    let compared = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const net = oneBranch(new Dice(`paths ${seed}`));
      const ways = waysOf(net);
      const done = surelyDone(ways);
      const byPaths = doneOnEveryPath(net);
      for (const [place, { id }] of ways.actions.entries()) {
        const every = byPaths.get(id);
        if (!every) continue;
        compared++;
        const found = ways.actions.filter((_, i) => hasBit(done[place] as bigint, i)).map((one) => one.id);
        expect(found, `action ${id} of ${JSON.stringify([...net.values()])}`).to.deep.equal(
          [...every].sort((a, b) => a - b),
        );
      }
    }
    expect(compared).to.be.greaterThan(1500);
  });
});

/** Actions with one target an outcome, and rejections anywhere. */
function oneBranch(dice: Dice): Net {
  const count = dice.integer(3, 8);
  const any = (): number => dice.integer(1, count);
  return new Map(
    Array.from({ length: count }, (_, i): [number, NetAction] => {
      const outcomes = Array.from({ length: dice.integer(1, 2) }, () => (dice.integer(0, 5) === 0 ? [] : [any()]));
      const ahead = i + 2 <= count && dice.integer(0, 2) > 0 ? [[i + 2]] : [];
      const rejection = dice.integer(0, 2) === 0 ? { rejection: any() } : {};
      return [i + 1, { id: i + 1, isStart: i === 0, outcomes: [...ahead, ...outcomes], ...rejection, priors: [] }];
    }),
  );
}

/**
 * For each action that some path comes to, what was done on all of them. Paths that come to an action twice do no less
 * than those that do not.
 */
function doneOnEveryPath(net: Net): ReadonlyMap<number, ReadonlySet<number>> {
  const every = new Map<number, ReadonlySet<number>>();
  const come = (id: number, path: readonly number[], done: ReadonlySet<number>): void => {
    if (path.includes(id)) return;
    const before = every.get(id);
    every.set(id, before ? new Set([...before].filter((one) => done.has(one))) : done);
    const { outcomes, rejection } = net.get(id) as NetAction;
    const here = [...path, id];
    for (const target of outcomes.flat()) come(target, here, new Set([...done, id]));
    if (typeof rejection === 'number') come(rejection, here, done);
  };
  const first = [...net.keys()][0] as number;
  come(first, [], new Set());
  return every;
}
