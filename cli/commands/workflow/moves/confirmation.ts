// Moves of an instance that state no data: a run of another party is confirmed, or has to be done again. The data of a
// run is shown by `instance data`; whether it is in order is found by the node.
import { ownOf } from '../../../../core/blueprint/state/role-holder.js';
import { type Command, CommandError, type Context, EXIT } from '../../../command/command.js';
import { pickStated } from '../../../command/input.js';
import { fields } from '../../../command/output.js';
import { WALLET_OPTION, walletIn } from '../../../workflow/acting.js';
import { INSTANCE_ARGUMENT, openInstance, REGISTER_OPTION, type ShownInstance } from '../../../workflow/place.js';

const RUN_OPTION = {
  flags: '--run <txId>',
  description: 'transaction of the run, where several wait for the wallet',
};
const ROLE_OPTION = { flags: '--role <role>', description: 'role to speak for, where the wallet holds several' };

const confirmRun: Command = {
  name: 'instance confirm',
  summary: 'agree to a run that counts only when its confirmers have',
  examples: ['quorate instance confirm 3b9d…', 'quorate instance confirm 3b9d… --role bank --wallet Bank'],
  args: [INSTANCE_ARGUMENT],
  options: [
    ...[WALLET_OPTION, RUN_OPTION, ROLE_OPTION],
    {
      flags: '--accept-suspect <txId>',
      description: 'confirm although something of this transaction is wrong or was not delivered (repeat)',
      repeat: true,
    },
    REGISTER_OPTION,
  ],
  run: (context) => answer(context, true),
};

const decline: Command = {
  name: 'instance decline',
  summary: 'do not agree to a run, which is done again then: no fault of anybody',
  examples: ['quorate instance decline 3b9d… --reason "The price is too high."'],
  args: [INSTANCE_ARGUMENT],
  options: [
    { flags: '--reason <text>', description: 'why, for who sent it and who confirm it', required: true },
    ...[WALLET_OPTION, RUN_OPTION, ROLE_OPTION, REGISTER_OPTION],
  ],
  run: (context) => answer(context, false),
};

export const confirmationCommands: readonly Command[] = [confirmRun, decline];

async function answer(context: Context, accept: boolean): Promise<void> {
  const { input, out } = context;
  const { remote, params, query, instance } = await openInstance(context);
  const senderWallet = await walletIn(context, remote, awaitedWallets(instance));
  const suspect = accept ? input.list('accept-suspect') : [];
  const body = pickStated({
    ...{ senderWallet, accept },
    reason: accept ? undefined : input.text('reason'),
    role: input.text('role'),
    transactionHash: input.text('run'),
    acceptSuspect: suspect.length > 0 ? [...suspect] : undefined,
  });
  const made = await remote.client.confirmRun({ params, query, body }, { idempotencyKey: true });
  out.show(made, () => fields({ instance: instance.id, transaction: made.transactionId, status: made.status }));
  out.note(`See where it stands: quorate instance show ${instance.id}`);
}

/** Wallets of the roles that are waited for. */
function awaitedWallets({ id, confirmations = [], participantWallets }: ShownInstance): readonly string[] {
  if (confirmations.length === 0)
    throw new CommandError('no run of the instance waits for confirmation', {
      exit: EXIT.failed,
      hint: `See it: quorate instance show ${id}`,
    });
  return confirmations.flatMap(({ missing }) => missing.flatMap((role) => ownOf(participantWallets, role) ?? []));
}
