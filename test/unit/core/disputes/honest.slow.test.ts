// Random walks of an instance whose senders act on whatever state their node has: stale ones, of a role that was taken
// late, before and after rejections and loops. What is calculated by a state whose operands have changed is refused,
// and is made again. Somebody who reads everything objects to each run with all that each rule reads: no honest run is
// ever proven false, and each false result is. In the second test some of those objections are sealed, at once, late,
// or after the end: the instance stays one that can go on, and names liars alone.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { execute } from '../../../../core/blueprint/execution/execute.js';
import { branchesAt, type WaitingRun, waitingRuns, waitsFor } from '../../../../core/blueprint/instance/branches.js';
import { leadsSince, type RunInForce, runsInForceAt } from '../../../../core/blueprint/instance/run-rows.js';
import type { RunFacts } from '../../../../core/blueprint/logic/facts.js';
import { resolveNames } from '../../../../core/blueprint/names/resolve.js';
import { changeSince, isReading, readsOf } from '../../../../core/blueprint/names/run-reads.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { keyOf, operandsOf } from '../../../../core/disputes/operands.js';
import { layoutOf, ROUTE_MEMBER } from '../../../../core/envelope/layout/layout.js';
import { decisionCell } from '../../../../core/envelope/layout/values.js';
import { deliveriesIn } from '../../../../core/instance/deliveries/owed.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { Dice } from '../../../support/base/dice.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../support/register/ledger.js';
import { readAnew } from '../../../support/register/runs-anew.js';
import { SealedLedger } from '../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const num = { type: 'integer' };
const sumOf = (name: string): JsonObject => ({
  reduce: [read(name), { '+': [read('accumulator'), read('item')] }, 0],
});
const all = (roles: string): JsonObject => shows(Object.fromEntries([...roles].map((role) => [role, ['*']])));

/** x forks to y and z, who go round as they like and count what the other did; their join may be sent back to y. */
const ACTIONS: readonly JsonObject[] = [
  { ...asks({ price: num }), ...all('yz'), routes: [{ id: 'f', nextActionIds: [2, 3] }] },
  {
    sender: 'y',
    ...asks({ q: num }),
    calculations: {
      seen: { '+': [sumOf('runs.3.r'), { var: ['act.1.price', 0] }] },
      own: { '+': [sumOf('runs.2.q'), read('in.q')] },
      twice: { '*': [read('calc.own'), 2] },
    },
    ...all('xz'),
    routes: [
      { id: 'again', nextActionIds: [2], condition: { '>': [read('calc.seen'), read('in.q')] } },
      { id: 'on', nextActionIds: [4], isDefault: true },
    ],
  },
  {
    sender: 'z',
    ...asks({ r: num }),
    calculations: { count: { '+': [read('count.2'), read('in.r')] } },
    ...all('xy'),
    routes: [
      { id: 'again', nextActionIds: [3], condition: { '>': [read('calc.count'), 3] } },
      { id: 'on', nextActionIds: [4], isDefault: true },
    ],
  },
  {
    requiredPriorActions: [2, 3],
    ...asks({ end: num }),
    calculations: { last: { '+': [read('act.2.q'), read('turn.3.r')] } },
    ...all('yz'),
    rejectionConfig: { targetActionId: 2, requireReason: false },
    ...to(),
  },
];

const wallets = { x: alice, y: bob, z: carol };

/** The statements of y and z are confirmed, those of y by two. */
const CONFIRMED = ACTIONS.map((action, i) => {
  const by = [[], ['x', 'z'], ['x'], []][i] as string[];
  return by.length === 0 ? action : { ...action, confirm: { by, within: 'PT2H', otherwise: 'redo' } };
});

function definitionFor(isOpen: boolean, isConfirmed: boolean): JsonObject {
  const participants = Object.entries(wallets).map(([id, { address }]) =>
    isOpen && id === 'y' ? { id } : { id, walletAddress: address },
  );
  return { ...definitionOf(isConfirmed ? CONFIRMED : ACTIONS), participants };
}

interface Counted {
  honest: number;
  /** Refused, because what it read had changed. */
  old: number;
  lies: number;
  back: number;
  confirmed: number;
  declined: number;
  /** Objections that were sealed: while the run stood, after a loop had left it behind, and after the end. */
  disputed: number;
  behind: number;
  ended: number;
}

