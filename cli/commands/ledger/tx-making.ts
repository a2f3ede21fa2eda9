// The way of a transaction into the ledger: prepared, signed, submitted. Hashes are computed here, whatever the node
// says, so that a user never signs another transaction than the one in front of them; secrets stay on this machine.
import type { Client } from '../../../api/client/client.js';
import { fromHex, toBase64 } from '../../../core/base/bytes.js';
import { canonical, type Json, type JsonObject } from '../../../core/base/json.js';
import { BATCH_MAX, WAIT_SECONDS_DEFAULT, WAIT_SECONDS_MAX } from '../../../core/base/limits/node/requests.js';
import { isFailure } from '../../../core/base/result.js';
import { parseAddress } from '../../../core/crypto/keys/address.js';
import { isSignatureAlgorithm, SIGNATURE_ALGORITHMS } from '../../../core/crypto/signing/algorithms.js';
import {
  type DraftSubmission,
  type Prepared,
  prepare as prepareDraft,
  withSignedStatement as publicationStated,
} from '../../../core/kinds/build.js';
import type { SignatureAlgorithm, SignatureEntry } from '../../../core/model/transaction.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { type Document, give, objectIn, readDocument } from '../../command/documents.js';
import { commandErrorOf } from '../../command/failure.js';
import { pickStated } from '../../command/input.js';
import { fields, table, underway } from '../../command/output.js';
import { notSealed } from '../../remote/not-sealed.js';
import { connect } from '../../remote/session.js';
import { KEY_OPTIONS, keyOf, localKey, signsHere, signWith } from '../../signing/local-key.js';
import { nextText, signedText } from '../../signing/what-is-signed.js';
import { REGISTER_ARGUMENT } from './register.js';
import { namedTexts } from './register-founding.js';
import { leadsText, ROUTING_OPTIONS, withoutAdded, withRouting } from './tx-routing.js';
import { SEES_OPTION, seesText, withAnew } from './tx-seeing.js';

type PrepareBody = Parameters<Client['prepareTransaction']>[0]['body'];
type SubmitBody = Parameters<Client['submitTransaction']>[0]['body'];
type Result = Awaited<ReturnType<Client['submitBatch']>>['results'][number];
type Members = Readonly<Record<string, Json>>;

/** The members that the node may add to a draft; nothing else may differ from the request. */
const FILLED: ReadonlySet<string> = new Set([
  'transactionId',
  'payloadHash',
  'createdAt',
  'publicationTxId',
  'instanceId',
]);

const prepare: Command = {
  name: 'tx prepare',
  summary: 'write an unsigned transaction, with a payload that everybody may read, and what has to be signed',
  examples: [
    'quorate tx prepare 0d3c… --blueprint purchase-order --action 0 --sender qr1… --payload order.json --public --out order.tx.json',
    'quorate tx prepare … | quorate tx sign | quorate tx submit --wait 10',
  ],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--blueprint <id>', description: 'blueprint of the action', required: true },
    { flags: '--action <number>', description: 'number of the action', required: true },
    { flags: '--sender <address>', description: 'wallet address that will sign', required: true },
    { flags: '--payload <file>', description: 'payload as JSON; - is standard input', required: true },
    {
      flags: '--public',
      description:
        'the payload stands on the register as it is, for every node that has it; "action submit" encrypts it',
    },
    {
      flags: '--previous <txId>',
      description:
        'transaction at which its branch stands, "action N follows" of "instance show", or else its "last": the run before and ' +
        'not its confirmation; an objection or a timer where that led here',
    },
    { flags: '--instance <id>', description: 'instance (default: that of the previous transaction)' },
    {
      flags: '--publication <txId>',
      description: 'publication to follow (default: the newest, or that of the previous)',
    },
    { flags: '--recipient <address>', description: 'wallet that it is for (repeat)', repeat: true },
    { flags: '--metadata <name=text>', description: 'a text beside the payload (repeat)', repeat: true },
    {
      flags: '--due <action.timer=time>',
      description:
        'when a timer is due that takes its time from this action, or ACTION.@weight.ROLE=WEIGHT of a vote (repeat)',
      repeat: true,
    },
    ...ROUTING_OPTIONS,
    SEES_OPTION,
    { flags: '--expires <time>', description: 'not to be sealed later, such as 2027-01-01T00:00:00.000Z' },
    { flags: '--priority <name>', description: 'place in the pool', choices: ['Low', 'Normal', 'High'] },
    { flags: '--offline', description: 'ask no node; state --publication and --instance where they are needed' },
    { flags: '--out <file>', description: 'write it to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const draft = await draftIn(context);
    const prepared = input.flag('offline')
      ? prepareHere(context, await withRouting(context, draft, undefined))
      : await prepareAtNode(context, await withRouting(context, draft, (await connect(context)).client));
    const { metadata } = prepared.submission;
    const leads = `${leadsText(metadata)}${seesText(metadata)}`;
    const file = input.text('out');
    await give(context, documentOf(prepared), {
      file,
      said: `Prepared ${prepared.transactionId}.${leads} Next: quorate tx sign${file === undefined ? '' : ` ${file}`}`,
    });
  },
};

