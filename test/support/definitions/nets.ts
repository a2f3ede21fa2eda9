// Random control flows: well-formed blocks (sequence, choice, parallel branches with either kind of join, loops,
// rejections), of which some get random changes.
import type { Net, NetAction, ScopeJoin, TimerWay } from '../../../core/flow/net.js';
import type { Dice } from '../base/dice.js';

interface Draft {
  readonly id: number;
  outcomes: number[][];
  rejection?: number | 'end';
  priors: number[];
  joins?: ScopeJoin;
  timers?: TimerWay[];
}

/** A block between its first action and its last. */
interface Block {
  readonly first: Draft;
  readonly last: Draft;
}

export interface NetKind {
  readonly actionsMax: number;
  /** Joins by fork among the joins. */
  readonly scopes?: boolean;
  /** Some actions have timers, those that join more often. */
  readonly timers?: boolean;
  /** Random changes, of which each may break it. */
  readonly changesMax: number;
}

export function randomNet(dice: Dice, kind: NetKind): Net {
  return new NetMaker(dice, kind).net();
}

class NetMaker {
  readonly #dice: Dice;
  readonly #kind: NetKind;
  readonly #drafts: Draft[] = [];

  constructor(dice: Dice, kind: NetKind) {
    this.#dice = dice;
    this.#kind = kind;
  }

  net(): Net {
    const { first, last } = this.#block(3);
    last.outcomes.push([]);
    for (let left = this.#below(this.#kind.changesMax + 1); left > 0; left--) this.#change();
    if (this.#kind.timers) for (const draft of this.#drafts) this.#time(draft);
    return new Map(
      this.#drafts.map((draft) => {
        const { id, rejection, priors, joins, timers } = draft;
        const outcomes = draft.outcomes.map((to) => [...new Set(to)]);
        const action: NetAction = {
          id,
          isStart: draft === first,
          outcomes: outcomes.length > 0 ? outcomes : [[]],
          ...(rejection !== undefined && { rejection }),
          priors: priors.filter((prior) => prior !== id),
          ...(joins && priors.length === 0 && joins.fork !== id && { joins }),
          ...(timers && { timers }),
        };
        return [id, action];
      }),
    );
  }

  #one(): Draft {
    const draft: Draft = { id: this.#drafts.length + 1, outcomes: [], priors: [] };
    this.#drafts.push(draft);
    return draft;
  }

  #block(depth: number): Block {
    const room = this.#kind.actionsMax - this.#drafts.length;
    const pick = depth === 0 || room < 4 ? 0 : this.#below(7);
    if (pick === 0) return this.#alone();
    if (pick <= 2) return this.#sequence(depth);
    if (pick === 3) return this.#choice(depth);
    if (pick === 4) return this.#loop(depth);
    return this.#parallel(depth);
  }

  #alone(): Block {
    const one = this.#one();
    return { first: one, last: one };
  }

  #sequence(depth: number): Block {
    const a = this.#block(depth - 1);
    const b = this.#block(depth - 1);
    a.last.outcomes.push([b.first.id]);
    if (this.#below(4) === 0) b.last.rejection = this.#below(3) === 0 ? a.first.id : a.last.id;
    return { first: a.first, last: b.last };
  }

  #choice(depth: number): Block {
    const fork = this.#one();
    const branches = [this.#block(depth - 1), this.#block(depth - 1)];
    const after = this.#one();
    for (const { first, last } of branches) {
      fork.outcomes.push([first.id]);
      last.outcomes.push([after.id]);
    }
    if (this.#below(4) === 0) fork.outcomes.push([after.id]);
    if (this.#below(5) === 0) fork.outcomes.push([]);
    return { first: fork, last: after };
  }

  #loop(depth: number): Block {
    const body = this.#block(depth - 1);
    const check = this.#one();
    body.last.outcomes.push([check.id]);
    check.outcomes.push([body.first.id]);
    if (this.#below(3) === 0) check.rejection = body.last.id;
    return { first: body.first, last: check };
  }

  #parallel(depth: number): Block {
    const fork = this.#one();
    const count = 2 + this.#below(2);
    const branches = Array.from({ length: count }, () => this.#block(depth - 1));
    const join = this.#one();
    fork.outcomes.push(branches.map(({ first }) => first.id));
    const isScope = this.#kind.scopes === true && this.#below(2) === 0;
    for (const { last } of branches) {
      last.outcomes.push([join.id]);
      if (isScope && this.#below(4) === 0) last.outcomes.push([]);
      if (!isScope) join.priors.push(last.id);
    }
    if (isScope) {
      if (this.#below(3) === 0) fork.outcomes.push([branches[0]?.first.id as number]);
      const need = this.#below(3) === 0 ? 1 + this.#below(count) : undefined;
      join.joins = { fork: fork.id, ...(need !== undefined && { need }) };
    }
    if (this.#below(4) === 0) join.rejection = this.#any(branches).last.id;
    return { first: fork, last: join };
  }

  /** A timer that does what an outcome does, that ends the branch, or that leads to any action. */
  #time(draft: Draft): void {
    const isJoin = draft.joins !== undefined || draft.priors.length > 0;
    if (this.#below(isJoin ? 2 : 8) > 0) return;
    const like = draft.outcomes.length === 0 ? [] : this.#any(draft.outcomes);
    const pick = this.#below(5);
    const to = pick === 0 ? [] : pick === 1 ? [this.#any(this.#drafts).id] : like;
    draft.timers = [{ to: [...new Set(to)], states: this.#below(2) === 0 }];
  }

  #change(): void {
    const draft = this.#any(this.#drafts);
    const other = this.#any(this.#drafts).id;
    const outcome = draft.outcomes.length === 0 ? undefined : this.#any(draft.outcomes);
    switch (this.#below(7)) {
      case 0:
        draft.outcomes.push([other]);
        break;
      case 1:
        draft.rejection = this.#below(4) === 0 ? 'end' : other;
        break;
      case 2:
        if (draft.priors.length > 0) draft.priors = draft.priors.filter((id) => id !== draft.priors[0]);
        break;
      case 3:
        if (!draft.joins && draft.id > 1) draft.priors.push(other);
        break;
      case 4:
        if (outcome && outcome.length > 0) outcome[this.#below(outcome.length)] = other;
        break;
      case 5:
        outcome?.push(other);
        break;
      default:
        if (draft.outcomes.length > 1) draft.outcomes.splice(this.#below(draft.outcomes.length), 1);
    }
  }

  #any<T>(items: readonly T[]): T {
    return this.#dice.pick(items);
  }

  /** 0 to one less than `count`. */
  #below(count: number): number {
    return this.#dice.integer(0, count - 1);
  }
}
