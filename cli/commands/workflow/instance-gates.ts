// The gates that the actions of an instance passed, with the verdict of a wallet that reads what was shown at them.
import { claimPathOf } from '../../../core/blueprint/names/gate-names.js';
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
        ['ACTION', 'GATE', 'VERDICT', 'GROUND', 'TRANSACTION', 'CLAIMS'],
        passed.map(({ actionId, gate, verdict, ground = '-', transactionHash, claims = {} }) => [
          ...[actionId, gate, verdict, ground, transactionHash, claimsText(claims)],
        ]),
      ),
    );
    if (passed.length === 0) out.note('This wallet reads nothing that was shown at a gate of them.');
  },
};

/** All of them are in the output as JSON. */
function claimsText(claims: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(claims)
    .map(([name, value]) => `${nameText(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
  return text === '' ? '-' : text.length > CLAIMS_SHOWN_MAX ? `${text.slice(0, CLAIMS_SHOWN_MAX)}…` : text;
}

const CLAIMS_SHOWN_MAX = 120;

/** A path stands as rules name it. */
function nameText(name: string): string {
  return claimPathOf(name).join('.');
}

export const instanceGateCommands: readonly Command[] = [gates];
