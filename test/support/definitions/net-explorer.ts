// Every state of an instance that the reducer comes to, by trying every move: slow, and without any of the reasoning of
// the soundness check. Runs that only give tokens back are looked through, so that going back can be compared with
// never having gone.
import { type FlowMove, movedFlow, openedFlow } from '../../../core/flow/move.js';
import { isJoin, type Net, type NetAction, openings } from '../../../core/flow/net.js';
import { type Flow, isEnabled, type TokenKey, tokensOf } from '../../../core/flow/runs.js';
import type { Dice } from '../base/dice.js';

export interface Explored {
  readonly isComplete: boolean;
  readonly states: number;
  /** An action open twice, or with two live runs; or a route that goes back and on. */
  readonly meets: boolean;
  readonly backAndFork: boolean;
  readonly deadlock: boolean;
  readonly run: ReadonlySet<number>;
  readonly ends: boolean;
  /** States that only moves back come to; the claim says there are none. */
  readonly onlyBack: readonly string[];
  readonly backMoves: number;
  /** Ways of no timer that went back in some state, each as its action and its targets. */
  readonly back: ReadonlySet<string>;
}

export function wayText(action: number, next: readonly number[]): string {
  return `${action}>${[...next].sort((a, b) => a - b).join()}`;
}

/** Every state of forward moves, every move back from each of them, and random walks with moves back in them. */
export function explore(net: Net, statesMax: number, dice: Dice): Explored {
  const explorer = new Explorer(net, statesMax);
  explorer.all();
  for (let walks = WALKS; walks > 0 && explorer.isComplete && !explorer.meets; walks--) explorer.walk(dice);
  const { isComplete, meets, backAndFork, deadlock, run, ends, backMoves, back, known } = explorer;
  const onlyBack = isComplete && !meets ? [...explorer.gone].filter((key) => !known.has(key)) : [];
  return { isComplete, states: known.size, meets, backAndFork, deadlock, run, ends, onlyBack, backMoves, back };
}

const WALKS = 3;
const WALK_MOVES = 40;

class Explorer {
  readonly known = new Set<string>();
  /** States after moves back. */
  readonly gone = new Set<string>();
  readonly run = new Set<number>();
  readonly back = new Set<string>();
  readonly #net: Net;
  readonly #max: number;
  readonly #open: Flow[] = [];
  meets = false;
  backAndFork = false;
  deadlock = false;
  ends = false;
  isComplete = true;
  backMoves = 0;
  #count = 0;

  constructor(net: Net, max: number) {
    this.#net = net;
    this.#max = max;
  }

