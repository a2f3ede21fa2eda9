// The actions that rest on an anchor or a key: after governance distrusted it, their parties amend or cancel them.
import type { Client } from '../../../api/client/client.js';
import { PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import { type Command, type CommandError, type Context, isCommandError } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { table } from '../../command/output.js';
import { connect, type Remote } from '../../remote/session.js';
import { ownWallets, walletIn } from '../../workflow/acting.js';

type Run = Awaited<ReturnType<Client['listRunsUnderIssuer']>>['items'][number];

const runs: Command = {
  name: 'trust runs',
  summary: 'list actions whose gate took a credential under an anchor or key, such as one that was distrusted',
  examples: ['quorate trust runs 0d9c… fd36c8…', 'quorate trust runs 0d9c… fd36c8… --wallet Desk'],
  args: [
    { name: '<register>', description: 'id of the register' },
    { name: '<hash>', description: 'SHA-256 of the DER of the anchor, or of the key' },
  ],
  options: [{ flags: '--wallet <wallet>', description: 'wallet that reads them, by address or name (default: all)' }],
  async run(context) {
    const { out } = context;
    const remote = await connect(context);
    const rows = new Map<string, Run>();
    const refused: CommandError[] = [];
    const wallets = await readingWallets(context, remote);
    for (const wallet of wallets) {
      try {
        // Several wallets may read one of them.
        for (const run of await runsOf(context, remote, wallet)) rows.set(`${run.transactionHash} ${run.gate}`, run);
      } catch (error) {
        if (!isCommandError(error)) throw error;
        refused.push(error);
      }
    }
    const [first] = refused;
    if (first && refused.length === wallets.length) throw first;
    out.show({ runs: [...rows.values()] }, () =>
      table(
        ['INSTANCE', 'ACTION', 'GATE', 'JUDGED', 'COUNTS', 'TRANSACTION'],
        [...rows.values()].map(({ instanceId, actionId, gate, judgedAt, isInForce, transactionHash }) => [
          ...[instanceId, actionId, gate, judgedAt, isInForce ? 'yes' : 'no', transactionHash],
        ]),
      ),
    );
    // Wallets of an organisation are listed to who may not read with them.
    const others = refused.filter(({ code }) => code !== 'WALLET_ACCESS_DENIED');
    if (others[0]) out.warn(`${others.length} of your wallets read nothing: ${others[0].message}`);
    if (rows.size === 0) out.note('Your wallets read no action under it.');
  },
};

export const trustRunCommands: readonly Command[] = [runs];

async function readingWallets(context: Context, remote: Remote): Promise<readonly string[]> {
  if (context.input.text('wallet') !== undefined) return [await walletIn(context, remote)];
  return (await ownWallets(remote)).map(({ address }) => address);
}

async function runsOf({ input }: Context, { client }: Remote, wallet: string): Promise<readonly Run[]> {
  const params = { wallet, register: input.arg('register'), hash: input.arg('hash') };
  const items: Run[] = [];
  let cursor: string | undefined;
  do {
    const query = pickStated({ pageSize: PAGE_SIZE_MAX, cursor });
    const page = await client.listRunsUnderIssuer({ params, query });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}
