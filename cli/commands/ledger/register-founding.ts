// Founding a register: in one call when all owners' wallets are on this node, or in three steps (initiate, attest,
// finalize) when an owner signs elsewhere. The attestation of an owner is checked here before a key touches it.

import type { Client } from '../../../api/client/client.js';
import { fromHex, isUuid, toBase64 } from '../../../core/base/bytes.js';
import { countNoun } from '../../../core/base/counted.js';
import type { Json } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { parseAddress } from '../../../core/crypto/keys/address.js';
import { type AttestationData, attestationDigest } from '../../../core/register/genesis/genesis.js';
import { type Command, CommandError, type Context, EXIT, type Option } from '../../command/command.js';
import { give, objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields } from '../../command/output.js';
import { connect, type Remote } from '../../remote/session.js';
import { KEY_OPTIONS, keyOf, signsHere, signWith } from '../../signing/local-key.js';
import { addressOfName, isAddress, ownWallets } from '../../workflow/acting.js';

type CreateBody = Parameters<Client['createRegister']>[0]['body'];
type InitiateBody = Parameters<Client['initiateRegister']>[0]['body'];
type FinalizeBody = Parameters<Client['finalizeRegister']>[0]['body'];
type Created = Awaited<ReturnType<Client['createRegister']>>;
type ToSign = Awaited<ReturnType<Client['initiateRegister']>>['attestationsToSign'][number];
type AdminRole = 'Admin' | 'Designer' | 'Auditor';

const FOUNDING_OPTIONS: readonly Option[] = [
  {
    flags: '--owner <wallet>',
    description: 'wallet of an owner, by address, id or name (repeat; default: your only wallet)',
    repeat: true,
  },
  { flags: '--admin <wallet[=role]>', description: 'wallet of an Admin, Designer or Auditor (repeat)', repeat: true },
  { flags: '--description <text>', description: 'what the register is for' },
  { flags: '--metadata <name=text>', description: 'a text of the genesis (repeat)', repeat: true },
  { flags: '--policy <file>', description: 'policy as JSON; what it leaves out gets its default' },
  { flags: '--purpose <name>', description: 'purpose, such as System' },
  { flags: '--tenant <id>', description: 'organisation (default: your own)' },
  {
    flags: '--advertise',
    description: 'offer it to every node; without it only its validators have it, and get it from each other',
  },
  {
    flags: '--validator <peer>',
    description: 'peer id of a node that takes a seat (repeat; default: this node alone); "me" is this node',
    repeat: true,
  },
];
const NAME = { name: '<name>', description: 'name of the register' };
const REQUEST = { flags: '--request <file>', description: 'what "register initiate" wrote', required: true };

const create: Command = {
  name: 'register create',
  summary: 'found a register whose owners have their wallets here',
  examples: [
    'quorate register create Orders',
    'quorate register create Orders --owner Ada --owner qr1… --admin Ben=Designer',
    'quorate register create Orders --validator me --validator 12D3Koo…b --validator 12D3Koo…c',
  ],
  args: [NAME],
  options: FOUNDING_OPTIONS,
  async run(context) {
    const remote = await connect(context);
    const body = await foundingBody(context, remote);
    const made = await remote.client.createRegister({ body }, { idempotencyKey: true });
    context.out.show(made, () => createdText(made));
    context.out.note(
      `Next, a workflow on it: quorate blueprint templates; and then quorate blueprint publish BLUEPRINT --register ${made.registerId}`,
    );
    if ((body.validators ?? []).length > 1 && body.owners?.length === 1)
      context.out.warn(
        'It has several validators and one owner, who alone decides who validates it: its other founders have no say. To give each of them one, found it with "quorate register initiate".',
      );
  },
};