const none = (): Counted => ({
  ...{ honest: 0, old: 0, lies: 0, back: 0, confirmed: 0, declined: 0, disputed: 0, behind: 0, ended: 0 },
});

class Walk {
  private readonly at: SealedLedger;
  private readonly dice: Dice;
  private readonly counted: Counted;
  private readonly data = new Map<string, JsonObject>();
  private readonly moves = new Map<string, Transaction>();
  /** Runs in force after so many moves. */
  private readonly states: (readonly RunInForce[])[] = [[]];
  /** Runs with a false result, and the place of that. */
  private isJudged = true;
  private readonly lies = new Map<string, string>();

  constructor(dice: Dice, isOpen: boolean, counted: Counted, isConfirmed = false) {
    this.at = new SealedLedger(definitionFor(isOpen, isConfirmed), Object.values(wallets));
    this.dice = dice;
    this.counted = counted;
  }

  /** `objects` says how likely it is that somebody objects before the next move. */
  run(objects = 0): void {
    this.isJudged = objects === 0;
    this.act(1, undefined);
    for (let step = 0; step < 9 && ['Active', 'Disputed'].includes(this.at.instance.state); step++) {
      if (this.at.instance.state === 'Active' && this.dice.chance(objects)) this.dispute();
      const { instance } = this.at;
      const plan = planOf(this.at.definition);
      const ready = branchesAt(instance, this.at.ledger.state.timestampMs + 1000).filter(
        (branch) => waitsFor(instance, plan, branch).length === 0,
      );
      const [waiting] = instance.state === 'Active' ? waitingRuns(instance) : [];
      if (waiting && (ready.length === 0 || this.dice.chance(0.6))) {
        this.answer(waiting);
        continue;
      }
      const branch = ready[this.dice.integer(0, ready.length - 1)];
      // From every state somebody can go on.
      if (!branch) throw new Error(`nobody can act: ${JSON.stringify(instance)}`);
      if (instance.state === 'Active' && branch.actionId === 4 && this.dice.integer(0, 1) === 0)
        this.reject(branch.txId);
      else this.act(branch.actionId, branch.txId);
    }
  }

  private answer({ txId, missing }: WaitingRun): void {
    const [role = ''] = missing;
    const isDeclined = this.dice.chance(0.25);
    const tx = this.at.answer({
      ...{ run: this.moves.get(txId)!, by: wallets[role as keyof typeof wallets], role },
      ...(isDeclined && { reason: `not so, ${this.states.length}`, isPlain: true }),
    });
    this.at.ledger.seal(tx);
    this.sealed(tx);
    this.counted[isDeclined ? 'declined' : 'confirmed']++;
  }

  /** Somebody objects to a false result, which may be an old one. */
  dispute(): void {
    const { ledger } = this.at;
    const rowOf = rowsIn(ledger.view);
    const open = [...this.lies].filter(([txId]) => !rowOf(txId)?.undone);
    const [txId, at] = open[this.dice.integer(0, open.length - 1)] ?? [];
    if (txId === undefined || at === undefined) return;
    const run = this.moves.get(txId)!;
    const { action } = planOf(this.at.definition).actions.get(run.header.actionId)!;
    const rules = resolveNames(this.at.definition, action).rules.filter((rule) => rule.at === at);
    const before = this.at.instance;
    const claim = { run, by: carol, ground: 'calculation', at, shown: this.everything(run, rules) };
    const tx = this.at.objection(claim);
    ledger.seal(tx);
    this.sealed(tx);
    const { state, faults = [] } = this.at.instance;
    expect(faults.map((fault) => fault.txId)).to.deep.equal([...(before.faults ?? []).map((one) => one.txId), txId]);
    for (const fault of faults) expect(this.lies.has(fault.txId)).to.equal(true);
    if (before.state !== 'Active') {
      expect(state).to.equal(before.state);
      this.counted.ended++;
    } else this.counted[state === 'Disputed' ? 'disputed' : 'behind']++;
    if (state === 'Disputed')
      expect(branchesAt(this.at.instance, ledger.state.timestampMs)).to.deep.equal([
        { txId: tx.txId, actionId: action.id },
      ]);
  }

