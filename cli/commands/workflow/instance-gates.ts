// The gates that the actions of an instance passed, with the verdict of a wallet that reads what was shown at them.
import type { Command } from '../../command/command.js';
import { table } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { WALLET_OPTION, walletIn } from '../../workflow/acting.js';
import { INSTANCE_ARGUMENT, instanceIn, REGISTER_OPTION } from '../../workflow/place.js';

const gates: Command = {
  name: 'instance gates',
  summary: 'show which gates the actions of an instance passed, as a wallet judges what was shown',
  examples: ['quorate instance gates 3b9d…', 'quorate instance gates 3b9d… 7c1e… --wallet Desk'],
  args: [INSTANCE_ARGUMENT, { name: '[tx]', description: 'TxId of one action (default: all)' }],
  options: [WALLET_OPTION, REGISTER_OPTION],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const { params, query } = instanceIn(context);
    const instance = await remote.client.getInstance({ params, query });
    const wallet = await walletIn(
      context,
      remote,
      Object.values(instance.participantWallets as Readonly<Record<string, string>>),
    );
    const { facts = [] } = await remote.client.getInstanceState({ params, query: { ...query, wallet } });
    const txId = input.optionalArg('tx');
    const runs = facts
      .flatMap(({ runs: of }) => of)
      .filter(({ source }) => (txId ?? source.transactionHash) === source.transactionHash);
    const passed = runs.flatMap(({ source, gates: own = [] }) => own.map((gate) => ({ ...source, ...gate })));
    out.show({ instanceId: instance.id, wallet, gates: passed }, () =>
      table(
        ['ACTION', 'GATE', 'VERDICT', 'GROUND', 'TRANSACTION'],
        passed.map(({ actionId, gate, verdict, ground = '-', transactionHash }) => [
          ...[actionId, gate, verdict, ground, transactionHash],
        ]),
      ),
    );
    if (passed.length === 0) out.note('This wallet reads nothing that was shown at a gate of them.');
  },
};

export const instanceGateCommands: readonly Command[] = [gates];
