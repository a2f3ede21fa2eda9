// A member's word on a governance act: signed by a wallet of the node, or here with a key that no node sees. The digest
// that is signed here is computed here, so that a node cannot have anybody sign another act than the one shown.
import type { Client } from '../../api/client/client.js';
import { fromHex, toBase64 } from '../../core/base/bytes.js';
import { canonical, type Json } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { addressOf, parseAddress } from '../../core/crypto/keys/address.js';
import type { KeyPair } from '../../core/crypto/signing/algorithms.js';
import { type DraftSubmission, type Prepared, prepare } from '../../core/kinds/build.js';
import type { SignatureEntry } from '../../core/model/transaction.js';
import {
  type ApprovalStatement,
  checkOperation,
  type GovernanceApproval,
  type GovernanceOperation,
  proposalIdOf,
  statementDigest,
} from '../../core/register/governance/operation.js';
import { addressOfDid, walletDid } from '../../core/register/people/did.js';
import { ASSURANCE_LEVELS } from '../../core/trust/policy-form.js';
import { CommandError, type Context, EXIT, type Option } from '../command/command.js';
import { commandErrorOf } from '../command/failure.js';
import { fields } from '../command/output.js';
import { connect, type Remote } from '../remote/session.js';
import { walletIn } from '../workflow/acting.js';
import { KEY_OPTIONS, keyOf, signsHere, signWith } from './local-key.js';

type ActOutcome = Awaited<ReturnType<Client['propose']>>;
type ProposeBody = Parameters<Client['propose']>[0]['body'];
type ApproveBody = Parameters<Client['approveProposal']>[0]['body'];

export const SIGNER_OPTIONS: readonly Option[] = [
  {
    flags: '--wallet <wallet>',
    description: 'wallet of the node that signs, by address or name (default: your only one)',
  },
  { flags: '--as <address>', description: 'the member that signs here, with --words or --key-file' },
  ...KEY_OPTIONS,
];
export const ASSURANCE_OPTION: Option = {
  flags: '--assurance <level>',
  description: 'the most that a trust policy confers by the list',
  choices: ASSURANCE_LEVELS,
};
export const JUSTIFICATION_OPTION: Option = { flags: '--justification <text>', description: 'why, for those who vote' };

/** Entries of a list that are shown one by one. */
const SHOWN_MAX = 20;

/** Signs an act as the call says and proposes it. `members` are those of the operation beside the common ones. */
export async function proposeAct(
  context: Context,
  registerId: string,
  members: Partial<GovernanceOperation>,
): Promise<ActOutcome> {
  const { input, terminal } = context;
  const remote = await connect(context);
  const { client } = remote;
  const params = { registerId };
  const justification = input.text('justification') ?? '';
  const wallet = await signerIn(context, remote);
  if (wallet !== undefined)
    return client.propose({ params, body: { ...members, justification, wallet } as unknown as ProposeBody });
  const { pair, did } = await memberHere(context);
  const operation = {
    ...members,
    justification,
    proposerDid: did,
    proposedAt: new Date(terminal.now()).toISOString(),
  } as GovernanceOperation;
  const problems = checkOperation(operation);
  if (problems.length > 0) throw commandErrorOf(problems, { exit: EXIT.usage });
  const approval = approvalHere(pair, { registerId, operation, isApproval: true });
  const body = { ...operation, approvalSignatures: [approval] } as unknown as ProposeBody;
  return finishAct(context, { client, pair, operation }, await client.propose({ params, body }));
}

/** Votes on a proposal as the call says. */
export async function voteOn(
  context: Context,
  params: { readonly registerId: string; readonly proposalId: string },
  isApproval: boolean,
): Promise<ActOutcome> {
  const remote = await connect(context);
  const { client } = remote;
  const comment = context.input.text('comment');
  const said = { isApproval, ...(comment === undefined ? {} : { comment }) };
  const wallet = await signerIn(context, remote);
  if (wallet !== undefined) return client.approveProposal({ params, body: { ...said, wallet } as ApproveBody });
  const { registerId, proposalId } = params;
  const { pair, did } = await memberHere(context);
  const request = await client.getSigningRequest({ params, query: { approverDid: did } });
  const operation = request.operation as unknown as GovernanceOperation;
  if (checkOperation(operation).length > 0 || proposalIdOf(registerId, operation) !== proposalId)
    throw new CommandError('the node shows another act than the proposal you named', {
      hint: 'Nothing was signed; do not trust this node.',
    });
  context.out.note(`${isApproval ? 'Approving' : 'Rejecting'}:\n${operationText(operation)}`);
  const { signature, publicKey } = approvalHere(pair, { ...said, registerId, operation });
  const body = { ...said, approverDid: did, signature, publicKey } as ApproveBody;
  return finishAct(context, { client, pair, operation }, await client.approveProposal({ params, body }));
}

/** The text of an act for a person. */
export function operationText(operation: Readonly<Record<string, unknown>> | GovernanceOperation): string {
  const texts = Object.entries(operation).map(([name, value]) => [name, valueText(value)]);
  return fields(Object.fromEntries(texts) as Readonly<Record<string, unknown>>);
}

