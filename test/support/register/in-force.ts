// Which runs of an instance are in force, by the definition of it and slowly: a rejection takes out of force what it
// undoes and all that came of that, a loop by a route takes nothing. Beside the reducer, so that what the check says of
// reads can be held against it.
import type { JsonObject } from '../../../core/base/json.js';
import type { RunFacts } from '../../../core/blueprint/logic/facts.js';
import { type FlowMove, movedFlow, openedFlow } from '../../../core/flow/move.js';
import type { Net, NetAction } from '../../../core/flow/net.js';
import {
  causesOf,
  completeRuns,
  type Flow,
  isEnabled,
  scopeOf,
  type Token,
  tokensOf,
  tokensTaken,
} from '../../../core/flow/runs.js';

interface Sealed extends RunFacts {
  /** Runs that it came from, looked through those that only gave tokens back. */
  readonly causes: readonly string[];
  undone: boolean;
  /** A rejection that led forward: no run, but what came of it came of its causes. */
  readonly isRejection?: true;
}

/** An instance with its history. */
export class HistoryWalk {
  readonly #net: Net;
  readonly #sealed: Sealed[] = [];
  #flow: Flow = {};
  #count = 0;

  constructor(net: Net) {
    this.#net = net;
  }

  /** Tokens at which somebody may act. */
  enabled(): readonly Token[] {
    return tokensOf(this.#flow).filter((token) => isEnabled(this.#flow, this.#net, token));
  }

  /** Runs in force, oldest first. */
  inForce(): readonly RunFacts[] {
    return this.#sealed.filter(({ undone, isRejection }) => !undone && !isRejection);
  }

  /** Live runs that count and whose data does not: there must be none. */
  lost(): readonly string[] {
    const undone = new Set(this.#sealed.filter((run) => run.undone).map(({ txId }) => txId));
    return Object.keys(this.#flow).filter((txId) => this.#flow[txId]?.kind === undefined && undone.has(txId));
  }

  open(action: number, next: readonly number[], data: JsonObject): void {
    const txId = this.#txId();
    this.#flow = openedFlow({ txId, kind: 'act', action, previous: undefined, next, atMs: 0 });
    this.#sealed.push({ txId, action, data, causes: [], undone: false });
  }

  act(token: Token, next: readonly number[], data: JsonObject): void {
    const move = this.#move(token, 'act', next);
    const causes = this.#causesAt(token);
    this.#flow = movedFlow(this.#flow, this.#net, move);
    this.#sealed.push({ txId: move.txId, action: token.target, data, causes, undone: false });
  }

  reject(token: Token, target: number): void {
    const before = this.#flow;
    const move = this.#move(token, 'reject', [target]);
    const causes = this.#causesAt(token);
    this.#flow = movedFlow(before, this.#net, move);
    const { txId } = move;
    if (this.#flow[txId]?.kind === 'reject')
      this.#sealed.push({ txId, action: token.target, data: {}, causes, undone: false, isRejection: true });
    const gone = Object.keys(before).filter((id) => !Object.hasOwn(this.#flow, id) && before[id]?.kind !== 'back');
    const undone = new Set(gone);
    for (const run of this.#sealed) {
      if (run.causes.some((cause) => undone.has(cause))) undone.add(run.txId);
      if (undone.has(run.txId)) run.undone = true;
    }
  }

  #move({ txId, target }: Token, kind: FlowMove['kind'], next: readonly number[]): FlowMove {
    return { txId: this.#txId(), kind, action: target, previous: txId, next, atMs: this.#count };
  }

  #causesAt(token: Token): readonly string[] {
    const flow = this.#flow;
    const action = this.#net.get(token.target) as NetAction;
    const taken = tokensTaken(flow, action, token).map(({ txId }) => txId);
    const ended = action.joins
      ? scopeOf(flow, action, token).ended
      : action.priors.flatMap((id) => completeRuns(flow, id));
    const seen = new Set<string>();
    const open = [...taken, ...ended];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const run = flow[id];
      if (run?.kind === 'back') open.push(...causesOf(run));
      else seen.add(id);
    }
    return [...seen];
  }

  #txId(): string {
    return `t${String(++this.#count).padStart(4, '0')}`;
  }
}
