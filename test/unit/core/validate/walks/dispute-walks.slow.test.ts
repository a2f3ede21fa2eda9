// Random walks with lies, objections, also private ones, resolutions, dates that timers go by, hand-overs, a vote,
// confirmations and cancellations. All that the ledger takes, in one docket or several, leaves an instance that some
// party leads on. Its transactions read anew give its state.
import { expect } from 'chai';
import { canonical } from '../../../../../core/base/json.js';
import { openBranches, waitingRuns } from '../../../../../core/blueprint/instance/branches.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { Dice } from '../../../../support/base/dice.js';
import { findingsOf } from '../../../../support/definitions/short-definitions.js';
import {
  definitionFor,
  ENDS,
  type Kinds,
  OUTCOMES,
  RECORDS,
  ROLES,
  WALLETS,
  Walk,
} from '../../../../support/register/dispute-walk.js';
import { alice, REGISTER_ID, type Wallet } from '../../../../support/register/ledger.js';
import { INSTANCE } from '../../../../support/register/people.js';

const KINDS: Kinds = {
  act: (w) => w.act(false),
  lie: (w) => w.act(true),
  stranger: (w) => w.act(false, w.dice.pick(WALLETS)),
  object: (w) => {
    const runs = w.moves.filter(({ txId }) => w.lies.has(txId));
    return runs.length === 0 ? undefined : w.object(w.dice.pick(runs), w.holder(w.dice.pick(['x', 'y', 'z'])));
  },
  resolve: (w) => {
    const { dispute } = w.at.instance;
    const objection = dispute ? w.at.ledger.view.transaction(dispute.objection) : w.any;
    const role = w.dice.pick(Object.keys(ROLES));
    const by = w.dice.chance(0.9) ? w.holder(role) : w.dice.pick(WALLETS);
    const often = OUTCOMES[Number.parseInt(objection?.txId[0] ?? '0', 16) % 3] as string;
    const outcome = w.dice.chance(0.85) ? often : w.dice.pick(OUTCOMES);
    return objection && w.at.resolution({ objection, by, role, outcome });
  },
  privately: (w) => {
    const run = w.dice.chance(0.7) ? w.moves.find(({ txId }) => w.lies.has(txId)) : w.any;
    return run && w.privately(run, w.dice.pick(['x', 'y', 'z']));
  },
  found: (w) => {
    const { dispute } = w.at.instance;
    const objection = dispute?.unproven && w.at.ledger.view.transaction(dispute.objection);
    if (!objection) return undefined;
    const isProven = w.lies.has(dispute?.unproven?.run ?? '') && w.dice.chance(0.8);
    const found = isProven ? { proven: true, ground: 'calculation', at: '/calculations/double' } : { proven: false };
    return w.at.found(objection, w.dice.pick([w.holder('r'), ROLES.r as Wallet]), { role: 'r', ...found });
  },
  confirm: (w) => {
    const [run] = waitingRuns(w.at.instance);
    const tx = run && w.at.ledger.view.transaction(run.txId);
    return tx && w.at.answer({ run: tx, by: w.holder('x'), role: 'x' });
  },
  reject: (w) => {
    const branch = openBranches(w.at.instance).find(({ actionId }) => actionId === 3 || actionId === 6);
    if (!branch) return undefined;
    const payload = { type: 'rejection', reason: 'no' };
    return w.plain('Rejection', branch.actionId, w.holder('z'), { previous: branch.txId, payload });
  },
  challenge: (w) => {
    const run = w.any;
    const role = w.dice.pick(['x', 'y', 'z']);
    const payload = { type: 'challenge', v: 1, role };
    return w.plain('Challenge', Number(run.header.actionId), w.holder(role), { previous: run.txId, payload });
  },
  undelivered: (w) => {
    const all = w.moves.filter(({ header }) => header.metadata?.type === 'Challenge');
    if (all.length === 0) return undefined;
    const challenge = w.dice.pick(all);
    const run = w.at.ledger.view.transaction(challenge.header.previousTransactionId as string) as Transaction;
    const by = w.dice.pick(WALLETS);
    return w.at.objection({ run, by, ground: 'undelivered', at: challenge.txId, shown: [] });
  },
  handover: (w) => {
    if (w.dice.chance(0.4)) return undefined;
    const role = w.dice.pick(Object.keys(ROLES));
    const [from, to] = [w.holder(role), w.dice.pick(WALLETS)];
    const payload = { type: 'handover', v: 1, role, from: from.address, to: to.address };
    return w.plain('Handover', 1, from, { previous: (w.moves[0] as Transaction).txId, payload, with: [to] });
  },
  cancel: (w) => {
    if (w.dice.chance(0.6)) return undefined;
    const role = w.dice.pick(['opener', 'x', 'y', 'z']);
    const by = role === 'opener' ? alice : w.holder(role);
    const [previous, payload] = [w.any.txId, { type: 'cancellation' }];
    return w.plain('Cancellation', 1, by, { previous, payload, metadata: { roles: [role] } });
  },
  timer: (w) => {
    const { instance } = w.at;
    const { blueprintId, publicationTxId } = instance;
    const dues = dueTimers(instance, w.plan);
    const of = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId, publicationTxId };
    return dues.length === 0 ? undefined : timerTransaction(of, w.dice.pick(dues));
  },
  leave: (w) => {
    if (w.dice.chance(0.93)) return undefined;
    const id = w.dice.pick(Object.keys(RECORDS));
    return w.people.record(id, [RECORDS[id] as Wallet], { status: w.dice.pick(['Revoked', 'Deprecated']) });
  },
};

describe('disputes, dates and all that people do, together', function () {
  this.timeout(120_000);
  const counted = new Map<string, number>();

  for (const [onFault, resolver] of [
    ['stop', true],
    ['stop', false],
    ['redo', true],
  ] as const) {
    const name = `${onFault}${resolver ? ', with a resolver' : ''}`;
    const definition = definitionFor(onFault, resolver);

    it(`is a definition that can be published: ${name}`, () => {
      const errors = findingsOf(definition).filter(({ severity }) => severity === 'error');
      expect(errors.map(({ code, message, location }) => `${code} ${location} ${message}`)).to.deep.equal([]);
    });

    it(`leaves an instance that goes on, and that all read alike: ${name}`, () => {
      const walks = Number(process.env.WALKS ?? 6);
      const first = Number(process.env.WALK ?? 1);
      for (let seed = first; seed < first + walks; seed++) {
        const walk = new Walk(new Dice(`disputes ${name} ${seed}`), definition, KINDS);
        try {
          for (let i = 0; i < 60 && !ENDS.includes(walk.at.instance.state); i++) {
            const kinds = walk.step();
            for (const kind of kinds) counted.set(kind, (counted.get(kind) ?? 0) + 1);
            if (kinds.length > 0) walk.check();
          }
          walk.finish();
        } catch (error) {
          const moves = walk.moves.map(({ header: { metadata, actionId }, txId, payload }) => {
            const said = ['Resolution'].includes(String(metadata?.type)) ? canonical(payload as never) : '';
            return `${metadata?.type} ${actionId} ${txId.slice(0, 6)} ${said}`;
          });
          throw new Error(`walk ${seed}: ${(error as Error).stack}\n${moves.join('\n')}`, { cause: error });
        }
      }
    });
  }

  it('do everything at least once', () => {
    if (process.env.WALKS) console.log(Object.fromEntries(counted));
    for (const kind of Object.keys(KINDS))
      if (kind !== 'leave') expect(counted.get(kind) ?? 0, `moves of the kind ${kind}`).to.be.above(0);
  });
});
