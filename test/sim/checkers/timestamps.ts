// The time of dockets: it rises from docket to docket, but where governance takes it back. No honest member approves a
// fresh docket that is far from its own clock, and nothing is sealed after the time at which it expired. It reads the
// clock of the voter, which may be wrong: then the vote is held against that one.
import type { Message } from '../../../core/consensus/types.js';
import type { Checker, ObservedNode, World } from '../observer.js';
import { floorAfter, resetFault } from './acts.js';

/** As core/consensus/algorithm.md says them under Time, which a checker does not ask. */
const AHEAD_MS = 5000;
const BEHIND_MS = 60_000;
/**
 * Between the judgement and the vote that leaves: verification, a slow disk, a pause; and the clock may be moved
 * meanwhile.
 */
const LATE_MS = 20_000;

export function timestamps(world: World): Checker {
  const at = new Map<number, number>();
  /** The docket above each height has to be later than this. */
  const floors = new Map<number, number>();
  const seen = new Set<string>();
  /** When a docket was first proposed, by its hash. */
  const proposedMs = new Map<string, number>();
  const { mode, meanMs } = world.options;
  const isTrue = mode === 'bft' && !([meanMs.skew, meanMs.clock, meanMs.epoch] as number[]).some(Number.isFinite);
  const proposed = (message: Message) => {
    if (message.type !== 'proposal') return;
    const { hash } = message.proposal.docket;
    if (!proposedMs.has(hash)) proposedMs.set(hash, world.nowMs);
  };
  const fresh = (node: ObservedNode, message: Message) => {
    if (message.type !== 'vote' || node.isFalse || node.wall.movedLately) return;
    const { approve, kind, round, height, docketHash } = message.vote;
    const judged = world.options.mode === 'bft' ? 'PREPARE' : 'COMMIT';
    const held = node.held(world.registerId);
    if (!approve || kind !== judged || round > 0 || !held || !node.run) return;
    const times = world.options.guards ? node.wall.times : [node.run.ports.clock.now()];
    const [earliest, latest] = [Math.min(...times), Math.max(...times)];
    const { reg, chain } = held;
    // A vote that is repeated was judged long ago.
    const key = `${node.index} ${height} ${docketHash}`;
    if (seen.has(key)) return;
    seen.add(key);
    const timestampMs = chain.loadBody(reg, height, docketHash)?.header.timestampMs;
    const parent = chain.loadBody(reg, height - 1, chain.docketAt(reg, height - 1)?.hash ?? '');
    const parentMs = parent && floorAfter(parent);
    if (timestampMs === undefined || parentMs === undefined) return;
    const about = `node ${node.index} at ${earliest} to ${latest} approves docket ${height} of ${timestampMs}`;
    if (timestampMs > Math.max(parentMs + 1, latest + AHEAD_MS))
      world.violation('timestamps', `${about}: of the future`);
    if (timestampMs < earliest - BEHIND_MS - LATE_MS) world.violation('timestamps', `${about}: dated back`);
  };
  return {
    name: 'timestamps',
    released(node, message) {
      proposed(message);
      fresh(node, message);
    },
    lied: (_, message) => proposed(message),
    sealed(node, { docket }) {
      const { header, transactions } = docket;
      const { height, timestampMs } = header;
      const floor = floorAfter(docket);
      const [below, above] = [floors.get(height - 1) ?? -1, at.get(height + 1) ?? Number.POSITIVE_INFINITY];
      at.set(height, timestampMs);
      floors.set(height, floor);
      const fault = resetFault(docket, at.get(height - 1));
      if (fault) world.violation('timestamps', `node ${node.index} seals docket ${height}: ${fault}`);
      if (below >= timestampMs || floor >= above)
        world.violation(
          'timestamps',
          `node ${node.index} seals docket ${height} of ${timestampMs} between ${below} and ${above}`,
        );
      // Where the clocks of all others are in order no liar moves the time of the register further than they let it.
      const bornMs = isTrue ? proposedMs.get(docket.hash) : undefined;
      const parentMs = floors.get(height - 1) ?? 0;
      if (isTrue && timestampMs > Math.max(parentMs + 1, world.nowMs + AHEAD_MS))
        world.violation('timestamps', `node ${node.index} seals docket ${height} of the future: ${timestampMs}`);
      if (bornMs !== undefined && timestampMs < Math.max(parentMs + 1, bornMs - BEHIND_MS))
        world.violation('timestamps', `node ${node.index} seals docket ${height}, dated back to ${timestampMs}`);
      for (const { txId, header: said } of transactions)
        if (said.expiresAt !== undefined && Date.parse(said.expiresAt) <= timestampMs)
          world.violation('timestamps', `node ${node.index} seals ${txId} at ${timestampMs}, after ${said.expiresAt}`);
    },
  };
}