const sign: Command = {
  name: 'tx sign',
  summary: 'sign a prepared transaction, with a wallet of the node or with a key of your own',
  examples: [
    'quorate tx sign order.tx.json --out order.signed.json',
    'quorate tx sign order.tx.json --words --out order.signed.json',
  ],
  args: [{ name: '[file]', description: 'what "tx prepare" wrote (default: standard input)' }],
  options: [
    { flags: '--wallet <wallet>', description: 'wallet of the node that signs (default: the sender)' },
    ...KEY_OPTIONS,
    {
      flags: '--algorithm <name>',
      description: 'of a further signature that is made here',
      choices: SIGNATURE_ALGORITHMS,
    },
    { flags: '--out <file>', description: 'write it to this new file' },
  ],
  async run(context) {
    const { input, out } = context;
    const file = input.optionalArg('file');
    if (input.flag('words') && (file === undefined || file === '-'))
      throw new CommandError('standard input is for the words', { exit: EXIT.usage, hint: 'Name the file to sign.' });
    const { prepared, signatures } = readUnsigned(await readDocument(context, file));
    const { senderWallet } = prepared.submission;
    out.note(`Signing ${signedText(prepared.submission)}, sent by ${senderWallet}.`);
    const { entry, statement } = signsHere(context)
      ? await signHere(context, prepared, signatures.length > 0)
      : await signAtNode(context, prepared, signatures.length > 0);
    const { submission } = statement === undefined ? prepared : publicationStated(prepared, statement);
    const signed = { ...submission, signatures: [...signatures, entry] };
    const to = input.text('out');
    await give(context, signed, {
      file: to,
      said: `Signed ${prepared.transactionId}. Next: ${nextText(submission, signed.signatures, to)}`,
    });
  },
};

const submit: Command = {
  name: 'tx submit',
  summary: 'submit a signed transaction, or an array of them',
  examples: ['quorate tx submit order.signed.json --wait 10', 'quorate tx submit - < many.json'],
  args: [{ name: '[file]', description: 'what "tx sign" wrote (default: standard input)' }],
  options: [
    {
      flags: '--wait <seconds>',
      description: `wait until it is sealed; a node waits ${WAIT_SECONDS_DEFAULT} s at most unless its operator chose otherwise`,
      integer: { min: 0, max: WAIT_SECONDS_MAX },
    },
  ],
  async run(context) {
    const { input, out } = context;
    const document = await readDocument(context, input.optionalArg('file'));
    if (Array.isArray(document.value)) return submitAll(context, document.value as readonly Json[]);
    const body = readSigned(objectIn(document));
    const { client } = await connect(context);
    const wait = input.integer('wait');
    const answer = await client
      .submitTransaction(
        { params: { registerId: String(body.registerId) }, body: body as SubmitBody },
        wait === undefined ? {} : { waitSeconds: wait },
      )
      .catch(withAnew(body));
    out.show(answer, () =>
      fields({
        transaction: answer.transactionId,
        status: answer.status,
        docket: answer.docketNumber,
        'docket hash': answer.docketHash,
      }),
    );
    const { registerId, transactionId } = answer;
    if (answer.status === 'pending') await notSealed({ client, out, registerId, transactionId, waitSeconds: wait });
    else
      out.note(
        `Proof for anybody: quorate tx evidence ${answer.registerId} ${answer.transactionId} --out evidence.json`,
      );
  },
};

export const txMakingCommands: readonly Command[] = [prepare, sign, submit];

/** A prepared transaction as files hold it. */
function documentOf({ transactionId, payloadHash, digest, submission }: Prepared): JsonObject {
  return {
    transactionId,
    payloadHash,
    signingDigest: digest,
    dataToSign: toBase64(fromHex(digest)),
    transaction: submission as unknown as Json,
  };
}

