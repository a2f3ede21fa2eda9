// Participants of a register: who takes part under which wallets, and the keys that others seal to. Records are
// published with a wallet of the caller, and revoked for good.
import type { Client } from '../../../api/client/client.js';
import { type Command, CommandError, type Context, EXIT, type Option } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { AT_LEAST, PAGE_OPTIONS, pageIn } from '../../command/pages.js';
import { isClientError } from '../../remote/remote.js';
import { connect, type Remote } from '../../remote/session.js';
import { walletIn } from '../../workflow/acting.js';
import { REGISTER_ARGUMENT } from '../ledger/register.js';

type Participant = Awaited<ReturnType<Client['getParticipantByAddress']>>;
type NewAddresses = Parameters<Client['publishParticipant']>[0]['body']['addresses'];
type Published = Awaited<ReturnType<Client['publishParticipant']>>;

const PARTICIPANT = { name: '<participant>', description: 'id of the participant' };
const SIGNER: Option = {
  flags: '--wallet <wallet>',
  description: 'wallet that signs, by address or name (default: your only one)',
};
const ORGANISATION: Option = {
  flags: '--organisation <id>',
  description: 'organisation that publishes (default: your own)',
};
/** Seconds that a publication waits for its docket. */
const WAIT_SECONDS = 10;

const publish: Command = {
  name: 'participant publish',
  summary: 'publish a participant on a register, or the next version of one',
  examples: [
    'quorate participant publish 0d9c… --name "Planning office" --of "Town council"',
    'quorate participant publish 0d9c… --id planner --name Planner --of "Town council" --address qr1… --wallet Planner',
  ],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--name <text>', description: 'name of the participant; a further version keeps what is not stated' },
    { flags: '--of <text>', description: 'name of its organisation; a new participant states both' },
    { flags: '--id <participant>', description: 'its id; a version is added where the register has it' },
    {
      flags: '--address <address>',
      description: 'a wallet of this node, the first is its primary one (repeat; default: the one that signs)',
      repeat: true,
    },
    { flags: '--addresses <file>', description: 'wallets with their keys as a JSON array, for those of other nodes' },
    { flags: '--metadata <file>', description: 'further members as a JSON object' },
    SIGNER,
    ORGANISATION,
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const registerId = input.arg('register');
    const participantId = input.text('id');
    const before = participantId === undefined ? undefined : await latest(remote, registerId, participantId);
    const signer = await walletIn(
      context,
      remote,
      before?.addresses.map(({ walletAddress }) => walletAddress),
    );
    const file = input.text('metadata');
    const record = {
      registerId,
      signerWalletAddress: signer,
      participantName: input.text('name'),
      organizationName: input.text('of'),
      metadata: file === undefined ? undefined : objectIn(await readDocument(context, file)),
    };
    const addresses = await addressesIn(context, before === undefined ? [signer] : []);
    const params = { organizationId: await organisationIn(context, remote) };
    const wait = { waitSeconds: WAIT_SECONDS };
    const made =
      before === undefined
        ? await remote.client.publishParticipant(
            {
              params,
              body: pickStated({
                ...record,
                participantId,
                participantName: input.text('name') ?? missing('--name', 'NAME'),
                organizationName: input.text('of') ?? missing('--of', 'ORGANISATION'),
                addresses: addresses ?? [],
              }),
            },
            wait,
          )
        : await remote.client.updateParticipant(
            { params: { ...params, participantId: before.participantId }, body: pickStated({ ...record, addresses }) },
            wait,
          );
    out.show(made, () => publishedText(made));
    if (made.status === 'pending') out.note(`Follow it: quorate tx watch ${registerId} ${made.transactionId}`);
  },
};

const list: Command = {
  name: 'participant list',
  summary: 'list the participants of a register',
  args: [REGISTER_ARGUMENT],
  options: [
    AT_LEAST,
    {
      flags: '--status <status>',
      description: 'of this status',
      choices: ['Active', 'Deprecated', 'Revoked', 'All'],
      default: 'Active',
    },
    ...PAGE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const { page, pageSize } = pageIn(input);
    const query = { skip: (page - 1) * pageSize, top: pageSize, status: input.requiredText('status') as 'Active' };
    const value = await client.listParticipants({ params: { registerId: input.arg('register') }, query });
    out.show(value, () => {
      const rows = value.items.map((item) => [
        ...[item.participantName, item.organizationName, item.status, item.version],
        ...[primaryOf(item), item.participantId],
      ]);
      return table(['NAME', 'ORGANISATION', 'STATUS', 'VERSION', 'WALLET', 'ID'], rows);
    });
    if (value.hasMore) out.note(`There are more: --page ${page + 1}.`);
  },
};

