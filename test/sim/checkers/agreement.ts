// One docket a height: at every node that sealed it, and among all COMMIT votes that ever left a node. Needs no node to
// be honest about what it decided.
import type { Message } from '../../../core/consensus/types.js';
import type { Checker, ObservedNode, World } from '../observer.js';
import { needed } from './formats.js';

export function agreement(world: World): Checker {
  const sealed = new Map<number, string>();
  return {
    name: 'agreement',
    sealed(node, { docket }) {
      const { height } = docket.header;
      const other = sealed.get(height);
      if (other === undefined) sealed.set(height, docket.hash);
      else if (other !== docket.hash)
        split(world, 'agreement', `node ${node.index} sealed ${docket.hash} at ${height}, another ${other}`);
    },
    // Seen by somebody who may never have sealed the other branch.
    misbehaved(node, event) {
      if (event.name === 'Fork')
        split(world, 'agreement', `node ${node.index} met two certificates of height ${event.height}`);
    },
  };
}

/** Majority does not tolerate a member that contradicts itself, and does not pretend to. */
function split(world: World, checker: string, what: string): void {
  if (world.falseKeys.size > 0 && world.options.mode === 'majority') world.fork(what);
  else world.violation(checker, what);
}

export function chosen(world: World): Checker {
  /** Voters by height, round, hash and roster. */
  const voters = new Map<string, Set<string>>();
  const chosenAt = new Map<number, string>();
  const count = (node: ObservedNode, message: Message) => {
    if (message.type !== 'vote') return;
    const { kind, approve, height, round, docketHash, voter, rosterHash } = message.vote;
    if (kind !== 'COMMIT' || !approve) return;
    const roster = world.rosterNamed(node, rosterHash);
    if (!roster?.validators.some(({ validatorId }) => validatorId === voter)) {
      if (node.isFalse) return;
      world.violation('chosen', `node ${node.index} votes at ${height} under a roster that it is not in`);
      return;
    }
    const key = `${height} ${round} ${docketHash} ${rosterHash}`;
    const known = voters.get(key) ?? new Set();
    voters.set(key, known.add(voter));
    if (known.size < needed(world.options.mode, roster.validators.length)) return;
    const other = chosenAt.get(height);
    chosenAt.set(height, docketHash);
    if (other !== undefined && other !== docketHash)
      split(world, 'chosen', `${other} and ${docketHash} both have a quorum at ${height}`);
  };
  return { name: 'chosen', released: count, lied: count };
}
