// The rules of a register: each docket names those that hold, and governance raises them one by one with the word of
// every validator. A node whose program is older seals the docket that raises them, takes no part in anything after it,
// and says so.
import type { Message } from '../../../core/consensus/types.js';
import type { Checker, ObservedNode, World } from '../observer.js';
import { rulesAfter, silentKeys } from './acts.js';

export function rules(world: World): Checker {
  /** Rules of the docket above each height. */
  const after = new Map<number, number>();
  const said = (node: ObservedNode, message: Message) => {
    const height = heightOf(message);
    const needed = height === undefined ? undefined : after.get(height - 1);
    if (needed !== undefined && needed > node.knows)
      world.violation('rules', `node ${node.index} knows rules ${node.knows} and says ${message.type} under ${needed}`);
  };
  return {
    name: 'rules',
    released: said,
    sealed(node, { docket }) {
      const { height, rules: named, rosterHash } = docket.header;
      const about = `node ${node.index} seals docket ${height} under rules ${named}`;
      const expected = after.get(height - 1);
      if (expected !== undefined && named !== expected) world.violation('rules', `${about}, not ${expected}`);
      if (named > node.knows) world.violation('rules', `${about} and knows ${node.knows}`);
      const next = rulesAfter(docket);
      after.set(height, next);
      if (next === named) return;
      if (next !== named + 1) world.violation('rules', `${about}, which go on with ${next}`);
      const seats = world.rosterNamed(node, rosterHash)?.validators ?? [];
      const [silent] = silentKeys(
        docket,
        seats.map(({ consensusKey }) => consensusKey),
      );
      if (silent) world.violation('rules', `${about}, and ${silent} did not say that it knows ${next}`);
    },
    upgrading(node) {
      const held = node.held(world.registerId);
      const head = held?.chain.durableState(held.reg);
      const docket = held && head && held.chain.loadBody(held.reg, head.height, head.hash);
      if (!docket || rulesAfter(docket) <= node.knows) return;
      const record = node.run?.ledger?.register(world.registerId);
      if (record?.status !== 'CHECKING' || !record.statusReason?.startsWith('UPGRADE_NEEDED'))
        world.violation(
          'rules',
          `node ${node.index} needs an upgrade and is ${record?.status} ${record?.statusReason}`,
        );
    },
  };
}

/** Of what a member signs; what a quorum decided is passed on by everybody. */
function heightOf(message: Message): number | undefined {
  switch (message.type) {
    case 'vote':
      return message.vote.height;
    case 'proposal':
      return message.proposal.prepare.height;
    case 'round-change':
      return message.change.height;
    default:
      return undefined;
  }
}
