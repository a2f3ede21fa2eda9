// A challenge: a holder of a role says that an action was not delivered.
import type { Command } from '../../../command/command.js';
import { pickStated } from '../../../command/input.js';
import { fields } from '../../../command/output.js';
import { WALLET_OPTION, walletIn } from '../../../workflow/acting.js';
import { INSTANCE_ARGUMENT, openInstance, REGISTER_OPTION, walletsOf } from '../../../workflow/place.js';

export const challenge: Command = {
  name: 'instance challenge',
  summary: 'say that an action was not delivered: its sender has to deliver it in time',
  examples: [
    'quorate instance challenge 3b9d… --tx 5f0c… --wallet Planner',
    'quorate instance challenge 3b9d… --tx 5f0c… --gate licence',
  ],
  args: [INSTANCE_ARGUMENT],
  options: [
    { flags: '--tx <txId>', description: 'transaction of the action that does not open', required: true },
    {
      flags: '--gate <id>',
      description: 'gate whose evidence is kept and was not given (it is put on the ledger then)',
    },
    WALLET_OPTION,
    { flags: '--role <id>', description: 'role of the wallet that reads it (default: the first one that does)' },
    REGISTER_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const { remote, params, query, instance } = await openInstance(context);
    const senderWallet = await walletIn(context, remote, walletsOf(instance));
    const [txId, gate, role] = [input.requiredText('tx'), input.text('gate'), input.text('role')];
    const body = pickStated({ senderWallet, txId, gate, role });
    const made = await remote.client.challengeInstance({ params, query, body }, { idempotencyKey: true });
    out.show(made, () => fields({ instance: made.instanceId, transaction: made.transactionId, status: made.status }));
    out.note(`Until when its sender may deliver it: quorate instance owed ${made.instanceId}`);
    out.note(
      'Its node answers while the wallet is unlocked there. If that gives nothing, prove it: quorate instance object.',
    );
  },
};