  private reject(previous: string): void {
    const payload = { type: 'rejection', reason: `because ${this.states.length}` };
    const tx = this.at.move('Rejection', { action: 4, by: alice, previous, payload });
    this.at.ledger.seal(tx);
    this.sealed(tx);
    this.counted.back++;
  }

  /** Where the state that it saw is old by now, the register refuses it, and it is made with the newest one. */
  private act(action: number, previous: string | undefined): void {
    const { definition, ledger } = this.at;
    const planned = planOf(definition).actions.get(String(action))!;
    const follows = previous === undefined ? undefined : rowsIn(ledger.view)(previous);
    // No party goes on before the run that it follows leads on.
    const from = follows ? leadsSince(follows) + 1 : 0;
    const now = this.states.length - 1;
    // A party that joins waits until all is there; all others may be late.
    const seen = planned.isJoin ? now : from + this.dice.integer(0, now - from);
    const isOld =
      follows !== undefined && changeSince(this.at.instance, readsOf(definition, planned.action), seen) !== undefined;
    if (isOld) {
      expect(this.at.judge(this.made({ action, previous, k: seen }).tx)).to.equal('VAL_READ_001');
      this.counted.old++;
    }
    this.seal({ action, previous, k: isOld ? now : seen });
  }

  private made({
    action,
    previous,
    k,
  }: {
    readonly action: number;
    readonly previous: string | undefined;
    readonly k: number;
  }) {
    const { definition } = this.at;
    const planned = planOf(definition).actions.get(String(action))!;
    const by = wallets[planned.sender.id as keyof typeof wallets];
    const runs = (this.states[k] ?? []).map((one): RunFacts => {
      const { recipients = [] } = this.moves.get(one.txId)!.header;
      return { ...one, data: recipients.includes(by.address) ? (this.data.get(one.txId) as JsonObject) : {} };
    });
    const name = { 1: 'price', 2: 'q', 3: 'r', 4: 'end' }[action] as string;
    const payload = { [name]: this.dice.integer(0, 11) };
    const made = execute({ definition, actionId: String(action), payload, facts: { runs, time: {} } });
    // On an old state a run of the other branch may not be there yet.
    if (isFailure(made)) throw new Error(JSON.stringify(made));
    const [calculated] = made.calculated;
    const isLie = calculated !== undefined && this.dice.integer(0, 3) === 0;
    const { routeId, reasonCode } = made.decision;
    const hasRoute = layoutOf(definition, planned.action).tree.below.has(ROUTE_MEMBER);
    const data = {
      ...made.data,
      ...(isLie && { [calculated]: 100_000 }),
      ...(hasRoute && { [ROUTE_MEMBER]: decisionCell({ routeId, reasonCode: reasonCode as string }) }),
    };
    const next = [...new Set(made.decision.nextActions.map(({ actionId }) => actionId))].sort((a, b) => a - b);
    const reads = previous !== undefined && isReading(readsOf(definition, planned.action));
    const seen = reads ? { sees: k } : {};
    const tx = this.at.run({ action, by, data, next, ...(previous !== undefined && { previous }), ...seen });
    return { tx, made, data, isLie, calculated };
  }

  private seal(of: { readonly action: number; readonly previous: string | undefined; readonly k: number }): void {
    const { tx, made, data, isLie, calculated } = this.made(of);
    this.at.ledger.seal(tx);
    this.data.set(tx.txId, made.data === data ? data : (({ [ROUTE_MEMBER]: _, ...rest }) => rest)(data as JsonObject));
    this.sealed(tx);
    this.counted[isLie ? 'lies' : 'honest']++;
    if (isLie) this.lies.set(tx.txId, `/calculations/${calculated}`);
    if (this.isJudged) this.object(tx, isLie ? calculated : undefined);
  }

  private sealed(tx: Transaction): void {
    const { instance, ledger } = this.at;
    this.moves.set(tx.txId, tx);
    const inForce = runsInForceAt(instance, [1, 2, 3, 4], rowsIn(ledger.view));
    this.states.push(inForce);
    const ids = inForce.map(({ txId }) => txId);
    // The reading of all transactions says the same, and a run that stands keeps its data.
    const of = { definition: this.at.definition, transactions: [...this.moves.values()] };
    expect(readAnew(ledger, of).runs).to.deep.equal(ids);
    for (const [txId, { kind }] of Object.entries(instance.flow)) if (kind === undefined) expect(ids).to.include(txId);
    expect(instance.moves).to.equal(this.states.length - 1);
  }

