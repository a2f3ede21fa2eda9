// What linked members say of the clock here. The time in a hello is its sender's word alone, so one organisation counts once, whatever its nodes say, and no
// single one outweighs the others. Pure; the caller says how far each clock is off now.

/** The clock of one linked member. */
export interface ClockWord {
  readonly orgId: string;
  /** Its time minus the one here. */
  readonly skewMs: number;
}

/** How many organisations spoke, and for how many of them the clock here is off. */
export interface ClockWords {
  readonly told: number;
  readonly off: number;
}

/** An organisation says that the clock is off when more than half of its nodes do. */
export function clockWords(words: readonly ClockWord[], offMs: number): ClockWords {
  const byOrg = new Map<string, { nodes: number; off: number }>();
  for (const { orgId, skewMs } of words) {
    const { nodes, off } = byOrg.get(orgId) ?? { nodes: 0, off: 0 };
    byOrg.set(orgId, { nodes: nodes + 1, off: off + (Math.abs(skewMs) > offMs ? 1 : 0) });
  }
  const off = [...byOrg.values()].filter((org) => org.off * 2 > org.nodes).length;
  return { told: byOrg.size, off };
}

/** More than half of all organisations, this one with its own clock among them, say that the clock here is off. */
export function isOutvoted(words: readonly ClockWord[], ownOrgId: string, offMs: number): boolean {
  const { told, off } = clockWords([...words, { orgId: ownOrgId, skewMs: 0 }], offMs);
  return off * 2 > told;
}

/** More of the organisations that are linked say that the clock here is right than say that it is not; undefined while nobody says anything. */
export function isConfirmed(words: readonly ClockWord[], offMs: number): boolean | undefined {
  const { told, off } = clockWords(words, offMs);
  return told === 0 ? undefined : told - off > off;
}
