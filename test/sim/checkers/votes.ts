// Signatures that one validator may give: one approval for each kind, height and round, none below a round that it gave
// up, and no round change that conceals a vote. Over all its runs.
import type { RoundChange, Vote } from '../../../core/consensus/types.js';
import type { Checker, World } from '../observer.js';

export function oneVote(world: World): Checker {
  const approved = new Map<string, string>();
  return {
    name: 'one-vote',
    released(node, message) {
      if (node.isFalse) return;
      const vote =
        message.type === 'vote' ? message.vote : message.type === 'proposal' ? message.proposal.prepare : undefined;
      if (!vote?.approve) return;
      const key = `${vote.voter} ${vote.kind} ${vote.height} ${vote.round}`;
      const other = approved.get(key);
      approved.set(key, vote.docketHash);
      if (other !== undefined && other !== vote.docketHash)
        world.violation('one-vote', `${key}: ${other} and ${vote.docketHash}`);
    },
  };
}

export function promises(world: World): Checker {
  const changes = new Map<string, RoundChange>();
  const commits = new Map<string, Vote>();
  return {
    name: 'promises',
    released(node, message) {
      if (node.isFalse) return;
      if (message.type === 'vote' && message.vote.approve) {
        const { vote } = message;
        const key = `${vote.voter} ${vote.height}`;
        const gone = changes.get(key);
        const before = commits.get(key);
        // A stored vote may be repeated below a later promise; a new one may not be given there.
        const repeated = before?.signature === vote.signature;
        if (gone && gone.round > vote.round && vote.kind === 'COMMIT' && !repeated)
          world.violation('promises', `${key} votes in round ${vote.round} after it promised ${gone.round}`);
        if (vote.kind === 'COMMIT' && (!before || before.round < vote.round)) commits.set(key, vote);
      }
      if (message.type === 'round-change') {
        const { change } = message;
        const key = `${change.voter} ${change.height}`;
        const vote = commits.get(key);
        if (vote && vote.round < change.round && change.preparedRound < vote.round)
          world.violation('promises', `${key} conceals its vote of round ${vote.round}`);
        const before = changes.get(key);
        if (before && before.round === change.round && before.signature !== change.signature)
          world.violation('promises', `${key} makes two claims for round ${change.round}`);
        if (!before || before.round < change.round) changes.set(key, change);
      }
    },
  };
}
