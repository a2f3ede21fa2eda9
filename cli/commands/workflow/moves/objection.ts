// An objection to an action of an instance: first what it would show to all members, then the proof itself.
import { GROUNDS } from '../../../../core/blueprint/state/dispute.js';
import { type Command, CommandError } from '../../../command/command.js';
import { pickStated } from '../../../command/input.js';
import { fields, table } from '../../../command/output.js';
import { WALLET_OPTION, walletIn } from '../../../workflow/acting.js';
import { INSTANCE_ARGUMENT, openInstance, REGISTER_OPTION, walletsOf } from '../../../workflow/place.js';

export const object: Command = {
  name: 'instance object',
  summary: 'prove that an action breaks its rules: it is void, and has to be done again unless its route went back',
  examples: [
    'quorate instance object 3b9d… --tx 5f0c… --wallet Planner',
    'quorate instance object 3b9d… --tx 5f0c… --ground calculation --at /calculations/total --yes',
  ],
  args: [INSTANCE_ARGUMENT],
  options: [
    { flags: '--tx <txId>', description: 'transaction of the action', required: true },
    WALLET_OPTION,
    {
      flags: '--ground <ground>',
      description: 'what is wrong (default: the first that the wallet finds)',
      choices: GROUNDS,
    },
    { flags: '--at <place>', description: 'place below the action, with --ground' },
    {
      flags: '--private',
      description: 'show it to who sent the action and to the resolver alone, who says whether it is proven',
    },
    { flags: '--yes', description: 'send it: else the command says what would be shown, and to whom' },
    REGISTER_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const ground = input.text('ground') as (typeof GROUNDS)[number] | undefined;
    const at = input.text('at');
    if (at !== undefined && ground === undefined)
      throw new CommandError('A place alone says nothing.', { hint: 'Say --ground with --at, or neither.' });
    const { remote, params, query, instance } = await openInstance(context);
    const senderWallet = await walletIn(context, remote, walletsOf(instance));
    const preview = !input.flag('yes');
    const isPrivate = input.flag('private') || undefined;
    const body = pickStated({ senderWallet, txId: input.requiredText('tx'), ground, at, isPrivate, preview });
    const made = await remote.client.objectInstance({ params, query, body }, { idempotencyKey: true });
    out.show(made, () => {
      const { instanceId, ground: value, at: place, transactionId, status } = made;
      const about = { instance: instanceId, ground: value, at: place };
      return [
        fields({ ...about, ...(transactionId !== undefined && { transaction: transactionId }), status }),
        table(
          ['SHOWN OF TRANSACTION', 'PART'],
          made.shown.flatMap((item) =>
            item.pointers.map((pointer) => [item.transactionId, pointer === '' ? 'all of it' : pointer]),
          ),
        ),
      ].join('\n');
    });
    const files = made.shown.reduce((sum, item) => sum + (item.files ?? 0), 0);
    const readers = made.readers?.join(', ') ?? 'All members of the register';
    if (files > 0) out.note(`These parts name files (${files}), which their readers can open then.`);
    if (made.isVoidAlone)
      out.note(
        `${made.readers ? 'Where it is proven the' : 'The'} action is void, and its step is not opened again: its route went back, or the instance went on past it or has ended.`,
      );
    if (preview) out.note(`Nothing was sent. These read the parts then: ${readers}. Send it with --yes.`);
    else if (made.readers || !made.isVoidAlone)
      out.note(`To see which wallets end the dispute, and until when: quorate instance show ${made.instanceId}`);
  },
};
