// The docket that a register is deciding at this moment, as the node sees it. A sealed docket is shown by "quorate
// docket".
import type { Client } from '../../../api/client/client.js';
import type { Command } from '../../command/command.js';
import { fields, table } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { REGISTER_ARGUMENT } from './register.js';

type Consensus = Awaited<ReturnType<Client['getConsensus']>>;

const consensus: Command = {
  name: 'register consensus',
  summary: 'show the docket that is being decided: its state, round, leader and votes',
  canWatch: true,
  args: [REGISTER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const state = await client.getConsensus({ params: { registerId: context.input.arg('register') } });
    context.out.show(state, () => consensusText(state));
  },
};

function consensusText(view: Consensus): string {
  const { height, round, leader, isLeader, state, docketHash, votes, busy, waitingFor } = view;
  const parts = [
    fields({
      docket: height,
      round,
      leader: isLeader ? `${leader} (this node)` : leader,
      state: busy ? state : `${state} (idle)`,
      hash: docketHash ?? 'nothing proposed',
    }),
  ];
  if (votes.length > 0)
    parts.push(
      table(
        ['VOTE', 'ROUND', 'DECISION', 'CODE', 'VALIDATOR'],
        votes.map((vote) => [vote.kind, vote.round, vote.decision, vote.code, vote.validatorId]),
      ),
    );
  for (const { transactionId, reason, since } of waitingFor)
    parts.push(`Transaction ${transactionId} waits since ${since}. ${reason}`);
  return parts.join('\n\n');
}

export const registerConsensusCommands: readonly Command[] = [consensus];
