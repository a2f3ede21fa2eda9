// Random control flows with branches, loops, joins and rejections, in which honest parties act on what they knew some
// moves ago: no reader denies or misses anything. And of one lie in them: every reader of the same cells says the same.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { knowledgeOf } from '../../../../../core/blueprint/names/knowledge.js';
import { resolveNames } from '../../../../../core/blueprint/names/resolve.js';
import { changeSince, readsOf } from '../../../../../core/blueprint/names/run-reads.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import type { Net, NetAction } from '../../../../../core/flow/net.js';
import { checkSoundness } from '../../../../../core/flow/soundness.js';
import { Dice } from '../../../../support/base/dice.js';
import { CellParties } from '../../../../support/cells/cell-parties.js';
import { randomNet } from '../../../../support/definitions/nets.js';

const ROLES = ['a', 'b', 'c', 'd'];
const NETS = 13;
const MOVES = 10;

/**
 * Roles a and b see everything; c and d the same part. Each action states `r` and perhaps `o`, and calculates from
 * what it finds of every other.
 */
function definitionOf(net: Net, dice: Dice): JsonObject {
  const names = [...net.keys()].flatMap((id) => [
    `act.${id}.r${id}`,
    `act.${id}.o${id}`,
    `runs.${id}.r${id}`,
    `count.${id}`,
  ]);
  const actions = [...net.values()].map(({ id, isStart, outcomes, rejection, priors, joins }): JsonObject => {
    const [r, o, c] = [`r${id}`, `o${id}`, `c${id}`];
    const read = names.filter(() => dice.integer(0, 2) === 0);
    const routes = outcomes.map((to, i): JsonObject => {
      const isLast = i === outcomes.length - 1;
      const condition = { '>': [{ var: `in.${r}` }, i + 1] };
      return { id: `to ${i}`, nextActionIds: [...to], ...(isLast ? { isDefault: true } : { condition }) };
    });
    const config =
      rejection === 'end' ? { targetActionId: id, isTerminal: true } : { targetActionId: rejection as number };
    const part = [`/${r}`, `/${c}`, '/note/text'].filter(() => dice.integer(0, 2) > 0);
    const note = { type: 'object', properties: { text: { type: 'string' } } };
    const properties = { [r]: { type: 'integer' }, [o]: { type: 'integer' }, note };
    return {
      ...{ id, sender: dice.pick(['a', 'b']), isStartingAction: isStart },
      dataSchemas: [{ type: 'object', properties, required: [r] }],
      calculations: { [c]: [...read, 'time.previous', `in.${r}`].map((name) => ({ var: name })) },
      disclosures: ROLES.map((role) => ({
        participantAddress: role,
        dataPointers: role < 'c' ? ['/*'] : part.length > 0 ? part : [`/${c}`],
      })),
      routes,
      requiredPriorActions: [...priors],
      ...(rejection !== undefined && { rejectionConfig: config }),
      ...(joins && { joins: { ...joins } }),
    };
  });
  const participants = ROLES.map((id) => ({ id }));
  return { language: 2, title: 'Net', description: 'A random one.', participants, actions };
}

/** With a default for each read that may find nothing. */
function withDefaults(made: JsonObject): JsonObject {
  const definition = made as unknown as Definition;
  const { doubt } = knowledgeOf(definition);
  const actions = definition.actions.map((action): Action => {
    const [rule] = resolveNames(definition, action).rules;
    const uses = (rule?.uses ?? []).filter((use) => use.read.kind !== 'time' || !doubt(action, use));
    const reads = uses.map((use): Json => ({ var: doubt(action, use) ? [use.name, -1] : use.name }));
    return { ...action, calculations: { [`c${action.id}`]: reads } };
  });
  return { ...made, actions: actions as unknown as Json };
}

interface Walked {
  readonly parties: CellParties;
  readonly late: number;
  readonly rejections: number;
}

/** Honest moves; the one at place `lies`, if it comes, calculates something else. */
function walk(
  definition: JsonObject,
  net: Net,
  { dice, lies }: { readonly dice: Dice; readonly lies?: number },
): Walked {
  const parties = new CellParties(definition);
  let [late, rejections] = [0, 0];
  const act = (action: number, of: { readonly follows?: string; readonly knows?: number }) => {
    const payload = { [`r${action}`]: dice.integer(0, 3), ...(dice.integer(0, 1) === 0 && { [`o${action}`]: 5 }) };
    const isLie = parties.moves.length === lies;
    const lie = {
      lie: <T extends { data: JsonObject }>(one: T): T => ({ ...one, data: { ...one.data, [`c${action}`]: [] } }),
    };
    parties.act({ ...of, action, payload, ...(isLie && lie) });
  };
  const first = [...net.values()].find(({ isStart }) => isStart) as NetAction;
  act(first.id, {});
  for (let left = MOVES; left > 0; left--) {
    const enabled = parties.enabled();
    if (enabled.length === 0) break;
    const { txId: follows, actionId } = dice.pick(enabled);
    const { rejection } = net.get(actionId) as NetAction;
    if (typeof rejection === 'number' && dice.integer(0, 2) === 0) {
      rejections++;
      parties.reject(actionId, follows);
      continue;
    }
    // It may have been made some moves ago, where the branch was open already and nothing that it reads has changed since.
    let knows = parties.moves.length;
    const { definition: read } = parties;
    const reads = readsOf(read, read.actions.find(({ id }) => id === actionId) as Action);
    const wasOpen = (moves: number) =>
      parties.enabled(moves).some((one) => one.txId === follows && one.actionId === actionId) &&
      !changeSince(parties.instances.at(-1) as Instance, reads, moves);
    while (dice.integer(0, 5) > 0 && wasOpen(knows - 1)) knows--;
    if (knows < parties.moves.length) late++;
    act(actionId, { follows, knows });
  }
  return { parties, late, rejections };
}

