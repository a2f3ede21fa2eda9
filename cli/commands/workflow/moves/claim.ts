// A party reserves the role of an action before it acts, or gives it back.
import type { Command } from '../../../command/command.js';
import { pickStated } from '../../../command/input.js';
import { fields } from '../../../command/output.js';
import { connect } from '../../../remote/session.js';
import { WALLET_OPTION, walletIn } from '../../../workflow/acting.js';
import { ACTION_ARGUMENT, INSTANCE_ARGUMENT, placeIn, REGISTER_OPTION } from '../../../workflow/place.js';

function moving(name: 'claim' | 'release', summary: string): Command {
  return {
    name: `action ${name}`,
    summary,
    examples: [`quorate action ${name} 5b1c… 2 --wallet clerk`],
    args: [INSTANCE_ARGUMENT, ACTION_ARGUMENT],
    options: [
      WALLET_OPTION,
      {
        flags: '--role <id>',
        description:
          'the one that is reserved, of several that vote on the action, stand in for its role, or only confirm or read it',
      },
      REGISTER_OPTION,
    ],
    async run(context) {
      const { out } = context;
      const remote = await connect(context);
      const { instance, actionId } = await placeIn(context, remote);
      const branch = instance.activeBranches.find(({ currentActionId }) => String(currentActionId) === actionId);
      const role = context.input.text('role');
      const mayAct = branch?.also?.find((item) => item.role === role)?.mayAct ?? branch?.mayAct ?? [];
      const named = mayAct.map(({ walletAddress }) => walletAddress);
      const senderWallet = await walletIn(context, remote, named);
      const asked = {
        params: { instanceId: instance.id, actionId },
        query: { registerId: instance.registerId },
        body: pickStated({ senderWallet, role }),
      };
      const key = { idempotencyKey: true } as const;
      const made =
        name === 'claim' ? await remote.client.claimRole(asked, key) : await remote.client.releaseRole(asked, key);
      out.show(made, () =>
        fields({ instance: instance.id, action: actionId, transaction: made.transactionId, status: made.status }),
      );
      if (name !== 'claim') return;
      out.note(`See until when it is yours: quorate instance show ${instance.id}`);
      out.note(`Earlier data is delivered by those that were given it: quorate instance owed ${instance.id}`);
    },
  };
}

export const claimCommands: readonly Command[] = [
  moving('claim', 'reserve the role of an action that no one holds, before acting in it'),
  moving('release', 'give back a role that was reserved'),
];
