// Wallets: made, recovered, listed, changed and deleted. Recovery words are shown once, when they are made, and are
// never taken from the command line.

import type { Client } from '../../../api/client/client.js';
import { PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import { type Command, CommandError, type Context, EXIT, type Option } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { writeNew } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PASSPHRASE_OPTION, passphrase, recoveryWords } from '../../command/secrets.js';
import { connect } from '../../remote/session.js';

type Wallet = Awaited<ReturnType<Client['getWallet']>>;
type HdBody = Parameters<Client['createHdWallet']>[0]['body'];
type ChangeBody = Parameters<Client['updateWallet']>[0]['body'];

export const WALLET_ARGUMENT = { name: '<wallet>', description: 'address or id of the wallet' };
const ALGORITHM: Option = {
  flags: '--algorithm <name>',
  description: 'kind of key',
  choices: ['ED25519', 'NISTP256', 'RSA-4096', 'ML-DSA-65'],
  default: 'ED25519',
};
const DESCRIBED: readonly Option[] = [
  { flags: '--hybrid', description: 'add an ML-DSA-65 key of the same words; both keys sign' },
  { flags: '--description <text>', description: 'what the wallet is for' },
];
/** Wallets of one list at most; more of them are asked for with --limit. */
const LIST_DEFAULT = 200;

const create: Command = {
  name: 'wallet create',
  summary: 'create a wallet and show its recovery words once',
  examples: [
    'quorate wallet create "Ada\'s wallet"',
    'quorate wallet create Archive --algorithm ML-DSA-65 --words-file words.txt',
    'quorate wallet create "Our seal" --organisation 00000000-0000-0000-0000-000000000001',
  ],
  args: [{ name: '<name>', description: 'name for people' }],
  options: [
    ALGORITHM,
    ...DESCRIBED,
    { flags: '--word-count <number>', description: 'recovery words', choices: ['12', '24'], default: '24' },
    { flags: '--words-file <file>', description: 'write the words to this new file instead of showing them' },
    PASSPHRASE_OPTION,
    { flags: '--organisation <id>', description: 'the wallet belongs to this organisation, and has no words' },
  ],
  run(context) {
    return context.input.text('organisation') === undefined ? createOwn(context) : createForOrganisation(context);
  },
};

async function createOwn(context: Context): Promise<void> {
  const { input, out } = context;
  const { client } = await connect(context);
  const made = await client.createHdWallet({
    body: pickStated({
      name: input.arg('name'),
      algorithm: input.requiredText('algorithm') as HdBody['algorithm'],
      wordCount: input.text('word-count') === '12' ? (12 as const) : (24 as const),
      description: input.text('description'),
      enableHybrid: input.flag('hybrid') || undefined,
      passphrase: await passphrase(context),
    }),
  });
  const { wallet, mnemonicWords: words } = made;
  const file = input.text('words-file');
  if (file === undefined) {
    out.show(made, () => `${walletText(wallet)}\n\nRecovery words:\n${numberWords(words)}`);
    out.warn('Write the words down now: they are shown this once. Anyone who has them has the wallet.');
    return;
  }
  await keepWords(out, file, words);
  const { mnemonicWords: _, ...rest } = made;
  out.show({ ...rest, wordsFile: file }, () => walletText(wallet));
  out.warn(`The recovery words are in ${file}. Move them to a safe place: anyone who has them has the wallet.`);
}

/** The words exist nowhere else: when the file cannot be written they are shown after all. */
async function keepWords(out: Context['out'], file: string, words: readonly string[]): Promise<void> {
  try {
    await writeNew(file, `${words.join(' ')}\n`, true);
  } catch (error) {
    out.warn(`The file could not be written. These are the recovery words, shown this once:\n${numberWords(words)}`);
    throw error;
  }
}

async function createForOrganisation(context: Context): Promise<void> {
  const { input, out } = context;
  for (const option of ['hybrid', 'passphrase'])
    if (input.flag(option))
      throw new CommandError(`--${option} is not for wallets of organisations`, { exit: EXIT.usage });
  const { client } = await connect(context);
  const made = await client.createWallet({
    body: pickStated({
      title: input.arg('name'),
      keyType: input.requiredText('algorithm') as HdBody['algorithm'],
      description: input.text('description'),
      organizationId: input.text('organisation'),
    }),
  });
  out.show(made, () => fields({ name: made.title, address: made.walletAddress, id: made.id, algorithm: made.keyType }));
  out.note('The node keeps the seed sealed; there are no words. A person who signs with it needs a grant.');
}

