// Accused seats, and seats that may not speak: evidence names only seats that run twice or lie, a fork is their doing,
// and a node whose disk forgot votes signs nothing.
import type { Message, RoundChange, Vote } from '../../../core/consensus/types.js';
import type { Checker, World } from '../observer.js';

export function guilt(world: World): Checker {
  /** The message that was said first, by what it is about. */
  const votes = new Map<string, Vote>();
  const changes = new Map<string, RoundChange>();
  let proven = false;
  const prove = (message: Message) => {
    const change = message.type === 'round-change' ? message.change : undefined;
    const vote =
      message.type === 'vote' ? message.vote : message.type === 'proposal' ? message.proposal.prepare : undefined;
    const key = `${speakerOf(message)} ${vote?.kind} ${(vote ?? change)?.height} ${(vote ?? change)?.round}`;
    if (vote?.approve) {
      const first = votes.get(key) ?? vote;
      votes.set(key, first);
      proven = isDuplicateVote(first, vote) || [...changes.values()].some((one) => isLyingRoundChange(vote, one));
    }
    if (change) {
      const first = changes.get(key) ?? change;
      changes.set(key, first);
      proven =
        isDuplicateRoundChange(first, change) || [...votes.values()].some((one) => isLyingRoundChange(one, change));
    }
  };
  return {
    name: 'guilt',
    released(node, message) {
      if (node.lostKeys.has(speakerOf(message) ?? ''))
        world.violation('fenced', `node ${node.index} says ${message.type} with a key that may have lost votes`);
      if (node.isFalse && !proven) prove(message);
    },
    lied(_, message) {
      if (!proven) prove(message);
    },
    blamed(node, peerId, why) {
      const { lies, nodes, liars } = world.options;
      const isLiar = (lies && peerId === `peer ${nodes - 1}`) || liars.some((seat) => peerId === `peer ${seat}`);
      // A node that is cut off or slow looks like one that withholds; but no node tells a lie without meaning it.
      if (!isLiar && !world.options.twin && /^(invalid-signature|equivocation|protocol|oversize)/.test(why))
        world.violation('blame', `node ${node.index} blames the honest ${peerId} for ${why}`);
    },
    misbehaved(node, event) {
      if (event.name === 'Diverged') world.violation('validity', `node ${node.index} holds a valid docket invalid`);
      if (event.name !== 'Evidence' || event.evidence.kind === 'ConflictingCertificates') return;
      if (!world.falseKeys.has(event.evidence.voter))
        world.violation('guilt', `node ${node.index} accuses ${event.evidence.voter} of ${event.evidence.kind}`);
    },
    forked() {
      if (!proven) world.violation('guilt', 'the chain is split and nobody contradicted himself');
    },
  };
}

/** The owner of the key that signs the message; none where a quorum decided it. */
function speakerOf(message: Message): string | undefined {
  switch (message.type) {
    case 'vote':
      return message.vote.voter;
    case 'proposal':
      return message.proposal.prepare.voter;
    case 'round-change':
      return message.change.voter;
    default:
      return undefined;
  }
}

/** Both are approvals of one kind, height and round for different dockets. */
function isDuplicateVote(a: Vote, b: Vote): boolean {
  const isSame = a.voter === b.voter && a.kind === b.kind && a.height === b.height && a.round === b.round;
  return isSame && a.approve && b.approve && a.docketHash !== b.docketHash;
}

/** Two claims of one member for one round. */
function isDuplicateRoundChange(a: RoundChange, b: RoundChange): boolean {
  const isSame = a.voter === b.voter && a.height === b.height && a.round === b.round;
  return isSame && `${a.preparedRound} ${a.preparedHash}` !== `${b.preparedRound} ${b.preparedHash}`;
}

/** The round change conceals an earlier COMMIT vote of its own sender. */
function isLyingRoundChange(vote: Vote, change: RoundChange): boolean {
  const isOf = vote.voter === change.voter && vote.height === change.height && vote.kind === 'COMMIT' && vote.approve;
  return isOf && vote.round < change.round && vote.round > change.preparedRound;
}