/** A draft that a command made, prepared by the node as a file to sign. */
export async function documentFor(context: Context, draft: DraftSubmission): Promise<JsonObject> {
  return documentOf(await prepareAtNode(context, draft));
}

async function draftIn(context: Context): Promise<DraftSubmission> {
  const { input } = context;
  const sender = input.requiredText('sender');
  if (isFailure(parseAddress(sender)))
    throw new CommandError(`"${sender}" is not a wallet address`, { exit: EXIT.usage, hint: 'It begins with qr1.' });
  // Fail closed: no step after this one encrypts, and nothing takes a sealed payload back.
  if (!input.flag('public'))
    throw new CommandError(
      'the payload would be readable on every node of the register: a prepared one is not encrypted',
      {
        exit: EXIT.usage,
        hint: 'If everybody may read it: --public. To encrypt it for its readers: quorate action submit',
      },
    );
  const recipients = input.list('recipient');
  const dues = input.list('due');
  const { value: payload } = await readDocument(context, input.requiredText('payload'));
  return pickStated({
    registerId: input.arg('register'),
    blueprintId: input.requiredText('blueprint'),
    actionId: input.requiredText('action'),
    instanceId: input.text('instance'),
    publicationTxId: input.text('publication'),
    previousTransactionId: input.text('previous'),
    senderWallet: sender,
    recipients: recipients.length === 0 ? undefined : recipients,
    expiresAt: input.text('expires'),
    metadata: metadataOf(input.list('metadata'), dues, input.integer('sees')),
    priority: input.text('priority') as DraftSubmission['priority'],
    payload,
  }) as unknown as DraftSubmission;
}

function metadataOf(texts: readonly string[], dues: readonly string[], sees: number | undefined) {
  const named = namedTexts(texts, '--metadata');
  const due = namedTexts(dues, '--due');
  if (due === undefined && sees === undefined) return named;
  return { ...named, ...(due && { due }), ...(sees !== undefined && { sees }) };
}

function prepareHere({ terminal }: Context, draft: DraftSubmission): Prepared {
  const prepared = prepareDraft({ ...draft, createdAt: new Date(terminal.now()).toISOString() });
  if (isFailure(prepared)) throw commandErrorOf(prepared.issues);
  return prepared as Prepared;
}

/**
 * The node knows publication and instance, and where the data leads: the caller is told that. It is not trusted with
 * anything else.
 */
async function prepareAtNode(context: Context, draft: DraftSubmission): Promise<Prepared> {
  const { client } = await connect(context);
  const { createdAt: _, ...asked } = draft;
  const answer = await client.prepareTransaction({ body: asked as unknown as PrepareBody });
  const given = answer.transaction as Members;
  const metadata = withoutAdded(given.metadata, draft, given.publicationTxId);
  const filled = pickStated({ ...given, metadata }) as Members;
  const strange = [...new Set([...Object.keys(filled), ...Object.keys(asked)])].filter((name) => {
    const wanted = (asked as unknown as Members)[name];
    if (wanted === undefined) return !FILLED.has(name);
    return filled[name] === undefined || canonical(filled[name]) !== canonical(wanted);
  });
  const prepared = recompute(given);
  if (strange.length > 0 || prepared.transactionId !== answer.transactionId)
    throw new CommandError('the node prepared another transaction than was asked for', {
      hint: `It differs in ${strange.join(', ') || 'its TxId'}. Nothing was signed; do not trust this node.`,
    });
  return prepared;
}

/** TxId, hash and digest of what a document says, by our own computation. */
function recompute(members: Members): Prepared {
  const { transactionId: _id, payloadHash: _hash, signatures: _signatures, ...draft } = members;
  const prepared = prepareDraft(draft as unknown as DraftSubmission);
  if (isFailure(prepared)) throw commandErrorOf(prepared.issues);
  return prepared as Prepared;
}

function readUnsigned(document: Document): {
  readonly prepared: Prepared;
  readonly signatures: readonly SignatureEntry[];
} {
  const outer = objectIn(document);
  const members = (outer.transaction === undefined ? outer : outer.transaction) as Members;
  const prepared = recompute(members);
  if (members.transactionId !== prepared.transactionId || members.payloadHash !== prepared.payloadHash)
    throw new CommandError(`${document.source} was changed after it was prepared: its TxId is that of other content`, {
      hint: 'Prepare it again.',
    });
  const signatures = Array.isArray(members.signatures) ? members.signatures : [];
  return { prepared, signatures: signatures as unknown as readonly SignatureEntry[] };
}

