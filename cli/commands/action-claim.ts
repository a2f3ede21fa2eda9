// A candidate reserves the role of an action before it acts, or gives it back.
import type { Command } from '../command.js';
import { fields } from '../output.js';
import { connect } from '../session.js';
import { WALLET_OPTION, walletIn } from '../workflow/acting.js';
import { ACTION_ARGUMENT, INSTANCE_ARGUMENT, placeIn, REGISTER_OPTION } from '../workflow/place.js';

function moving(name: 'claim' | 'release', summary: string): Command {
  return {
    name: `action ${name}`,
    summary,
    examples: [`quorate action ${name} 5b1c… 2 --wallet clerk`],
    args: [INSTANCE_ARGUMENT, ACTION_ARGUMENT],
    options: [WALLET_OPTION, REGISTER_OPTION],
    async run(context) {
      const { out } = context;
      const remote = await connect(context);
      const { instance, actionId } = await placeIn(context, remote);
      const branch = instance.activeBranches.find(({ currentActionId }) => String(currentActionId) === actionId);
      const named = (branch?.mayAct ?? []).map(({ walletAddress }) => walletAddress);
      const senderWallet = await walletIn(context, remote, named);
      const asked = {
        params: { instanceId: instance.id, actionId },
        query: { registerId: instance.registerId },
        body: { senderWallet },
      };
      const key = { idempotencyKey: true } as const;
      const made =
        name === 'claim' ? await remote.client.claimRole(asked, key) : await remote.client.releaseRole(asked, key);
      out.show(made, () =>
        fields({ instance: instance.id, action: actionId, transaction: made.transactionId, status: made.status }),
      );
      if (name === 'claim') out.note(`See until when it is yours: quorate instance show ${instance.id}`);
    },
  };
}

export const actionClaimCommands: readonly Command[] = [
  moving('claim', 'reserve the role of an action for a candidate, before it acts'),
  moving('release', 'give back a role that was reserved'),
];
