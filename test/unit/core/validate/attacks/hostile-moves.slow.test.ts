// Moves of every kind in states of a dispute, with one member or another of any form, as a patched node signs them.
// Each is judged: no validator fails over one, neither when it judges nor when it seals what it took.
import { expect } from 'chai';
import { isObject, type Json, type JsonObject } from '../../../../../core/base/json.js';
import { waitingRuns } from '../../../../../core/blueprint/instance/branches.js';
import { selectTransactions } from '../../../../../core/chain/state.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { Dice } from '../../../../support/base/dice.js';
import {
  definitionFor,
  ENDS,
  type Kinds,
  OUTCOMES,
  ROLES,
  WALLETS,
  Walk,
} from '../../../../support/register/dispute-walk.js';
import { signed } from '../../../../support/register/ledger.js';

const TYPES = ['Action', 'Rejection', 'Vote', 'Objection', 'Resolution', 'Delivery', 'Confirmation', 'Timer', 'Claim'];
const VALUES: readonly Json[] = [
  ...[null, {}, [], '', 0, -1, 1e308, true, 'x', '__proto__', 'constructor', 'encrypted', 'opener', [null], [[]]],
  ...[{ a: 1 }, ['x', 'x'], '1', '99', 'a'.repeat(64), ...TYPES],
];
const ADDED = ['role', 'roles', 'as', 'due', 'vote', 'answer', 'type', 'proof', 'routing', 'contentEncoding', 'timer'];
/** Without these it is another register, or another sender. */
const KEPT = ['registerId', 'createdAt', 'senderWallet'];

type Path = readonly (string | number)[];

function pathsIn(value: Json, at: Path = []): readonly Path[] {
  const inside = typeof value !== 'object' || value === null ? [] : Object.entries(value);
  const own = at.length < 2 || KEPT.includes(String(at[1])) ? [] : [at];
  return [...own, ...inside.flatMap(([key, one]) => pathsIn(one as Json, [...at, Array.isArray(value) ? +key : key]))];
}

function changed(value: Json, [key, ...rest]: Path, to: Json): Json {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((one, i) => (i === key ? changed(one as Json, rest, to) : (one as Json)));
  const members = isObject(value) ? value : {};
  return { ...members, [key]: changed(members[key] ?? null, rest, to) };
}

const KINDS: Kinds = {
  act: (w) => w.act(false),
  lie: (w) => w.act(true),
  object: (w) => {
    const runs = w.moves.filter(({ txId }) => w.lies.has(txId));
    return runs.length === 0 ? undefined : w.object(w.dice.pick(runs), w.holder('x'));
  },
  resolve: (w) => {
    const { dispute } = w.at.instance;
    const objection = (dispute && w.at.ledger.view.transaction(dispute.objection)) ?? w.any;
    const role = w.dice.pick(Object.keys(ROLES));
    return w.at.resolution({ objection, by: w.holder(role), role, outcome: w.dice.pick(OUTCOMES) });
  },
  confirm: (w) => {
    const [run] = waitingRuns(w.at.instance);
    const tx = run && w.at.ledger.view.transaction(run.txId);
    return tx && w.at.answer({ run: tx, by: w.holder('x'), role: 'x' });
  },
  challenge: (w) => {
    const run = w.any;
    const payload = { type: 'challenge', v: 1, role: 'y' };
    return w.plain('Challenge', Number(run.header.actionId), w.holder('y'), { previous: run.txId, payload });
  },
  handover: (w) => {
    const [from, to] = [w.holder('r'), w.dice.pick(WALLETS)];
    const payload = { type: 'handover', v: 1, role: 'r', from: from.address, to: to.address };
    return w.plain('Handover', 1, from, { previous: (w.moves[0] as Transaction).txId, payload, with: [to] });
  },
};

describe('moves of a patched node', () => {
  it('are judged whatever their form is', () => {
    let [judged, sealed] = [0, 0];
    const wallets = new Map(WALLETS.map((one) => [one.address, one]));
    const judge = (walk: Walk, tx: Transaction): void => {
      const { state, view } = walk.at.ledger;
      const of = { state, view, timestampMs: state.timestampMs + 1000, signaturesOk: () => true };
      sealed += selectTransactions({ ...of, transactions: [tx] }).transactions.length;
      judged++;
    };
    for (const onFault of ['redo', 'stop']) {
      const walk = new Walk(new Dice(`hostile moves ${onFault}`), definitionFor(onFault, true), KINDS);
      const { dice } = walk;
      for (let i = 0; i < 14 && !ENDS.includes(walk.at.instance.state); i++) {
        walk.step();
        for (const kind of Object.keys(KINDS)) {
          const made = (KINDS[kind] as (walk: Walk) => unknown)(walk) as Transaction | { tx: Transaction } | undefined;
          const tx = made && ('tx' in made ? made.tx : made);
          const by = tx && wallets.get(tx.header.senderWallet);
          if (!tx || !by) continue;
          const { payloadHash: _, ...header } = tx.header;
          const move = { header, payload: tx.payload } as unknown as JsonObject;
          const paths = [...pathsIn(move), ...ADDED.map((name) => ['header', 'metadata', name])];
          for (let n = 0; n < 4; n++) {
            const value = dice.chance(0.2) ? (walk.any.payload as Json) : dice.pick(VALUES);
            const at = dice.pick(paths);
            let forged: Transaction;
            try {
              const draft = changed(move, at, value) as { header: object; payload: Json };
              forged = signed({ ...draft.header, payload: draft.payload } as never, [by]);
            } catch {
              // It is no transaction.
              continue;
            }
            try {
              judge(walk, forged);
            } catch (error) {
              throw new Error(`${kind} ${at.join('/')} = ${JSON.stringify(value)}`, { cause: error });
            }
          }
        }
      }
    }
    expect(judged).to.be.above(250);
    expect(sealed).to.be.above(10);
  });
});
