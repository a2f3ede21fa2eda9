// A vote that is signed away from its node: the request is a file, and so is the transaction that carries the vote. The
// digests are computed here from the act that the request shows, and no node is asked.
import { fromHex } from '../../core/base/bytes.js';
import type { Json } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { parseAddress } from '../../core/crypto/keys/address.js';
import { prepare } from '../../core/kinds/build.js';
import { carrierOf } from '../../core/register/governance/carrier.js';
import {
  APPROVE_ACTION,
  checkOperation,
  type GovernanceOperation,
  proposalIdOf,
} from '../../core/register/governance/operation.js';
import { addressOfDid } from '../../core/register/people/did.js';
import { CommandError, type Context, EXIT } from '../command/command.js';
import { give, objectIn, readDocument } from '../command/documents.js';
import { commandErrorOf } from '../command/failure.js';
import { pickStated } from '../command/input.js';
import { approvalHere, operationText, signatureHere } from './governing.js';
import { keyOf, signsHere } from './local-key.js';

interface VoteRequest {
  readonly registerId: string;
  readonly operation: GovernanceOperation;
  readonly address: string;
}

/** Reads the request that the call names, and gives the signed transaction. */
export async function signVote(context: Context): Promise<void> {
  const { input, out, terminal } = context;
  const file = input.arg('file');
  if (!signsHere(context))
    throw new CommandError('nobody signs', { exit: EXIT.usage, hint: 'State --words or --key-file.' });
  if (input.flag('words') && file === '-')
    throw new CommandError('standard input is for the words', { exit: EXIT.usage, hint: 'Name the file to sign.' });
  const { registerId, operation, address } = requestIn(objectIn(await readDocument(context, file)), file);
  const isApproval = !input.flag('reject');
  out.note(`${isApproval ? 'Approving' : 'Rejecting'} on register ${registerId}:\n${operationText(operation)}`);
  const parsed = parseAddress(address);
  if (isFailure(parsed)) throw commandErrorOf(parsed.issues, { exit: EXIT.usage });
  const pair = await keyOf(context, { address, algorithm: parsed.algorithm });
  const said = pickStated({ isApproval, comment: input.text('comment') });
  const approval = approvalHere(pair, { ...said, registerId, operation });
  const createdAt = new Date(terminal.now()).toISOString();
  const payload = { operation, approvals: [approval] };
  const carrier = { registerId, actionId: APPROVE_ACTION, payload, senderWallet: address, createdAt };
  const prepared = prepare(carrierOf(carrier));
  if (isFailure(prepared)) throw commandErrorOf(prepared.issues);
  const signed = { ...prepared.submission, signatures: [signatureHere(pair, fromHex(prepared.digest))] };
  await give(context, signed, {
    file: input.text('out'),
    said: `${address} ${isApproval ? 'approves' : 'rejects'}. Send it within an hour: give the file to the console, or quorate tx submit FILE`,
  });
}

function requestIn(members: Readonly<Record<string, Json>>, file: string): VoteRequest {
  const { registerId, requestId, approverDid } = members;
  const operation = members['operation'] as unknown as GovernanceOperation;
  const address = addressOfDid(String(approverDid));
  if (address === undefined || typeof registerId !== 'string' || checkOperation(operation).length > 0)
    throw new CommandError(`${file} is not a request to vote`, { hint: 'Take it from the proposal in the console.' });
  if (proposalIdOf(registerId, operation) === requestId) return { registerId, operation, address };
  throw new CommandError(`${file} shows another act than the proposal that it names`, {
    hint: 'Nothing was signed; do not trust the node that it is from.',
  });
}
