// Every transaction is sealed at most once, is found where it is sealed, and once at every node when it was promised;
// no client was told that a sealed transaction is refused for good.
import type { Checker, ObservedNode, World } from '../observer.js';

/** For good by a clock that was wrong, and by a head that such clocks had dated: governance took that time back. */
const OF_TIME = /^VAL_(TIME|BP_012)/;
const WRONG_MS = 3_600_000;

/** `at` is the time of the clock that refused. */
function isEnd(
  refusal: { readonly code: string; readonly at: number; readonly definitive: boolean } | undefined,
  nowMs: number,
): boolean {
  if (refusal?.definitive !== true) return false;
  return !(OF_TIME.test(refusal.code) && refusal.at > nowMs + WRONG_MS);
}

/**
 * A disk that forgot, or a node that is no more, may have lost a promise; one that may not read the register any more
 * cannot see to it.
 */
function isGone(world: World, node: ObservedNode): boolean {
  return node.isLost || node.isRetired || Number.isFinite(world.readableUntil(node));
}

/** One that lags judges by an older state, which is no word on the register as it is. */
function knowsAll(world: World, node: ObservedNode): boolean {
  const heightOf = (one: ObservedNode) => {
    const held = one.held(world.registerId);
    return held?.chain.durableState(held.reg)?.height ?? 0;
  };
  return heightOf(node) >= Math.max(...world.nodes.map(heightOf));
}

export function exactlyOnce(world: World): Checker {
  const at = new Map<string, string>();
  /** The nodes that promised it. */
  const promised = new Map<string, ObservedNode[]>();
  const uncertainAt: { readonly node: ObservedNode; readonly txId: string }[] = [];
  const refused = new Map<string, string>();
  return {
    name: 'exactly-once',
    sealed(node, { docket }) {
      docket.transactions.forEach(({ txId }, index) => {
        const place = `${docket.header.height}/${index}`;
        const other = at.get(txId);
        at.set(txId, place);
        if (other !== undefined && other !== place) world.violation('exactly-once', `${txId} at ${other} and ${place}`);
        const held = node.held(world.registerId);
        const found = held?.chain.location(held.reg, txId);
        if (`${found?.height}/${found?.index}` !== place)
          world.violation('index', `node ${node.index} does not find ${txId} at ${place}`);
      });
    },
    answered(node, txId, { outcome, uncertain }) {
      if (outcome.status !== 'refused') {
        if (uncertain) uncertainAt.push({ node, txId });
        else promised.set(txId, [...(promised.get(txId) ?? []), node]);
      }
      if (outcome.status !== 'refused' || outcome.definitive !== true) return;
      // A refusal which says that it is no end says nothing about the transaction elsewhere: another node may have
      // taken it in time.
      const code = outcome.issues[0]?.code ?? '';
      const isOfWrongClock = OF_TIME.test(code) && node.wall.movedLately;
      if (!isOfWrongClock && knowsAll(world, node)) refused.set(txId, code);
    },
    booted(node) {
      if (node.isLost) return;
      const held = node.held(world.registerId);
      if (!held) return;
      const { reg, chain } = held;
      const height = chain.durableState(reg)?.height ?? 0;
      if (chain.docketAt(reg, height + 1))
        world.violation('seal', `node ${node.index} starts with half a seal of docket ${height + 1}`);
      for (let h = 1; h <= height; h++)
        for (const txId of chain.docket(reg, h)?.txIds ?? [])
          if (chain.location(reg, txId)?.height !== h)
            world.violation('index', `node ${node.index} lost the place of ${txId}`);
    },
    async finished() {
      for (const node of world.nodes) {
        const held = node.held(world.registerId);
        if (node.isRetired || !held) continue;
        const { reg, chain, outbox } = held;
        for (const [txId, by] of Number.isFinite(world.readableUntil(node)) ? [] : promised)
          if (by.some((one) => !isGone(world, one)) && !chain.location(reg, txId))
            world.violation('promised', `${txId} is not sealed at node ${node.index}`);
        for (const txId of at.keys())
          if (isEnd(outbox.refusal(txId), world.nowMs))
            world.violation('refused', `node ${node.index} keeps a definitive refusal of ${txId}, which is sealed`);
      }
      for (const { node, txId } of uncertainAt) {
        // A seal that a restarted driver did not tell of is in the chain all the same.
        const held = node.held(world.registerId);
        if (!isGone(world, node) && !held?.chain.location(held.reg, txId) && !held?.outbox.refusal(txId))
          world.violation('promised', `${txId} has no end at node ${node.index}`);
      }
      for (const [txId, code] of refused)
        if (at.has(txId))
          world.violation('refused', `${txId} was refused with ${code} and is sealed at ${at.get(txId)}`);
    },
  };
}
