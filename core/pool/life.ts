// The life of a submission on one node, between its admission and its end: who answers for it, and whether its end is
// on the way to the disk. A table of what may follow what; it holds no transaction and writes nothing.

/**
 * The keeper that answers for it. `elsewhere`: another node, and it is in memory only. `here`: this node, with nothing
 * written. `promising`: its row in the outbox is on the way to the disk. `promised`: the row is durable, and its
 * submitter may be told that it is pending.
 */
export type Keeping = 'elsewhere' | 'here' | 'promising' | 'promised';

/** `refusing` and `sealing`: on the way to the disk, and nothing may be promised or judged about it any more. */
export type Ending = 'none' | 'refusing' | 'sealing';

export interface Life {
  readonly keeping: Keeping;
  readonly ending: Ending;
}

/**
 * `adopt`: its submitter wants this node to answer for it. `promise`: its row is queued. `written`: that is durable.
 * `restore`: a row of it was found after a restart, which `written` follows. `refuse`: its refusal, or that it is given
 * up, is queued. `seal`: a docket with it is queued.
 */
export type LifeEvent = 'adopt' | 'promise' | 'written' | 'restore' | 'refuse' | 'seal';

const KEEPING: Readonly<Partial<Record<LifeEvent, Partial<Readonly<Record<Keeping, Keeping>>>>>> = {
  adopt: { elsewhere: 'here' },
  promise: { here: 'promising' },
  written: { promising: 'promised' },
  restore: { elsewhere: 'promising', here: 'promising' },
};

/**
 * A transaction that is decided by a docket is never refused; a docket of others may decide one that is being refused
 * here.
 */
const ENDING: Readonly<Partial<Record<LifeEvent, Partial<Readonly<Record<Ending, Ending>>>>>> = {
  refuse: { none: 'refusing' },
  seal: { none: 'sealing', refusing: 'sealing' },
};

const LIVES: ReadonlyMap<string, Life> = new Map(
  (['elsewhere', 'here', 'promising', 'promised'] as const).flatMap((keeping) =>
    (['none', 'refusing', 'sealing'] as const).map((ending) => [`${keeping} ${ending}`, { keeping, ending }] as const),
  ),
);

/** The life that something begins with. A value each, so that lives can be compared. */
export function lifeOf(keeping: Keeping, ending: Ending = 'none'): Life {
  return LIVES.get(`${keeping} ${ending}`) as Life;
}

/** The life after an event; the same one where the event changes nothing. No row is queued for what is about to end. */
export function lifeAfter(life: Life, event: LifeEvent): Life {
  const { keeping, ending } = life;
  if (event === 'promise' && ending !== 'none') return life;
  return lifeOf(KEEPING[event]?.[keeping] ?? keeping, ENDING[event]?.[ending] ?? ending);
}

/** Another node answers for it, and this one may forget it. */
export function isElsewhere({ keeping }: Life): boolean {
  return keeping === 'elsewhere';
}

/** Its row in the outbox is durable. */
export function isPromised({ keeping }: Life): boolean {
  return keeping === 'promised';
}

/** Its row in the outbox is queued or durable: the code that ends it deletes the row. */
export function hasRow({ keeping }: Life): boolean {
  return keeping === 'promising' || keeping === 'promised';
}

/** Not about to end. */
export function isOpen({ ending }: Life): boolean {
  return ending === 'none';
}

/** Promised, and not about to end. */
export function isOwed(life: Life): boolean {
  return isPromised(life) && isOpen(life);
}

/**
 * Its submitter may be told that it is pending: not of one that is being refused, which a caller who asks for a promise
 * just now would take for one.
 */
export function mayPend(life: Life): boolean {
  return (isPromised(life) || isElsewhere(life)) && life.ending !== 'refusing';
}
