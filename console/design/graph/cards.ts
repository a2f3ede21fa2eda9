// The facts of the cards of a draft, by value. An edit makes the whole document anew, and most cards say the same as
// before: these stay the same objects, which are not drawn again.
import { useRef } from 'react';
import type { DesignState } from '../design-context.js';

export interface ActionCardFacts {
  readonly id: number;
  readonly title: string;
  /** Its name, or what the action states where there is no such role. */
  readonly role: string;
  /** Of the role; undefined where there is none. */
  readonly place: number | undefined;
  readonly errors: number;
  /** Where a rehearsal stands. */
  readonly mark: 'now' | 'done' | undefined;
  readonly isStart: boolean;
  readonly isLit: boolean;
}

type CardSource = Pick<DesignState, 'shown' | 'ways' | 'marks' | 'path'> & {
  readonly now: Pick<DesignState['now'], 'findings'>;
};

/** In the order of the actions. */
export function cardsOf({ shown, ways, marks, path, now }: CardSource): readonly ActionCardFacts[] {
  const roles = new Map(shown.roles.map((role) => [role.id, role]));
  const errors = new Map<number, number>();
  for (const { severity, location } of now.findings) {
    const place = Number(/^\/actions\/(\d+)(?:\/|$)/.exec(location)?.[1] ?? Number.NaN);
    if (severity === 'error') errors.set(place, (errors.get(place) ?? 0) + 1);
  }
  return shown.actions.map(({ id, title, sender, place }) => {
    const role = roles.get(sender);
    return {
      ...{ id, title, role: role?.name ?? sender, place: role?.place, errors: errors.get(place) ?? 0 },
      mark: marks?.current.includes(id) ? 'now' : marks?.done.includes(id) ? 'done' : undefined,
      ...{ isStart: ways.starts.includes(id), isLit: path.includes(id) },
    };
  });
}

/** Items of before in place of those that say the same; the list of before where all do and none went. */
export function keepSame<T extends { readonly id: PropertyKey }>(
  before: readonly T[],
  next: readonly T[],
): readonly T[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const kept = next.map((item) => {
    const its = known.get(item.id);
    return its !== undefined && JSON.stringify(its) === JSON.stringify(item) ? its : item;
  });
  return kept.length === before.length && kept.every((item, i) => item === before[i]) ? before : kept;
}

/** `keepSame` of what was drawn last. */
export function useKept<T extends { readonly id: PropertyKey }>(next: readonly T[]): readonly T[] {
  const last = useRef<readonly T[]>([]);
  last.current = keepSame(last.current, next);
  return last.current;
}