  /** A value that depends on a false result is false too, and no other value is. */
  private object(run: Transaction, lie: string | undefined): void {
    const { definition } = this.at;
    const { action } = planOf(definition).actions.get(run.header.actionId)!;
    const { rules } = resolveNames(definition, action);
    for (const rule of rules) {
      const isRoute = rule.gives === undefined;
      const shown = this.everything(run, isRoute ? rules.filter(({ gives }) => gives === undefined) : [rule]);
      const [ground, at] = isRoute ? ['route', '/routes'] : ['calculation', rule.at];
      const found = this.at.judge(this.at.objection({ run, by: carol, ground, at, shown }));
      if (lie === undefined) expect(found, `${ground} ${at}`).to.equal('VAL_OBJ_004');
      else if (rule.gives === lie) expect(found, `${ground} ${at}`).to.equal('ok');
    }
    const { cells } = layoutOf(definition, action);
    const members = cells.map(({ pointer }) => pointer).filter((pointer) => pointer !== `/${ROUTE_MEMBER}`);
    const whole = this.at.objection({ run, by: carol, ground: 'schema', at: '', shown: [[run, ...members]] });
    expect(this.at.judge(whole)).to.equal('VAL_OBJ_004');
  }

  private everything(run: Transaction, rules: ReturnType<typeof resolveNames>['rules']) {
    const { definition, instance, ledger } = this.at;
    const rowOf = rowsIn(ledger.view);
    const transactionOf = ledger.view.transaction;
    const row = rowOf(run.txId)!;
    const of = { definition, instance, run, row, rowOf, transactionOf, deliveredTo: deliveriesIn(ledger.view) };
    const operands = operandsOf(of, rules);
    if (!operands || isFailure(operands)) throw new Error('a time is not known');
    const pointers = new Map<Transaction, string[]>();
    const needed = rules.flatMap((rule) => operands.operandCells(rule));
    for (const { txId, cell } of new Map(needed.map((one) => [keyOf(one), one])).values()) {
      const tx = txId === undefined ? run : this.moves.get(txId)!;
      pointers.set(tx, [...(pointers.get(tx) ?? []), cell.pointer]);
    }
    return [...pointers].map(([tx, at]) => [tx, ...at] as unknown as Json);
  }
}

describe('core/disputes on random walks', () => {
  it('never proves an honest run false, whatever its sender knew, and proves each false result', () => {
    const counted = none();
    for (let seed = 1; seed <= 13; seed++) new Walk(new Dice(`disputes ${seed}`), seed % 2 === 0, counted).run();
    expect(counted.honest).to.be.above(50);
    expect(counted.old).to.be.above(5);
    expect(counted.lies).to.be.above(10);
    expect(counted.back).to.be.above(1);
  });

  it('judges by the runs that were confirmed, and when, and leaves an instance that can go on', () => {
    const [judged, disputed] = [none(), none()];
    for (let seed = 1; seed <= 8; seed++) new Walk(new Dice(`confirmed ${seed}`), seed % 2 === 0, judged, true).run();
    for (let seed = 1; seed <= 10; seed++)
      new Walk(new Dice(`declined ${seed}`), seed % 2 === 0, disputed, true).run(0.4);
    expect(judged.honest).to.be.above(20);
    expect(judged.old).to.be.above(1);
    expect(judged.lies).to.be.above(3);
    expect(judged.confirmed).to.be.above(10);
    expect(judged.declined).to.be.above(3);
    expect(disputed.disputed).to.be.above(2);
  });

  it('leaves an instance that can go on, and names liars alone', () => {
    const counted = none();
    for (let seed = 1; seed <= 32; seed++) {
      const walk = new Walk(new Dice(`faults ${seed}`), seed % 2 === 0, counted);
      walk.run(0.5);
      walk.dispute();
    }
    expect(counted.disputed).to.be.above(10);
    expect(counted.behind).to.be.above(10);
    expect(counted.ended).to.be.above(4);
  });
});