/** A list too long to read through is told by its length. */
function valueText(value: unknown): string | number {
  if (Array.isArray(value) && value.length > SHOWN_MAX) return `${value.length} entries`;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

function outcomeText({ state, proposalId, transactionId, proposal }: ActOutcome): string {
  return fields({
    proposal: proposalId,
    status: proposal?.status ?? state,
    reason: proposal?.reason,
    transaction: transactionId,
    approvals: proposal?.quorum && `${proposal.quorum.approvals} of ${proposal.quorum.needed} needed`,
    expires: proposal?.quorum && proposal.expiresAt,
  });
}

export function showOutcome({ out, input }: Context, outcome: ActOutcome): void {
  out.show(outcome, () => outcomeText(outcome));
  if (outcome.proposal === undefined && outcome.state === 'Submitted')
    out.note(`It is not sealed yet. To see what it waits for: quorate register consensus ${input.arg('register')}`);
  if (outcome.proposal?.status === 'Pending')
    out.note(`Others vote with: quorate governance approve ${outcome.proposal.registerId} ${outcome.proposalId}`);
  if (outcome.proposal?.status === 'Approved') out.note('It waits for the new Owner, who has to approve it too.');
}

/**
 * The wallet of the node that signs, the caller's only one where none is stated; undefined where a key of the caller
 * signs here.
 */
async function signerIn(context: Context, remote: Remote): Promise<string | undefined> {
  const named = context.input.text('wallet');
  const isHere = signsHere(context);
  if (named !== undefined && isHere)
    throw new CommandError('--wallet and a key of your own exclude each other', { exit: EXIT.usage });
  if (named !== undefined) return named;
  return isHere || context.input.text('as') !== undefined ? undefined : walletIn(context, remote);
}

async function memberHere(context: Context): Promise<{ readonly pair: KeyPair; readonly did: string }> {
  const named = context.input.text('as');
  if (!signsHere(context) || named === undefined)
    throw new CommandError('nobody signs', {
      exit: EXIT.usage,
      hint: 'Name a --wallet of the node, or the member with --as and its key with --words or --key-file.',
    });
  const address = addressOfDid(named) ?? named;
  const parsed = parseAddress(address);
  if (isFailure(parsed)) throw commandErrorOf(parsed.issues, { exit: EXIT.usage });
  return { pair: await keyOf(context, { address, algorithm: parsed.algorithm }), did: walletDid(address) };
}

/** The signature of a transaction, over its 32 bytes. */
export function signatureHere(pair: KeyPair, digest: Uint8Array): SignatureEntry {
  const { algorithm, publicKey } = pair;
  return { publicKey: toBase64(publicKey), signatureValue: toBase64(signWith(pair, digest)), algorithm };
}

export function approvalHere(
  pair: KeyPair,
  said: Omit<ApprovalStatement, 'approverDid'>,
): GovernanceApproval & { readonly approverDid: string } {
  const { parsedDid, ...key } = keyTexts(pair);
  const digest = statementDigest({ ...said, approverDid: parsedDid });
  const { isApproval, comment } = said;
  const vote = { approverDid: parsedDid, isApproval, ...(comment === undefined ? {} : { comment }) };
  return { ...vote, ...key, signature: toBase64(signWith(pair, digest)) };
}

function keyTexts({ algorithm, publicKey }: KeyPair) {
  return { parsedDid: walletDid(addressOf(algorithm, publicKey)), algorithm, publicKey: toBase64(publicKey) };
}

interface Signing {
  readonly client: Client;
  readonly pair: KeyPair;
  readonly operation: GovernanceOperation;
}

/**
 * A node that cannot carry the act gives the transaction back: it is signed here, if it says what was signed before,
 * and submitted.
 */
async function finishAct(
  context: Context,
  { client, pair, operation }: Signing,
  outcome: ActOutcome,
): Promise<ActOutcome> {
  if (outcome.state !== 'Prepared' || outcome.transaction === undefined) return outcome;
  const { transactionId: _id, payloadHash: _hash, ...draft } = outcome.transaction as Record<string, Json>;
  const prepared = prepare(draft as unknown as DraftSubmission);
  if (isFailure(prepared)) throw commandErrorOf(prepared.issues);
  const { digest, submission, transactionId } = prepared as Prepared;
  const payload = submission.payload as { readonly operation?: Json };
  const { senderWallet } = submission as { readonly senderWallet: string };
  if (
    canonical(payload.operation ?? null) !== canonical(operation as unknown as Json) ||
    senderWallet !== addressOf(pair.algorithm, pair.publicKey)
  )
    throw new CommandError('the node prepared another transaction than was asked for', {
      hint: 'Nothing more was signed; do not trust this node.',
    });
  const signatures = [signatureHere(pair, fromHex(digest))];
  const sent = await client.submitTransaction(
    { params: { registerId: submission.registerId }, body: { ...submission, signatures } as never },
    { waitSeconds: 10 },
  );
  context.out.note(`Submitted ${transactionId}: ${sent.status}.`);
  const params = { registerId: submission.registerId, proposalId: outcome.proposalId };
  if (sent.status !== 'sealed') return { ...outcome, state: 'Submitted', transactionId };
  return { ...outcome, state: 'Sealed', transactionId, proposal: await client.getProposal({ params }) };
}