function* nets(name: string): Iterable<{ readonly net: Net; readonly definition: JsonObject; readonly dice: Dice }> {
  for (let seed = 1; seed <= NETS; seed++) {
    const dice = new Dice(`${name} ${seed}`);
    const net = randomNet(dice, { actionsMax: 9, scopes: seed % 2 === 0, changesMax: 1 });
    if (checkSoundness(net).some(({ severity }) => severity === 'error')) continue;
    yield { net, definition: withDefaults(definitionOf(net, dice)), dice };
  }
}

describe('cells: readers of random instances', () => {
  it('deny and miss nothing of honest senders, whatever those knew', function () {
    this.timeout(60_000);
    const seen = { runs: 0, verified: 0, late: 0, rejections: 0 };
    for (const { net, definition, dice } of nets('honest')) {
      const errors = checkBlueprint(definition).filter(({ severity }) => severity === 'error');
      expect(errors).to.deep.equal([]);
      const { parties, late, rejections } = walk(definition, net, { dice });
      for (const role of ROLES) {
        const { suspect, runs = [], closed } = parties.see(role);
        expect(suspect, `${role} of ${JSON.stringify(definition)}`).to.deep.equal([]);
        expect(closed.size).to.equal(0);
        // A role that sees everything verifies everything that was calculated.
        for (const { action, members } of runs) {
          if (role < 'c') expect(members.get(`/c${action}`)).to.equal('verified');
          seen.verified += [...members.values()].filter((one) => one === 'verified').length;
        }
        seen.runs += runs.length;
      }
      seen.late += late;
      seen.rejections += rejections;
    }
    expect(seen.runs).to.be.greaterThan(150);
    expect(seen.verified).to.be.greaterThan(150);
    expect(seen.late, 'senders that knew less than was sealed').to.be.greaterThan(0);
    expect(seen.rejections).to.be.greaterThan(2);
  });

  it('find a lie wherever they see its operands, each reader of the same cells alike', function () {
    this.timeout(60_000);
    let found = 0;
    for (const { net, definition, dice } of nets('lie')) {
      const lies = dice.integer(0, 5);
      const { parties } = walk(definition, net, { dice, lies });
      const liar = parties.moves[lies]?.transaction;
      const verdictsOf = (role: string) =>
        parties.see(role).runs?.map(({ verdicts, members }) => [verdicts, [...members]]);
      expect(verdictsOf('b')).to.deep.equal(verdictsOf('a'));
      expect(verdictsOf('d')).to.deep.equal(verdictsOf('c'));
      if (!liar || liar.header.metadata?.type === 'Rejection') continue;
      found++;
      for (const role of ['a', 'b']) {
        const { suspect } = parties.see(role);
        expect(suspect.map(({ txId, member }) => [txId, member])).to.deep.equal([
          [liar.txId, `/c${liar.header.actionId}`],
        ]);
      }
    }
    expect(found).to.be.greaterThan(4);
  });

  it('find the same of one run by what its rules read alone', function () {
    this.timeout(60_000);
    const seen = { runs: 0, violated: 0, unopened: 0 };
    for (const { net, definition, dice } of nets('one')) {
      const { parties } = walk(definition, net, { dice, lies: dice.integer(0, 5) });
      // One after the other, as a node looks for both.
      for (const role of ['a', 'c']) {
        const whole = new Map((parties.see(role).runs ?? []).map((run) => [run.txId, run]));
        for (const [place, { transaction }] of parties.moves.entries()) {
          const { run, opened } = parties.verdictAt(role, place);
          expect(run, `${role} at ${place} of ${JSON.stringify(definition)}`).to.deep.equal(
            whole.get(transaction.txId),
          );
          seen.runs += run ? 1 : 0;
          seen.violated += run?.verdicts.some(({ verdict }) => verdict === 'violated') ? 1 : 0;
          seen.unopened += place + 1 - opened;
        }
      }
    }
    expect(seen.runs).to.be.greaterThan(40);
    expect(seen.violated).to.be.greaterThan(2);
    expect(seen.unopened, 'moves that no rule of the run reads').to.be.greaterThan(40);
  });
});