interface Signed {
  readonly entry: SignatureEntry;
  /** Of the sender of a publication. */
  readonly statement?: string;
}

/** The first signature is the sender's; who signs further says with what. */
async function signHere(context: Context, prepared: Prepared, further: boolean): Promise<Signed> {
  const { senderWallet } = prepared.submission as { readonly senderWallet: string };
  const parsed = parseAddress(senderWallet);
  if (isFailure(parsed)) throw commandErrorOf(parsed.issues);
  const pair = further
    ? await localKey(context, furtherAlgorithm(context))
    : await keyOf(context, { address: senderWallet, algorithm: parsed.algorithm });
  const sign = (digest: string) => toBase64(signWith(pair, fromHex(digest)));
  const entry = {
    publicKey: toBase64(pair.publicKey),
    signatureValue: sign(prepared.digest),
    algorithm: pair.algorithm,
  };
  const { statementDigest } = prepared;
  return further || statementDigest === undefined ? { entry } : { entry, statement: sign(statementDigest) };
}

function furtherAlgorithm({ input }: Context): SignatureAlgorithm {
  const algorithm = input.text('algorithm');
  if (isSignatureAlgorithm(algorithm)) return algorithm;
  throw new CommandError('the sender has signed already', {
    exit: EXIT.usage,
    hint: 'State the --algorithm of the further signature.',
  });
}

async function signAtNode(context: Context, prepared: Prepared, further: boolean): Promise<Signed> {
  const { input } = context;
  const { senderWallet } = prepared.submission as { readonly senderWallet: string };
  const address = input.text('wallet') ?? senderWallet;
  const parsed = parseAddress(senderWallet);
  const { client } = await connect(context);
  const sign = (digest: string) =>
    client.signWithAddress({
      params: { address },
      body: pickStated({
        data: toBase64(fromHex(digest)),
        isPreHashed: true,
        derivationPath: input.text('path'),
        hybridMode: (!further && !isFailure(parsed) && parsed.algorithm.includes('+')) || undefined,
      }),
    });
  const signed = await sign(prepared.digest);
  if (!further && signed.keyAddress !== senderWallet)
    throw new CommandError(
      `the wallet signed with the key of ${signed.keyAddress}, not of the sender ${senderWallet}`,
      {
        hint: `${senderWallet} has to sign first: quorate tx sign FILE --wallet ${senderWallet}. Or prepare the transaction with another sender.`,
      },
    );
  const entry = {
    publicKey: signed.publicKey,
    signatureValue: signed.signature,
    algorithm: signed.algorithm as SignatureAlgorithm,
  };
  const { statementDigest } = prepared;
  return further || statementDigest === undefined
    ? { entry }
    : { entry, statement: (await sign(statementDigest)).signature };
}

function readSigned(members: Members): Members {
  if (Array.isArray(members.signatures) && members.signatures.length > 0 && typeof members.registerId === 'string')
    return members;
  const unsigned = members.transaction !== undefined || members.transactionId !== undefined;
  throw new CommandError(unsigned ? 'the transaction is not signed' : 'this is not a transaction', {
    hint: 'Sign it first: quorate tx sign',
  });
}

async function submitAll(context: Context, documents: readonly Json[]): Promise<void> {
  const { input, out } = context;
  const wait = input.integer('wait');
  const { client } = await connect(context);
  const results: Result[] = [];
  await underway(out, 'Submitting', async (bar) => {
    for (let at = 0; at < documents.length; at += BATCH_MAX) {
      const transactions = documents.slice(at, at + BATCH_MAX) as SubmitBody[];
      const answer = await client.submitBatch(
        { body: { transactions } },
        wait === undefined ? {} : { waitSeconds: wait },
      );
      results.push(...answer.results);
      bar.update(results.length, documents.length);
    }
  });
  out.show(results, () =>
    table(
      ['STATUS', 'DOCKET', 'TXID', 'REASON'],
      results.map((r) => [r.status, r.docketNumber, r.transactionId, r.code && `${r.code} ${r.message}`]),
    ),
  );
  const refused = results.filter(({ status }) => status === 'refused').length;
  if (refused > 0) throw new CommandError(`${refused} of ${results.length} transactions were refused`);
}