const initiate: Command = {
  name: 'register initiate',
  summary: 'begin to found a register with owners who sign elsewhere',
  examples: ['quorate register initiate Orders --owner qr1… --owner qr1… --out request.json'],
  args: [NAME],
  options: [
    ...FOUNDING_OPTIONS,
    { flags: '--out <file>', description: 'write the request to this new file', required: true },
  ],
  async run(context) {
    const remote = await connect(context);
    const body = (await foundingBody(context, remote)) as InitiateBody;
    const begun = await remote.client.initiateRegister({ body });
    // The nonce in it lets its holder finalise: the file is for its owner only.
    await give(context, begun, {
      file: context.input.requiredText('out'),
      said: `The register ${begun.registerId} waits for ${countNoun(begun.attestationsToSign.length, 'attestation')} until ${begun.expiresAt}.`,
      secret: true,
    });
    context.out.note('Next, for each owner: quorate register attest --request FILE --wallet ADDRESS --out ATTESTATION');
  },
};

const attest: Command = {
  name: 'register attest',
  summary: "sign one owner's attestation of a register that was initiated",
  examples: [
    'quorate register attest --request request.json --wallet qr1… --out ada.json',
    'quorate register attest --request request.json --wallet qr1… --words --out ben.json',
  ],
  options: [
    REQUEST,
    { flags: '--wallet <address>', description: 'the owner, as the request names it', required: true },
    ...KEY_OPTIONS,
    { flags: '--out <file>', description: 'write the attestation to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const entry = entryOf(
      objectIn(await readDocument(context, input.requiredText('request'))),
      input.requiredText('wallet'),
    );
    const { attestationData } = entry;
    if (attestationDigest(attestationData) !== entry.dataToSign)
      throw new CommandError('the request asks to sign something else than the attestation that it shows');
    const signature = signsHere(context) ? await attestHere(context, entry) : await attestThere(context, entry);
    const { role, registerName, registerId, subject } = attestationData;
    await give(
      context,
      { attestationData, ...signature },
      {
        file: input.text('out'),
        said: `${subject} attests to be ${role} of "${registerName}" (${registerId}).`,
      },
    );
  },
};

const finalize: Command = {
  name: 'register finalize',
  summary: 'found the register that was initiated, with all attestations',
  examples: ['quorate register finalize --request request.json --attestation ada.json --attestation ben.json'],
  options: [
    REQUEST,
    {
      flags: '--attestation <file>',
      description: 'what "register attest" wrote (repeat)',
      repeat: true,
      required: true,
    },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const request = objectIn(await readDocument(context, input.requiredText('request')));
    const signed: Json[] = [];
    for (const file of input.list('attestation')) signed.push(objectIn(await readDocument(context, file)));
    const body = { registerId: request.registerId, nonce: request.nonce, signedAttestations: signed };
    const made = await client.finalizeRegister({ body: body as unknown as FinalizeBody });
    out.show(made, () => createdText(made));
  },
};

export const registerFoundingCommands: readonly Command[] = [create, initiate, attest, finalize];

async function foundingBody(context: Context, remote: Remote): Promise<CreateBody> {
  const { input } = context;
  const { client } = remote;
  const me = await client.getMe();
  const stating = input.list('owner');
  const admins = input.list('admin').map(adminOf);
  const idOf = await walletIds(remote, [...stating, ...admins.map(({ walletId }) => walletId)]);
  const owners = stating.length > 0 ? stating.map(idOf) : [await onlyWallet(client)];
  const policy = input.text('policy');
  return pickStated({
    name: input.arg('name'),
    description: input.text('description'),
    tenantId: input.text('tenant'),
    owners: owners.map((walletId) => ({ userId: me.platformUserId, walletId })),
    additionalAdmins:
      admins.length === 0
        ? undefined
        : admins.map(({ walletId, role }) => ({ userId: me.platformUserId, walletId: idOf(walletId), role })),
    metadata: namedTexts(input.list('metadata'), '--metadata'),
    policy: policy === undefined ? undefined : (objectIn(await readDocument(context, policy)) as CreateBody['policy']),
    purpose: input.text('purpose'),
    advertise: input.flag('advertise') || undefined,
    validators: await validatorsOf(input.list('validator'), client),
  }) as CreateBody;
}

/**
 * The ids by which the node knows a wallet: an address or id as it is stated, which may be another owner's, and the
 * address of the caller's wallet of a name.
 */
async function walletIds(remote: Remote, stated: readonly string[]): Promise<(wallet: string) => string> {
  const isKnown = (wallet: string) => isAddress(wallet) || isUuid(wallet);
  const own = stated.every(isKnown) ? [] : await ownWallets(remote);
  return (wallet) => (isKnown(wallet) ? wallet : addressOfName(own, wallet));
}