const recover: Command = {
  name: 'wallet recover',
  summary: 'bring a wallet back from its recovery words',
  examples: ['quorate wallet recover "Ada\'s wallet"', 'quorate wallet recover Archive < words.txt'],
  args: [{ name: '<name>', description: 'name for people' }],
  options: [ALGORITHM, ...DESCRIBED, PASSPHRASE_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const words = await recoveryWords(context);
    const wallet = await client.recoverWallet({
      body: pickStated({
        mnemonicWords: words.split(' '),
        name: input.arg('name'),
        algorithm: input.requiredText('algorithm') as HdBody['algorithm'],
        description: input.text('description'),
        enableHybrid: input.flag('hybrid') || undefined,
        passphrase: await passphrase(context),
      }),
    });
    out.show(wallet, () => walletText(wallet));
  },
};

const list: Command = {
  name: 'wallet list',
  summary: 'list the wallets that you may see, oldest first',
  canWatch: true,
  options: [
    {
      flags: '--limit <number>',
      description: 'rows at most',
      integer: { min: 1, max: 100_000 },
      default: LIST_DEFAULT,
    },
  ],
  async run(context) {
    const { input, out } = context;
    const { send } = await connect(context);
    const limit = input.integer('limit') ?? LIST_DEFAULT;
    const wallets: Wallet[] = [];
    let after: string | undefined;
    do {
      const top = Math.min(PAGE_SIZE_MAX, limit - wallets.length);
      const { body, headers } = await send('listWallets', { query: pickStated({ top, after }) });
      wallets.push(...(body as readonly Wallet[]));
      after = /[?&]after=([^>&]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    } while (after !== undefined && wallets.length < limit);
    out.show(wallets, () =>
      table(
        ['NAME', 'ALGORITHM', 'STATUS', 'ADDRESS', 'ID'],
        wallets.map((wallet) => [wallet.name, wallet.algorithm, wallet.status, wallet.address, wallet.id]),
      ),
    );
    if (after !== undefined) out.note('There are more; state a larger --limit.');
  },
};

const show: Command = {
  name: 'wallet show',
  summary: 'show one wallet',
  args: [WALLET_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const wallet = await client.getWallet({ params: { address: context.input.arg('wallet') } });
    context.out.show(wallet, () => walletText(wallet));
  },
};

const update: Command = {
  name: 'wallet update',
  summary: 'rename, lock, archive or reactivate a wallet',
  examples: ['quorate wallet update qr1… --status Locked'],
  args: [WALLET_ARGUMENT],
  options: [
    { flags: '--name <text>', description: 'name for people' },
    { flags: '--description <text>', description: 'what the wallet is for' },
    {
      flags: '--status <status>',
      description: 'Locked: no use at all; Archived: decrypts only',
      choices: ['Active', 'Archived', 'Locked'],
    },
  ],
  async run(context) {
    const { input, out } = context;
    const body = pickStated({
      name: input.text('name'),
      description: input.text('description'),
      status: input.text('status') as ChangeBody['status'],
    });
    if (Object.keys(body).length === 0)
      throw new CommandError('nothing is to be changed', {
        exit: EXIT.usage,
        hint: 'State --name, --description or --status.',
      });
    const { client } = await connect(context);
    const wallet = await client.updateWallet({ params: { address: input.arg('wallet') }, body });
    out.show(wallet, () => walletText(wallet));
  },
};

const remove: Command = {
  name: 'wallet delete',
  summary: 'delete a wallet from this node',
  args: [WALLET_ARGUMENT],
  options: [YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const address = input.arg('wallet');
    const wallet = await client.getWallet({ params: { address } });
    await confirm(context, `Delete the wallet "${wallet.name}" (${wallet.address})?`);
    await client.deleteWallet({ params: { address } });
    out.show({ deleted: wallet.address }, `Deleted ${wallet.address}. Its recovery words bring it back.`);
  },
};

export const walletCommands: readonly Command[] = [create, recover, list, show, update, remove];

function walletText(wallet: Wallet): string {
  return fields({
    name: wallet.name,
    address: wallet.address,
    'hybrid address': wallet.hybridAddress,
    id: wallet.id,
    algorithm: wallet.algorithm,
    status: wallet.status,
    owner: `${wallet.ownerKind} ${wallet.owner}`,
    description: wallet.description === '' ? undefined : wallet.description,
    'public key': wallet.publicKey,
    created: wallet.createdAt,
  });
}

/** Four words a line, each with its number, as on the cards that people copy them to. */
function numberWords(words: readonly string[]): string {
  const width = Math.max(...words.map(({ length }) => length)) + 1;
  const cells = words.map((word, i) => `${String(i + 1).padStart(2)} ${word.padEnd(width)}`);
  const lines: string[] = [];
  for (let i = 0; i < cells.length; i += 4)
    lines.push(
      `  ${cells
        .slice(i, i + 4)
        .join(' ')
        .trimEnd()}`,
    );
  return lines.join('\n');
}
