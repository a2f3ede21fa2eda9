// Write-ahead and no regress: what leaves a node is on its disk at that moment as a crash would leave it, and so is
// what a client was promised. A node never starts below what it announced.
import type { ConsensusRecord, Message, Vote } from '../../../core/consensus/types.js';
import type { Certificate } from '../../../core/model/register.js';
import type { Checker, Held, World } from '../observer.js';

export function writeAhead(world: World): Checker {
  return {
    name: 'write-ahead',
    released(node, message) {
      const held = node.held(world.registerId);
      const problem = held ? unwritten(held, message) : 'the register is not on disk';
      if (problem) world.violation('write-ahead', `node ${node.index}: ${problem}`);
    },
    sealed(node, { docket }) {
      const held = node.held(world.registerId);
      if (held?.chain.docketAt(held.reg, docket.header.height)?.hash !== docket.hash)
        world.violation(
          'write-ahead',
          `node ${node.index} announced docket ${docket.header.height}, which is not on disk`,
        );
    },
    answered(node, txId, { outcome }) {
      if (outcome.status === 'refused') return;
      const held = node.held(world.registerId);
      const { reg, chain, outbox } = held ?? {};
      if (
        !held ||
        !chain ||
        !outbox ||
        reg === undefined ||
        (!chain.location(reg, txId) &&
          !(outcome.status === 'pending' && (outbox.get(world.registerId, txId) ?? outbox.refusal(txId))))
      )
        world.violation(
          'write-ahead',
          `node ${node.index} answered ${outcome.status} for ${txId}, which is not on disk`,
        );
    },
  };
}

function unwritten({ reg, chain }: Held, message: Message): string | undefined {
  const record = chain.loadRecord<ConsensusRecord>(reg);
  // A vote memory that was found damaged is deleted, and no key of the node signs any more; what is sealed it goes on
  // telling.
  if (!record && message.type === 'decided' && isSealedAs(message.certificate, { reg, chain })) return undefined;
  if (!record) return 'no record on disk';
  if (message.type === 'round-change') {
    const { height, round } = message.change;
    if (record.height > height) return undefined;
    return record.height === height && record.round >= round
      ? undefined
      : `round change ${height}/${round} is not on disk`;
  }
  if (message.type === 'decided')
    return record.height > message.certificate.height
      ? undefined
      : `decision ${message.certificate.height} is not on disk`;
  const vote =
    message.type === 'vote' ? message.vote : message.type === 'proposal' ? message.proposal.prepare : undefined;
  if (!vote?.approve || record.height > vote.height) return undefined;
  if (record.height < vote.height || !holds(record, vote))
    return `${vote.kind} ${vote.height}/${vote.round} is not on disk`;
  return chain.loadBody(reg, vote.height, vote.docketHash)
    ? undefined
    : `the body of ${vote.kind} ${vote.height}/${vote.round} is not on disk`;
}

function isSealedAs({ height, docketHash }: Certificate, { reg, chain }: Pick<Held, 'reg' | 'chain'>): boolean {
  const head = chain.durableState(reg)?.height ?? -1;
  return head >= height && chain.docketAt(reg, height)?.hash === docketHash;
}

/**
 * The vote, one of a later round that took its place, or the value that it bound this seat to. R6 of
 * core/consensus/algorithm.md takes back a later vote of the seat for a docket of its own, and only that value is left
 * then; a disk that stood still gets both records in one write.
 */
function holds(record: ConsensusRecord, vote: Vote): boolean {
  const kept = [vote.kind === 'COMMIT' ? record.commitVote : record.prepareVote, record.proposal?.prepare];
  const isKept = kept.some(
    (one) => one && one.kind === vote.kind && (one.round > vote.round || one.signature === vote.signature),
  );
  return isKept || (vote.kind === 'COMMIT' && isBound(record.firm, vote));
}

function isBound(firm: ConsensusRecord['firm'], { round, docketHash }: Vote): boolean {
  return firm ? firm.round > round || (firm.round === round && firm.docketHash === docketHash) : false;
}

export function noRegress(world: World): Checker {
  const announced = new Map<number, number>();
  return {
    name: 'no-regress',
    sealed(node, { docket }) {
      announced.set(node.index, Math.max(announced.get(node.index) ?? 0, docket.header.height));
    },
    booted(node) {
      if (node.isLost) return;
      const held = node.held(world.registerId);
      const height = held?.chain.durableState(held.reg)?.height ?? 0;
      if (height < (announced.get(node.index) ?? 0))
        world.violation('no-regress', `node ${node.index} starts at ${height}, below ${announced.get(node.index)}`);
    },
  };
}
