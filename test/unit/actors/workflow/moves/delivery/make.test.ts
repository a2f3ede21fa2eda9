// What a node delivers by itself of sealed runs: nothing before most clocks say that they are open, and nothing where
// its wallet sees that the run which opened them is false. What was sent cannot be taken back.
import { expect } from 'chai';
import type { InstanceRecord } from '../../../../../../actors/workflow/instance/instance-record.js';
import { type DeliveringPorts, deliveriesFrom } from '../../../../../../actors/workflow/moves/delivery/make.js';
import { issue } from '../../../../../../core/base/issue.js';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { fail, isFailure } from '../../../../../../core/base/result.js';
import { planOf } from '../../../../../../core/blueprint/plan/plan.js';
import { checkBlueprint } from '../../../../../../core/design/check/check.js';
import { holdersNow } from '../../../../../../core/instance/people/holders.js';
import type { Transaction } from '../../../../../../core/model/transaction.js';
import { asks, definitionOf, read, shows, to } from '../../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../../support/register/deliveries.js';
import { alice, bob, REGISTER_ID, wallet } from '../../../../../support/register/ledger.js';

const dave = wallet('dave');
const HOUR = 3_600_000;
const num = { type: 'integer' };
const roles = Object.entries({ buyer: alice, north: bob, officer: dave });

/** The officer says when, the north bids, the officer opens: by the time, or by the action. */
const tender = (from: JsonObject): JsonObject => ({
  ...definitionOf([
    {
      ...{ sender: 'officer', ...asks({ opensAt: { type: 'string', format: 'date-time' } }) },
      ...shows({ north: ['*'], buyer: ['*'] }),
      ...to(2),
    },
    {
      sender: 'north',
      ...asks({ price: num }),
      disclosures: [{ participantAddress: 'officer', dataPointers: ['/*'], from }],
      ...to(3),
    },
    {
      ...{ sender: 'officer', ...asks({ n: num }), calculations: { twice: { '*': [read('in.n'), 2] } } },
      ...shows({ north: ['*'], buyer: ['*'] }),
      ...to(),
    },
  ]),
  participants: roles.map(([id, { address: walletAddress }]) => ({ id, walletAddress })),
  disputes: { window: 'P2D', redoWithin: 'PT2H', deliverWithin: 'P1D' },
});
const BY_TIME = { time: { var: 'act.1.opensAt' } };