const show: Command = {
  name: 'participant show',
  summary: 'show a participant by its id or by one of its wallets, with its versions',
  args: [REGISTER_ARGUMENT, { name: '<participant>', description: 'id of the participant, or a wallet address' }],
  options: [AT_LEAST],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const registerId = input.arg('register');
    const asked = input.arg('participant');
    const participantId = asked.startsWith('qr1')
      ? (await client.getParticipantByAddress({ params: { registerId, address: asked } })).participantId
      : asked;
    const value = await client.getParticipant({ params: { registerId, participantId } });
    out.show(value, () => {
      const { latest: now, history, governed = [] } = value;
      const wallets = now.addresses.map((address) => [
        address.walletAddress,
        address.algorithm,
        address.primary ? 'primary' : '',
        address.encapsulationKey === undefined ? '' : 'ML-KEM-768',
      ]);
      const versions = history.map((item) => [item.version, item.status, item.publishedAt, item.transactionId]);
      const acts = governed.map(({ operationType, oldKey, newKey, sealedAt, transactionId }) => [
        ...[operationType, oldKey?.walletAddress ?? '', newKey?.walletAddress ?? '', sealedAt, transactionId],
      ]);
      return [
        fields({
          name: now.participantName,
          organisation: now.organizationName,
          status: now.status,
          id: now.participantId,
          metadata: now.metadata,
        }),
        table(['WALLET', 'ALGORITHM', '', 'ENCAPSULATION'], wallets),
        table(['VERSION', 'STATUS', 'PUBLISHED', 'TXID'], versions),
        ...(acts.length === 0 ? [] : [table(['BY GOVERNANCE', 'OLD WALLET', 'NEW WALLET', 'SEALED', 'TXID'], acts)]),
      ].join('\n\n');
    });
  },
};

const resolve: Command = {
  name: 'participant resolve',
  summary: 'find the public keys of wallets on a register',
  args: [REGISTER_ARGUMENT, { name: '<address...>', description: 'wallet addresses' }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const walletAddresses = [...input.rest('address')];
    const params = { registerId: input.arg('register') };
    const keys = await client.resolvePublicKeys({ params, body: { walletAddresses } });
    out.show(keys, () => {
      const rows = walletAddresses.map((address) => {
        const key = keys.resolved[address];
        if (key) return [address, key.status, key.algorithm, key.publicKey];
        return [address, keys.revoked.includes(address) ? 'Revoked' : 'not found', '', ''];
      });
      return table(['WALLET', 'STATUS', 'ALGORITHM', 'PUBLIC KEY'], rows);
    });
  },
};

const revoke: Command = {
  name: 'participant revoke',
  summary: 'revoke a participant for good: nothing new is encrypted to its wallets',
  args: [REGISTER_ARGUMENT, PARTICIPANT],
  options: [SIGNER, ORGANISATION, YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const registerId = input.arg('register');
    const participantId = input.arg('participant');
    const { latest: now } = await remote.client.getParticipant({ params: { registerId, participantId } });
    const signer = await walletIn(context, remote, [primaryOf(now) ?? '']);
    await confirm(context, `Revoke "${now.participantName}" (${participantId}) for good?`);
    const made = await remote.client.revokeParticipant(
      {
        params: { organizationId: await organisationIn(context, remote), participantId },
        query: { registerId, signerWalletAddress: signer },
      },
      { waitSeconds: WAIT_SECONDS },
    );
    out.show(made, () => publishedText(made));
  },
};

export const participantCommands: readonly Command[] = [publish, list, show, resolve, revoke];

async function latest({ client }: Remote, registerId: string, participantId: string): Promise<Participant | undefined> {
  try {
    return (await client.getParticipant({ params: { registerId, participantId } })).latest;
  } catch (error) {
    if (isClientError(error) && error.code === 'PARTICIPANT_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The one that is stated, or that of the caller. */
export async function organisationIn({ input }: Context, { client }: Remote): Promise<string> {
  const organisation = input.text('organisation') ?? (await client.getMe()).organizationId;
  if (organisation) return organisation;
  throw new CommandError('you belong to no organisation', { exit: EXIT.usage, hint: 'State one: --organisation ID' });
}

/** From --addresses with their keys, or from --address; the given ones, if any, when neither is stated. */
async function addressesIn(context: Context, otherwise: readonly string[]): Promise<NewAddresses | undefined> {
  const file = context.input.text('addresses');
  if (file !== undefined) {
    const { value, source } = await readDocument(context, file);
    if (Array.isArray(value)) return value as unknown as NewAddresses;
    throw new CommandError(`${source} holds no JSON array`, { exit: EXIT.usage });
  }
  const named = context.input.list('address');
  const addresses = named.length > 0 ? named : otherwise;
  return addresses.length === 0 ? undefined : addresses.map((walletAddress) => ({ walletAddress }));
}

function missing(option: string, value: string): never {
  throw new CommandError(`a new participant needs ${option}`, {
    exit: EXIT.usage,
    hint: `State both, as people read them: --name NAME --of ORGANISATION. Only a further version of --id keeps its ${value.toLowerCase()}.`,
  });
}

function primaryOf({ addresses }: Pick<Participant, 'addresses'>): string | undefined {
  return addresses.find(({ primary }) => primary)?.walletAddress;
}

function publishedText(made: Published): string {
  return fields({
    participant: made.participantId,
    version: made.version,
    register: made.registerId,
    signer: made.signerWallet,
    transaction: made.transactionId,
    status: made.status,
  });
}
