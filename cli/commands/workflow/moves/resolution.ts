// How the dispute of an instance ends: first what the word of a wallet would do, then the word itself.
import { type DisputeOutcome, OUTCOMES } from '../../../../core/blueprint/state/dispute.js';
import { type Command, CommandError } from '../../../command/command.js';
import { pickStated } from '../../../command/input.js';
import { fields, table } from '../../../command/output.js';
import { connect } from '../../../remote/session.js';
import { WALLET_OPTION, walletIn } from '../../../workflow/acting.js';
import { INSTANCE_ARGUMENT, instanceIn, REGISTER_OPTION, type ShownInstance } from '../../../workflow/place.js';

export const resolve: Command = {
  name: 'instance resolve',
  summary: 'say how a dispute ends: the resolver decides, or all parties but the one at fault together',
  examples: [
    'quorate instance resolve 3b9d… --outcome redo --wallet Arbiter',
    'quorate instance resolve 3b9d… --outcome keep --wallet Planner --yes',
  ],
  args: [INSTANCE_ARGUMENT],
  options: [
    {
      flags: '--outcome <outcome>',
      description:
        'redo the action, keep it with all that came of it, or end the instance; none for a private objection',
      choices: OUTCOMES,
    },
    WALLET_OPTION,
    { flags: '--role <id>', description: 'role that the wallet speaks for (default: the first that has a word)' },
    { flags: '--yes', description: 'send it: else the command says what it would do' },
    REGISTER_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const { params, query } = instanceIn(context);
    const outcome = input.text('outcome') as DisputeOutcome | undefined;
    const { dispute } = await remote.client.getInstance({ params, query });
    if (!dispute)
      throw new CommandError('No dispute pauses or stops this instance.', {
        hint: `See where it stands: quorate instance show ${params.instanceId}`,
      });
    if (dispute.isUnproven ? outcome !== undefined : outcome === undefined)
      throw new CommandError(
        dispute.isUnproven
          ? 'This objection is private, and not proven yet.'
          : 'It is proven: how shall the dispute end?',
        { hint: dispute.isUnproven ? 'Leave --outcome out: the node finds whether it is.' : 'Say --outcome.' },
      );
    const asked = [...(dispute.resolver ? [dispute.resolver] : []), ...dispute.parties];
    const senderWallet = await walletIn(context, remote, [...new Set(asked.map(({ wallet }) => wallet))]);
    const preview = !input.flag('yes');
    const body = pickStated({ senderWallet, outcome, role: input.text('role'), preview });
    const made = await remote.client.resolveInstance({ params, query, body }, { idempotencyKey: true });
    out.show(made, () => {
      const { instanceId, role, decides, missing, proven, ground, at, transactionId, status } = made;
      return fields({
        ...{ instance: instanceId, ...(outcome && { outcome }), role, decides: decides ? 'yes' : 'no' },
        ...(proven !== undefined && { proven: proven ? `${ground} ${at}` : 'no' }),
        ...(missing.length > 0 && { 'have to agree': missing.join(', ') }),
        ...(transactionId !== undefined && { transaction: transactionId }),
        status,
      });
    });
    if (preview) out.note('Nothing was sent: send it with --yes.');
    else out.note(`How it goes on: quorate instance show ${made.instanceId}`);
  },
};

/** The dispute of an instance, for people: who ends it, and until when. */
export function disputeText({ dispute }: ShownInstance): readonly string[] {
  if (!dispute) return [];
  const { actionId, accused, transactionId, since, until, cancelFrom, resolver, parties, isUnproven } = dispute;
  const sooner = isUnproven ? 'the resolver says whether it is proven' : `action ${actionId} is done again`;
  const ends = until === undefined ? 'when it is resolved' : `${until}, or when ${sooner}`;
  const head = fields({
    ...{ action: actionId, transaction: transactionId, accused, since, [until ? 'paused until' : 'stopped']: ends },
    ...(cancelFrom !== undefined && { 'can be cancelled from': cancelFrom }),
    ...(resolver && { resolver: `${resolver.role} (${resolver.wallet})` }),
  });
  const rows = parties.map(({ role, wallet, outcome }) => [role, wallet, outcome ?? '']);
  return [
    `Disputed\n${head}`,
    ...(rows.length > 0 ? [`Parties that end it together\n${table(['ROLE', 'WALLET', 'SAYS'], rows)}`] : []),
  ];
}