function bid(
  from: JsonObject,
  { saysMs = 0, committed }: { readonly saysMs?: number; readonly committed?: number } = {},
) {
  const definition = tender(from);
  expect(checkBlueprint(definition).filter(({ severity }) => severity === 'error')).to.deep.equal([]);
  const at = new DeliveryLedger(definition, [alice, bob, dave]);
  at.enrol({ a: alice, b: bob, d: dave });
  const startMs = at.ledger.state.timestampMs;
  const [opensAt, cell] = [saysMs, committed ?? saysMs].map((ms) => new Date(startMs + ms).toISOString()) as [
    string,
    string,
  ];
  const due = from === BY_TIME ? { due: { '@from.act.1.opensAt': opensAt } } : {};
  const first = at.take({ action: 1, by: dave, data: { opensAt: cell }, next: [2], ...due });
  const run = at.take({ action: 2, by: bob, data: { price: 7 }, next: [3], previous: first.txId });
  const challenge = (): Transaction => {
    const payload = { type: 'challenge', v: 1, role: 'officer' };
    return at.move('Challenge', { action: 2, by: dave, previous: run.txId, payload });
  };
  /** Codes of what hinders the node: that its key signs nothing here where it would deliver, and none for nothing. */
  const tried = async (clock: { nowMs?: number; agreedMs?: number | undefined } = {}, isAutomatic = true) => {
    const { view, state } = at.ledger;
    const nowMs = clock.nowMs ?? state.timestampMs + HOUR;
    const agreed = Object.hasOwn(clock, 'agreedMs') ? { agreedTimeMs: () => clock.agreedMs } : {};
    const setTimer = (work: () => void) => {
      setImmediate(work);
      return { cancel: () => undefined };
    };
    const ports = {
      clock: { now: () => nowMs, steady: () => nowMs, setTimer, ...agreed },
      ledger: { state: () => state },
      chain: {
        view: () => view,
        transaction: (_: number, txId: string) => ({ transaction: view.transaction(txId) }),
        bySender: async () => ({ items: [], total: 0 }),
      },
      keystore: {
        useToOpen: async (_: string, work: (keys: unknown) => unknown) => work(bob),
        use: async () => fail(issue('WALLET_LOCKED', '', 'It signs nothing here.')),
        sign: async () => fail(issue('WALLET_LOCKED', '', 'It signs nothing here.')),
      },
      wallets: { find: () => undefined },
      random: { bytes: (length: number) => new Uint8Array(length).fill(7) },
    } as unknown as DeliveringPorts;
    const record = {
      at: { registerId: REGISTER_ID, reg: 1 },
      id: 'inst-1',
      row: at.instance,
      definition: at.definition,
      plan: planOf(at.definition),
      held: holdersNow(view, 'inst-1'),
      transactions: at.moves,
    } as unknown as InstanceRecord;
    const by = { wallet: { address: bob.address, owner: { kind: 'system' } } as never, address: bob.address };
    const made = await deliveriesFrom(ports, record, { by, ...(isAutomatic && { automatic: true as const }) });
    return isFailure(made) ? made.issues.map(({ code }) => code) : made.made.map(() => 'made');
  };
  return { at, startMs, first, run, challenge, tried };
}

describe('a node that delivers by itself', () => {
  const WOULD = ['WALLET_LOCKED'];

  it('does so when the clocks of most have come to the time, or a docket has, and not by its own that is ahead', async () => {
    const { at, startMs, first, tried } = bid(BY_TIME, { saysMs: 5 * HOUR });
    const opensMs = startMs + 5 * HOUR;
    const nowMs = opensMs + 240_000;
    expect(await tried({ nowMs })).to.deep.equal(WOULD);
    for (const agreedMs of [opensMs, undefined]) {
      expect(await tried({ nowMs, agreedMs })).to.deep.equal([]);
      expect(await tried({ nowMs, agreedMs }, false), 'asked for').to.deep.equal([]);
    }
    expect(await tried({ nowMs, agreedMs: opensMs + 1 })).to.deep.equal(WOULD);
    const payload = { type: 'challenge', v: 1, role: 'north' };
    const tick = at.move('Challenge', { action: 1, by: bob, previous: first.txId, payload });
    at.ledger.sealAt(opensMs + 1, tick);
    expect(await tried({ nowMs, agreedMs: undefined }), 'a docket of a quorum').to.deep.equal(WOULD);
  });

  it('leaves it to its user where the wallet sees that the time is false, also where it is challenged', async () => {
    const honest = bid(BY_TIME);
    expect(await honest.tried()).to.deep.equal(WOULD);
    const { at, challenge, tried } = bid(BY_TIME, { committed: 10_000 * HOUR });
    expect(await tried()).to.deep.equal(['FACT_VIOLATED']);
    expect(await tried({}, false), 'its user delivers').to.deep.equal(WOULD);
    at.ledger.seal(challenge());
    expect(await tried()).to.deep.equal(['FACT_VIOLATED']);
  });

  it('leaves it to its user where the action that opened it is false, and answers a challenge', async () => {
    const opened = (twice: number) => {
      const one = bid({ action: 3 });
      one.at.take({ action: 3, by: dave, data: { n: 1, twice }, next: [], previous: one.run.txId });
      return one;
    };
    expect(await opened(2).tried()).to.deep.equal(WOULD);
    const { at, challenge, tried } = opened(3);
    expect(await tried()).to.deep.equal(['FACT_VIOLATED']);
    at.ledger.seal(challenge());
    expect(await tried()).to.deep.equal(WOULD);
  });
});
