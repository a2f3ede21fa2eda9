// Access grants of wallets: who else may see or use one, until when, and with which keys. The rules are the node's.
import type { Client } from '../../../api/client/client.js';
import type { Command } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { WALLET_ARGUMENT } from './wallet.js';

type Grant = Awaited<ReturnType<Client['grantWalletAccess']>>;

const SUBJECT = { name: '<user>', description: 'platform user id; "quorate whoami" shows one\'s own' };

const grant: Command = {
  name: 'wallet grant',
  summary: 'let somebody else see or use a wallet',
  examples: ['quorate wallet grant qr1… 6f1b1c8e-… --right ReadWrite --context quorate:register-attestation'],
  args: [WALLET_ARGUMENT, SUBJECT],
  options: [
    {
      flags: '--right <right>',
      description: 'what for',
      choices: ['ReadOnly', 'ReadWrite', 'Owner'],
      default: 'ReadOnly',
    },
    { flags: '--context <path>', description: 'derivation path or purpose that may sign (repeat)', repeat: true },
    { flags: '--expires <time>', description: 'end of the grant, such as 2027-01-01T00:00:00.000Z' },
    { flags: '--reason <text>', description: 'why, for the audit' },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const contexts = input.list('context');
    const made = await client.grantWalletAccess({
      params: { address: input.arg('wallet') },
      body: pickStated({
        subject: input.arg('user'),
        accessRight: input.requiredText('right') as Grant['accessRight'],
        reason: input.text('reason'),
        expiresAt: input.text('expires'),
        allowedDerivationContexts: contexts.length === 0 ? undefined : [...contexts],
      }),
    });
    out.show(made, () => grantText(made));
  },
};

const grants: Command = {
  name: 'wallet grants',
  summary: 'list the grants of a wallet, ended ones included',
  args: [WALLET_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const page = await client.listWalletAccess({ params: { address: context.input.arg('wallet') } });
    context.out.show(page, () =>
      table(
        ['USER', 'RIGHT', 'ACTIVE', 'EXPIRES', 'CONTEXTS'],
        page.map((item) => [
          item.subject,
          item.accessRight,
          item.isActive ? 'yes' : 'no',
          item.expiresAt,
          item.allowedDerivationContexts.join(' '),
        ]),
      ),
    );
  },
};

const revoke: Command = {
  name: 'wallet revoke',
  summary: 'end a grant',
  args: [WALLET_ARGUMENT, SUBJECT],
  options: [YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const params = { address: input.arg('wallet'), subject: input.arg('user') };
    await confirm(context, `End the access of ${params.subject} to ${params.address}?`);
    await client.revokeWalletAccess({ params });
    out.show({ revoked: params.subject }, `${params.subject} has no grant on ${params.address} any more.`);
  },
};

export const walletGrantCommands: readonly Command[] = [grant, grants, revoke];

function grantText(made: Grant): string {
  return fields({
    user: made.subject,
    right: made.accessRight,
    contexts: made.allowedDerivationContexts.join(' ') || undefined,
    expires: made.expiresAt,
    reason: made.reason,
    'granted by': made.grantedBy,
  });
}