/** Peer ids of the first roster; this node may be called "me", because a founding node is always one of them. */
async function validatorsOf(stated: readonly string[], client: Client): Promise<string[] | undefined> {
  if (stated.length === 0) return undefined;
  const { peerId } = await client.getMeshStatus();
  return [...new Set([...(stated.includes('me') || stated.includes(peerId) ? [] : [peerId]), ...stated])].map((peer) =>
    peer === 'me' ? peerId : peer,
  );
}

/** The wallet of a caller who has just one; which of several is meant cannot be guessed. */
async function onlyWallet(client: Client): Promise<string> {
  const wallets = (await client.listWallets({ query: { top: 100 } })).filter(({ status }) => status === 'Active');
  const [first, second] = wallets;
  if (first === undefined)
    throw new CommandError('you have no wallet to own the register', { hint: 'Run: quorate wallet create NAME' });
  if (second === undefined) return first.address;
  throw new CommandError(`you have ${wallets.length} wallets or more`, {
    exit: EXIT.usage,
    hint: 'State the owner: --owner NAME. "quorate wallet list" shows them.',
  });
}

function adminOf(text: string): { readonly walletId: string; readonly role: AdminRole } {
  // A name may have the sign too.
  const at = text.lastIndexOf('=');
  const [walletId, role] = at < 0 ? [text, 'Admin'] : [text.slice(0, at), text.slice(at + 1)];
  if (role === 'Admin' || role === 'Designer' || role === 'Auditor') return { walletId, role };
  throw new CommandError(`"${role}" is not a role`, { exit: EXIT.usage, hint: 'Known: Admin, Designer, Auditor.' });
}

/** Texts by name from the `name=text` that an option states; undefined when there are none. */
export function namedTexts(stated: readonly string[], option: string): Record<string, string> | undefined {
  if (stated.length === 0) return undefined;
  return Object.fromEntries(
    stated.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new CommandError(`${option} ${text} is not of the form name=text`, { exit: EXIT.usage });
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

function entryOf(
  request: Readonly<Record<string, Json>>,
  wallet: string,
): ToSign & { attestationData: AttestationData } {
  const entries = (Array.isArray(request.attestationsToSign)
    ? request.attestationsToSign
    : []) as unknown as readonly ToSign[];
  const entry = entries.find(
    ({ walletId, attestationData }) => walletId === wallet || attestationData.subject.endsWith(`:${wallet}`),
  );
  if (entry) return entry;
  throw new CommandError(`the request names no wallet ${wallet}`, {
    hint: `It names ${entries.map(({ walletId }) => walletId).join(', ') || 'none: it is not a request of "register initiate"'}.`,
  });
}

async function attestHere(context: Context, { attestationData, dataToSign }: ToSign) {
  const address = attestationData.subject.slice(attestationData.subject.lastIndexOf(':') + 1);
  const parsed = parseAddress(address);
  if (isFailure(parsed)) throw new CommandError(`${address} is not an address`);
  const pair = await keyOf(context, { address, algorithm: parsed.algorithm });
  return {
    publicKey: toBase64(pair.publicKey),
    signature: toBase64(signWith(pair, fromHex(dataToSign))),
    algorithm: pair.algorithm,
  };
}

async function attestThere(context: Context, { walletId, dataToSign, derivationPath, attestationData }: ToSign) {
  const { client } = await connect(context);
  const wallet = await client.getWallet({ params: { address: walletId } });
  const hybrid = wallet.hybridAddress !== undefined && attestationData.subject.endsWith(`:${wallet.hybridAddress}`);
  const { publicKey, signature, algorithm } = await client.signWithAddress({
    params: { address: walletId },
    body: pickStated({
      data: toBase64(fromHex(dataToSign)),
      isPreHashed: true,
      derivationPath,
      hybridMode: hybrid || undefined,
    }),
  });
  return { publicKey, signature, algorithm };
}

function createdText(made: Created): string {
  return fields({
    register: made.registerId,
    genesis: made.genesisDocketHash,
    transaction: made.genesisTransactionId,
    created: made.createdAt,
  });
}