  all(): void {
    for (const id of openings(this.#net)) {
      this.run.add(id);
      this.known.add(`^>${id}`);
      // A timer of a start runs only where the workflow went back to it: that is the state before it, too.
      for (const { next, kind, isTimer } of movesOf(this.#net.get(id) as NetAction)) {
        if (next === 'end') this.ends = true;
        else {
          if (next.includes(id) && !isTimer) this.back.add(wayText(id, next));
          this.#add(openedFlow(this.#move(id, undefined, { next, kind })));
        }
      }
    }
    for (let flow = this.#open.pop(); flow; flow = this.#open.pop()) {
      if (this.known.size > this.#max) {
        this.isComplete = false;
        return;
      }
      this.#expand(flow);
    }
  }

  /** One run of the workflow, back as often as on. */
  walk(dice: Dice): void {
    let flow: Flow | undefined;
    for (let left = WALK_MOVES; left > 0; left--) {
      const at: Flow | undefined = flow;
      const moves = at
        ? tokensOf(at).flatMap(({ txId, target }) =>
            this.#movesAt(target, txId, isEnabled(at, this.#net, { txId, target })),
          )
        : openings(this.#net).flatMap((id) => this.#movesAt(id, undefined, true));
      if (moves.length === 0) return;
      const move = dice.pick(moves);
      flow = flow ? movedFlow(flow, this.#net, move) : openedFlow(move);
      if (flow[move.txId]?.kind === 'back' && move.next.length > 1) return;
      this.gone.add(keyOf(flow));
    }
  }

  #movesAt(target: number, previous: string | undefined, isOn: boolean): readonly FlowMove[] {
    return movesOf(this.#net.get(target) as NetAction, isOn).flatMap(({ next, kind }) =>
      next === 'end' ? [] : [this.#move(target, previous, { next, kind })],
    );
  }

  #expand(flow: Flow): void {
    const tokens = tokensOf(flow);
    const moves = tokens.map((token) => {
      const isOn = isEnabled(flow, this.#net, token);
      return { ...token, isOn, all: movesOf(this.#net.get(token.target) as NetAction, isOn) };
    });
    if (tokens.length === 0) this.ends = true;
    else if (moves.every(({ all }) => all.length === 0)) this.deadlock = true;
    for (const { txId, target, isOn, all } of moves) {
      if (isOn) this.run.add(target);
      for (const { next, kind, isTimer } of all) {
        if (next === 'end') {
          this.ends = true;
          continue;
        }
        const move = this.#move(target, txId, { next, kind });
        const after = movedFlow(flow, this.#net, move);
        const isBack = after[move.txId]?.kind === 'back';
        if (isBack) this.backMoves++;
        if (isBack && !isTimer) this.back.add(wayText(target, next));
        if (isBack && next.length > 1) this.backAndFork = true;
        else if (isBack) this.gone.add(keyOf(after));
        else this.#add(after);
      }
    }
  }

  #move(action: number, previous: string | undefined, how: Pick<FlowMove, 'next' | 'kind'>): FlowMove {
    return { txId: `t${++this.#count}`, action, previous, atMs: 0, ...how };
  }

  #add(flow: Flow): void {
    if (meetsIn(flow, this.#net)) {
      this.meets = true;
      return;
    }
    const key = keyOf(flow);
    if (this.known.has(key)) return;
    this.known.add(key);
    this.#open.push(flow);
  }
}

interface How {
  readonly kind: FlowMove['kind'];
  readonly next: readonly number[] | 'end';
  readonly isTimer?: true;
}

/** Those of people where the action is enabled, and those of its timers wherever a token stands. */
function movesOf({ outcomes, rejection, timers = [] }: NetAction, isOn = true): readonly How[] {
  const fired = timers.map(({ to }): How => ({ kind: 'act', next: to, isTimer: true }));
  if (!isOn) return fired;
  const moves = [...outcomes.map((next): How => ({ kind: 'act', next })), ...fired];
  if (rejection === undefined) return moves;
  return [...moves, { kind: 'reject', next: rejection === 'end' ? 'end' : [rejection] }];
}

function meetsIn(flow: Flow, net: Net): boolean {
  const ran = new Set<number>();
  for (const { action, kind } of Object.values(flow)) {
    if (kind === 'back') continue;
    if (ran.has(action)) return true;
    ran.add(action);
  }
  const open = new Set<number>();
  for (const { target } of tokensOf(flow)) {
    if (isJoin(net.get(target) as NetAction)) continue;
    if (open.has(target)) return true;
    open.add(target);
  }
  return false;
}

/** The state by actions instead of TxIds. Each action has one live run at most. */
function keyOf(flow: Flow): string {
  const name = (txId: string): number | '^' => flow[txId]?.action ?? '^';
  const begins = Object.entries(flow).filter(([, { kind, took }]) => kind === 'back' && took.length === 0);
  const untaken = tokensOf(flow).filter(({ txId }) => begins.some(([id]) => id === txId));
  const rows = Object.values(flow)
    .filter(({ kind }) => kind !== 'back')
    .map(({ action, kind = '', next, took, after }) => {
      const placed: readonly TokenKey[] = took.length === 0 ? [['^', action]] : took;
      const from = placed.flatMap((key) => origins(flow, key)).map(([txId, at]) => `${name(txId)}>${at}`);
      return `${action}${kind}[${[...next].sort()}](${from.sort()}){${after.map(name).sort()}}`;
    });
  return [...rows, ...untaken.map(({ target }) => `^>${target}`)].sort().join(' ');
}

function origins(flow: Flow, key: TokenKey): readonly TokenKey[] {
  const { kind, took = [] } = flow[key[0]] ?? {};
  if (kind !== 'back') return [key];
  // The opening of the instance, undone: nothing placed its token.
  return took.length === 0 ? [['^', key[1]]] : took.flatMap((from) => origins(flow, from));
}
