// The tasks to deliver what holders of roles are owed: the same ones come of every way to fold one ledger, move by
// move, some at once, or all of them late. Each that is listed can be done. None is left when the instance ends.
import { expect } from 'chai';
import { isToDeliver } from '../../../../../actors/workflow/inbox/inbox-deliveries.js';
import { branchParts } from '../../../../../actors/workflow/inbox/inbox-row.js';
import { rowIn, rowSince } from '../../../../../actors/workflow/inbox/inbox-standing.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { READING_SLOT_MS } from '../../../../../core/base/limits/ledger/instances.js';
import type { Holder } from '../../../../../core/instance/deliveries/owed.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import type { InboxInstance } from '../../../../../storage/tables/workflow/inbox.js';
import { Dice } from '../../../../support/base/dice.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';

const INSTANCE = 'inst-1';
const STEPS = 12;
const DAY_MS = 86_400_000;
const carol = wallet('carol');
const OTHERS = ['d', 'e', 'f', 'g', 'h'].map((name) => wallet(`other ${name}`));
const ROLES = { x: alice.address, y: bob.address, z: carol.address };

/** x opens, y goes on in rounds, z ends; the role y is open in every second walk. */
function definition(isOpen: boolean): JsonObject {
  return {
    ...definitionOf([
      { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
      {
        sender: 'y',
        ...asks({ n: num }),
        ...shows({ x: ['*'], z: ['*'] }),
        routes: [
          { id: 'end', nextActionIds: [3], condition: { '<': [{ var: 'in.n' }, 3] } },
          { id: 'more', nextActionIds: [2], isDefault: true },
        ],
      },
      { sender: 'z', ...asks({ n: num }), ...shows({ x: ['*'] }), ...to() },
    ]),
    participants: Object.entries(ROLES).map(([id, walletAddress]) =>
      isOpen && id === 'y' ? { id } : { id, walletAddress },
    ),
  };
}

/** A ledger that grows by random moves, and the rows that are folded from it behind. */
class Walk {
  readonly at: DeliveryLedger;
  row: InboxInstance | undefined;
  private readonly dice: Dice;
  private readonly lag: Dice;
  private readonly waits: (Transaction | 'record')[] = [];
  private last: Transaction;
  private readonly records = new Map<
    string,
    { readonly wallet: Wallet; readonly version: number; readonly txId: string }
  >();
  /** Records that were Active and may be again. */
  private readonly ended = new Set<string>();
  private free = [...OTHERS];
  private readonly all = [alice, bob, carol, ...OTHERS];

  /** `behind`: how likely it is that a move waits to be folded with the next ones. */
  constructor(
    seed: number,
    private readonly behind: number,
  ) {
    this.dice = new Dice(`deliveries ${seed}`);
    this.lag = new Dice(`lag ${seed} ${behind}`);
    this.at = new DeliveryLedger(definition(seed % 2 === 1), this.all);
    for (const [id, one] of Object.entries({ a: alice, b: bob, c: carol })) this.enrol(id, one);
    for (const [i, one] of OTHERS.entries()) this.enrol(`o${i}`, one);
    this.last = this.at.take({ action: 1, by: alice, data: { n: 1 }, next: [2] });
    this.sealed(this.last);
  }

  get isOver(): boolean {
    return this.at.instance.state !== 'Active';
  }

  /** Deliveries that are listed, by sender and receiver; since when is up to the way. */
  get listed(): readonly string[] {
    return this.deliveries().map(
      ({ wallet: by, txId, delivers }) => `${by} ${txId} ${delivers.role} ${delivers.wallet}`,
    );
  }

  /** Receivers and roles of the listed deliveries. */
  get waiting(): readonly string[] {
    return named(this.deliveries().map(({ delivers }) => `${delivers.role} ${delivers.wallet}`));
  }

  /** Those that are owed a run which another wallet sent. */
  get owing(): readonly string[] {
    const owed = this.at.owed.map((one) => one.split(' '));
    return named(
      owed.flatMap(([role, txId, receiver]) => {
        const run = this.at.moves.find(({ transaction }) => transaction.txId === txId)?.transaction;
        return run?.header.senderWallet === receiver ? [] : [`${role} ${receiver}`];
      }),
    );
  }

  deliveries(): readonly { readonly wallet: string | undefined; readonly txId: string; readonly delivers: Holder }[] {
    return (this.row?.pending ?? []).flatMap(({ branch, wallet: by }) => {
      const { txId, delivers } = branchParts(branch);
      return delivers ? [{ wallet: by, txId, delivers }] : [];
    });
  }

  step(): void {
    const way = this.dice.integer(0, 11);
    const isOver = this.isOver;
    if (isOver && way < 4) this.rotate();
    else if (isOver) this.end('Revoked');
    else if (way < 4) this.act();
    else if (way < 6) this.handOver();
    else if (way < 7) this.rotate();
    else if (way < 8) this.end('Revoked');
    else if (way < 9) this.end('Deprecated');
    else if (way < 10) this.reinstate();
    else this.deliver();
  }

  /** Folds all that waits, by the state as it is now. */
  fold(): void {
    const { view } = this.at.ledger;
    const waits = this.waits.splice(0);
    const isChanged = waits.includes('record');
    const moves = waits.filter((one) => one !== 'record');
    for (const [i, tx] of moves.entries())
      this.row = rowIn(view, { ...this.place, tx, atMs: 0, isFollowed: i < moves.length - 1 }, this.row);
    const { row } = this;
    if (!row || !isChanged || !['Active', 'Disputed'].includes(row.instance.state)) return;
    const last = view.transaction(row.lastTransactionId) as Transaction;
    this.row = rowSince(view, row, { ...this.place, last });
  }

  private get place() {
    return { definition: this.at.definition, instanceId: INSTANCE };
  }

  private sealed(one: Transaction | 'record'): void {
    this.waits.push(one);
    if (!this.lag.chance(this.behind)) this.fold();
  }

  private enrol(id: string, by: Wallet): void {
    const tx = this.at.record(id, by, 1);
    this.at.ledger.seal(tx);
    this.records.set(id, { wallet: by, version: 1, txId: tx.txId });
  }

  private holder(role: 'x' | 'y' | 'z'): Wallet | undefined {
    const { roles } = holdersNow(this.at.ledger.view, INSTANCE);
    const fixed = this.at.definition.participants.find(({ id }) => id === role)?.walletAddress;
    const address = roles[role] ?? this.at.instance.participants[role] ?? fixed;
    return this.all.find((one) => one.address === address);
  }

  private act(): void {
    const target = this.open;
    if (target === undefined) return;
    const by = this.holder(target === 2 ? 'y' : 'z') ?? (target === 2 ? bob : undefined);
    if (!by) return;
    const n = this.dice.integer(0, 4);
    const next = target === 3 ? [] : n < 3 ? [3] : [2];
    const tx = this.at.run({ action: target, by, data: { n }, next, previous: this.last.txId });
    if (this.at.judge(tx) !== 'ok') return;
    this.at.ledger.seal(tx);
    this.last = tx;
    this.open = next[0] as 2 | 3 | undefined;
    this.sealed(tx);
  }

  private open: 2 | 3 | undefined = 2;

  private handOver(): void {
    const from = this.holder('y');
    const receiver = this.free.shift();
    if (!from || !receiver) return;
    const payload = { type: 'handover', v: 1, role: 'y', from: from.address, to: receiver.address };
    const place = { action: 1, by: from, previous: this.last.txId, payload, with: [receiver] };
    const tx = this.at.move('Handover', place);
    if (this.at.judge(tx) !== 'ok') return;
    this.at.ledger.seal(tx);
    this.sealed(tx);
  }

  private rotate(): void {
    const id = this.dice.pick(['a', 'b', 'c']);
    const before = this.records.get(id);
    const by = this.free.pop();
    if (!before || !by) return;
    this.change(id, before, by);
  }

  private end(status: 'Deprecated' | 'Revoked'): void {
    const id = this.dice.pick(status === 'Revoked' ? ['b', 'o0', 'o1'] : ['a', 'c']);
    const before = this.records.get(id);
    if (!before || !this.change(id, before, before.wallet, status) || status === 'Revoked') return;
    this.ended.add(id);
  }

  private reinstate(): void {
    const [id = ''] = this.ended;
    const before = this.records.get(id);
    if (before && this.change(id, before, before.wallet)) this.ended.delete(id);
  }

  private change(
    id: string,
    { wallet: signer, version, txId }: { wallet: Wallet; version: number; txId: string },
    by: Wallet,
    status: 'Active' | 'Deprecated' | 'Revoked' = 'Active',
  ): boolean {
    const tx = this.at.record(id, by, version + 1, { signer, previous: txId, status });
    if (this.at.judge(tx) !== 'ok') return false;
    this.at.ledger.seal(tx);
    this.records.set(id, { wallet: by, version: version + 1, txId: tx.txId });
    this.sealed('record');
    return true;
  }

  private deliver(): void {
    const [first] = this.at.owed;
    if (first === undefined) return;
    const [role = '', txId, receiver] = first.split(' ');
    const run = this.at.moves.find(({ transaction }) => transaction.txId === txId)?.transaction as Transaction;
    const by = this.all.find(({ address }) => address === run.header.senderWallet) as Wallet;
    const receiving = this.all.find(({ address }) => address === receiver) as Wallet;
    const tx = this.at.delivery({ by, to: receiving, role, runs: [run] });
    if (this.at.judge(tx) !== 'ok') return;
    this.at.ledger.seal(tx);
    this.sealed(tx);
  }
}

function named(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

describe('tasks to deliver', () => {
  it('are the same however a ledger is folded, can each be done, and are gone with the instance', () => {
    let listed = 0;
    let ended = 0;
    for (let seed = 0; seed < 40; seed++) {
      const walks = [new Walk(seed, 0), new Walk(seed, 0.5), new Walk(seed, 1)] as const;
      for (let i = 0; i < STEPS; i++) {
        for (const walk of walks) walk.step();
        const [live, some] = walks;
        for (const one of live.deliveries()) {
          const place = { definition: live.at.definition, instanceId: INSTANCE, txId: one.txId, atMs: 0 };
          const said = `seed ${seed}, step ${i}`;
          expect(isToDeliver(live.at.ledger.view, place, one.delivers), said).to.equal(true);
          listed += 1;
        }
        if (live.isOver) expect(live.listed, `seed ${seed}, step ${i}`).to.deep.equal([]);
        else expect(live.waiting, `seed ${seed}, step ${i}`).to.deep.equal(live.owing);
        // A page waits until its register is folded up to the head.
        some.fold();
        expect(some.listed, `seed ${seed}, step ${i}`).to.deep.equal(live.listed);
      }
      const [live, , late] = walks;
      late.fold();
      expect(late.at.ledger.dockets.length, 'one ledger').to.equal(live.at.ledger.dockets.length);
      expect(late.row?.instance, `seed ${seed}`).to.deep.equal(live.row?.instance);
      expect(late.listed, `seed ${seed}, folded at the end`).to.deep.equal(live.listed);
      ended += Number(live.isOver);
    }
    // The walks meet what they are about.
    expect(listed).to.be.greaterThan(50);
    expect(ended).to.be.greaterThan(5);
  });

  it('are of a holder whose record was not Active when a run was sealed, too', () => {
    const at = new DeliveryLedger(definition(false), [alice, bob, carol]);
    const later = (...txs: Transaction[]) => at.ledger.sealAt(at.ledger.state.timestampMs + READING_SLOT_MS, ...txs);
    const first = at.record('c', carol, 1);
    later(first);
    const away = at.record('c', carol, 2, { previous: first.txId, status: 'Deprecated' });
    later(away);
    later(at.record('b', bob, 1));
    const run = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2] });
    const place = { definition: at.definition, instanceId: INSTANCE, atMs: 0 };
    const row = rowIn(at.ledger.view, { ...place, tx: run, isFollowed: false }, undefined);
    expect(row?.pending.filter(({ branch }) => branchParts(branch).delivers)).to.deep.equal([]);
    later(at.record('c', carol, 3, { previous: away.txId }));
    later(at.record('a', alice, 1));
    const since = rowSince(at.ledger.view, row as InboxInstance, { ...place, last: run });
    const listed = since?.pending.flatMap(({ branch }) => branchParts(branch).delivers ?? []);
    expect(listed).to.deep.equal([{ role: 'z', wallet: carol.address }]);
  });

  it('are those of challenges after the end too, until the fault is proven', () => {
    const at = new DeliveryLedger(definition(false), [alice, bob, carol]);
    const one = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2] });
    const two = at.take({ action: 2, by: bob, data: { n: 1 }, next: [3], previous: one.txId });
    at.take({ action: 3, by: carol, data: { n: 1 }, next: [], previous: two.txId });
    expect(at.instance.state).to.equal('Completed');
    const place = { definition: at.definition, instanceId: INSTANCE, txId: one.txId, atMs: 0 };
    const receiver = { role: 'y', wallet: bob.address };
    const isListed = () => isToDeliver(at.ledger.view, place, receiver);
    expect(isListed(), 'it was sealed to him').to.equal(false);
    const payload = { type: 'challenge', v: 1, role: 'y' };
    const challenge = at.move('Challenge', { action: 1, by: bob, previous: one.txId, payload });
    at.ledger.seal(challenge);
    expect(isListed()).to.equal(true);
    const objection = at.objection({ run: one, by: bob, ground: 'undelivered', at: challenge.txId, shown: [] });
    at.ledger.sealAt(at.ledger.state.timestampMs + 4 * DAY_MS, objection);
    expect(isListed()).to.equal(false);
  });
});
