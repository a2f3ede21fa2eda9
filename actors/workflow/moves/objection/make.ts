// The objection of a wallet of this node to a run: it reads what is wrong there, looks for the cells that prove it,
// opens them, and signs. All members of the register read what an objection shows, so a caller can see it before.
import { toBase64 } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { type Failure, fail, isFailure, type Result } from '../../../../core/base/result.js';
import { isVoidAlone } from '../../../../core/blueprint/disputes/disputes.js';
import type { Disputed } from '../../../../core/disputes/disputed.js';
import type { Objection } from '../../../../core/disputes/objection-form.js';
import { type About, proofOf } from '../../../../core/disputes/proof.js';
import type { Opening } from '../../../../core/envelope/cells/opening.js';
import { receiptOf } from '../../../../core/envelope/delivery/provable.js';
import type { Opener } from '../../../../core/envelope/open.js';
import { deliveriesIn } from '../../../../core/instance/deliveries/owed.js';
import { confirmingRole } from '../../../../core/instance/people/amounts.js';
import { holderNow } from '../../../../core/instance/people/holders.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import type { StateView } from '../../../../core/model/register.js';
import { challengeAt } from '../../../../core/moves/challenge/challenges.js';
import { judgeReceipt } from '../../../../core/moves/objection/receipts.js';
import { gateViewOf } from '../../../../core/register/trust/gate-view.js';
import { moveTypeOf } from '../../../../core/transaction/move-type.js';
import type { FoundFault } from '../../../../storage/tables/workflow/run-checks.js';
import { faultsOf } from '../../checks/run-verdicts.js';
import type { Acting } from '../../encryption/acting.js';
import { keyNameOf } from '../../encryption/recipient-keys.js';
import { type MoveDraft, signedMove } from '../../encryption/signing.js';
import { type InstanceRecord, isGoing } from '../../instance/instance-record.js';
import { challengesIn } from '../../instance/owed-runs.js';
import { evidenceAt } from '../../kept/ports.js';
import { readRecord } from '../../reading/reading-record.js';
import { openingIn } from '../../reading/showing.js';
import { type MovePorts, plainMove, sendMove } from '../parts/plain-move.js';
import { type WholeMove, wholeMove } from '../parts/whole-move.js';
import type { ObjectionAsk, ObjectionOutcome } from './ask.js';

/**
 * Sends the objection. TRANSACTION_NOT_FOUND for a run that the instance has not; VAL_OBJ_007 for one that was proven
 * false before, also where it would only be shown; VAL_OBJ_004 where the wallet finds
 * nothing wrong, or what it reads proves nothing; issues of the key. The register judges the rest.
 */
export async function makeObjection(
  ports: MovePorts,
  record: InstanceRecord,
  ask: ObjectionAsk,
): Promise<Result<ObjectionOutcome>> {
  const { by, txId, ground, at, isPrivate, preview } = ask;
  const of = findDisputed(ports, record, txId);
  if (!of) return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'The instance has no sealed action with this TxId.'));
  const place = ground === undefined ? undefined : { ground, at: at ?? '' };
  const known = (of.instance.faults ?? []).filter((fault) => fault.txId === txId);
  if (known.some((fault) => !place || confirmingRole(fault) === confirmingRole(place)))
    return fail(issue('VAL_OBJ_007', '/txId', 'The action was proven false before, by another objection.'));
  const faults = place ? [place] : await findFaults(ports, record, { by, txId });
  if (isFailure(faults)) return faults;
  const objection = await proven(ports, record, { of, by, faults });
  if (isFailure(objection)) return objection;
  const payload = objection as unknown as JsonObject;
  const move = { by, actionId: of.run.header.actionId, previousTransactionId: txId, payload };
  if (isPrivate && confirmingRole(objection) !== undefined)
    return fail(
      issue('VAL_OBJ_009', '/isPrivate', 'To what a deputy confirmed is objected in public, without isPrivate.'),
    );
  const hidden = isPrivate ? privateIn(ports, record, move) : undefined;
  if (isFailure(hidden)) return hidden;
  const outcome = {
    instanceId: record.id,
    ground: objection.ground,
    at: objection.at,
    shown: cellsShown(ports.chain.view(record.at.reg), of, objection),
    ...(leavesAlone(of, objection) && { isVoidAlone: true as const }),
    ...(hidden && { readers: hidden.cells.groups.flatMap(({ wallets }) => wallets) }),
  };
  if (preview) return { ...outcome, status: 'preview' };
  const tx = hidden
    ? await signedMove(ports, hidden)
    : await plainMove(ports, record, { ...move, metadata: { type: 'Objection' } });
  const sent = await sendMove(ports, record, { tx, ask });
  return isFailure(sent) ? sent.mapIssues(asAsked) : { ...outcome, ...sent };
}

/** The move that hides what an objection shows; VAL_OBJ_009 without a resolver, or where the wallet holds no role. */
function privateIn(
  ports: MovePorts,
  record: InstanceRecord,
  move: Omit<WholeMove, 'metadata' | 'type'>,
): Result<MoveDraft> {
  const { definition, held, row } = record;
  const role = definition?.participants.find((item) => holderNow(held, item, row.participants) === move.by.address);
  if (!role || definition?.disputes?.resolver === undefined)
    return fail(issue('VAL_OBJ_009', '/isPrivate', 'No resolver can judge this: object in public, without isPrivate.'));
  return wholeMove(ports, record, { ...move, type: 'Objection', metadata: { role: role.id } });
}

/** The run that is judged, as the register has it; undefined where there is none. */
export function findDisputed(
  { chain }: Pick<MovePorts, 'chain'>,
  record: InstanceRecord,
  txId: string,
): Disputed | undefined {
  const { definition, row: instance, transactions, at } = record;
  const view = chain.view(at.reg);
  const rowOf = rowsIn(view);
  const run = transactions.find(({ transaction }) => transaction.txId === txId)?.transaction;
  const row = rowOf(txId);
  if (!run || !row || !definition) return undefined;
  const transactionOf = (id: string) => view.transaction(id);
  const gateViewAt = (asOf: number) => gateViewOf(view, asOf);
  return { definition, instance, run, row, rowOf, transactionOf, gateViewAt, deliveredTo: deliveriesIn(view) };
}

/** The faults that the wallet finds in the run; VAL_OBJ_004 for none. */
async function findFaults(
  ports: MovePorts,
  record: InstanceRecord,
  { by, txId }: Pick<ObjectionAsk, 'by' | 'txId'>,
): Promise<Result<readonly FoundFault[]>> {
  const seen = await readRecord(ports, record, by);
  if (isFailure(seen)) return seen;
  const run = seen.runs?.find((item) => item.txId === txId);
  const faults = run ? faultsOf(run) : [];
  if (faults.length > 0) return faults;
  return fail(
    issue('VAL_OBJ_004', '/txId', 'The wallet finds nothing wrong in this action: name a ground to object to it.'),
  );
}

interface Proving {
  readonly of: Disputed;
  readonly by: Acting;
  readonly faults: readonly FoundFault[];
}

/** The first fault that can be proven. */
function proven(
  { keystore, chain, kept }: MovePorts,
  record: InstanceRecord,
  { of, by, faults }: Proving,
): Promise<Result<Objection>> {
  const view = chain.view(record.at.reg);
  const moves = record.transactions.map(({ transaction }) => transaction);
  const carrying = (txId: string) => chain.transaction(record.at.reg, txId)?.transaction;
  return keystore.useToOpen(keyNameOf(by.wallet, by.address), (keys): Result<Objection> => {
    const opener: Opener = { walletAddress: by.address, keys, carrying };
    const opens = (txId: string, pointers: readonly string[]): Result<Json> => {
      const tx = moves.find((move) => move.txId === txId);
      if (!tx)
        return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'The instance has no sealed transaction with this TxId.'));
      const read = { rowOf: of.rowOf, deliveredTo: deliveriesIn(view), keptOf: evidenceAt(kept, record.at) };
      const opening = openingIn({ record, tx, ...read }, opener, pointers);
      return isFailure(opening) ? opening : (opening as unknown as Json);
    };
    let problem: Failure | undefined;
    for (const fault of faults) {
      const made =
        fault.ground === 'undelivered'
          ? proveUndelivered(view, record, { of, keys, wallet: by.address })
          : proofOf(of, fault as About, opens);
      if (!isFailure(made)) return made;
      problem ??= made;
    }
    return problem as Failure;
  });
}

interface Undelivering {
  readonly of: Disputed;
  readonly keys: Opener['keys'];
  readonly wallet: string;
}

/**
 * The newest challenge of the run that its sender left unanswered proves it, or the delivery that answered the wallet.
 */
function proveUndelivered(
  view: StateView,
  record: InstanceRecord,
  { of, keys, wallet }: Undelivering,
): Result<Objection> {
  const { run, definition } = of;
  const asked = challengesIn(view, record).filter(({ txId }) => txId === run.txId);
  const at = asked.filter(({ row }) => row.answeredBy === undefined).at(-1)?.row.txId;
  const objection: Objection = { type: 'objection', v: 1, ground: 'undelivered', at: at ?? '', shown: [] };
  if (at !== undefined) return objection;
  const signatures = [{ algorithm: keys.algorithm, publicKey: toBase64(keys.publicKey), signatureValue: '' }];
  const tx = { header: { ...run.header, senderWallet: wallet }, signatures };
  let why = UNPROVEN;
  for (const own of asked.filter((item) => item.wallet === wallet)) {
    const delivery = own.row.answeredBy === undefined ? undefined : view.transaction(own.row.answeredBy);
    const receipt = delivery && receiptOf(delivery, keys);
    if (!receipt) continue;
    // A delivery that gives the run is for its receiver alone: shown by mistake, all members would read it.
    const { problem } = judgeReceipt(view, { tx, receipt, named: own, run, definition }, (find) => find());
    if (!problem) return { ...objection, at: own.row.txId, proof: receipt };
    why = problem;
  }
  return fail(why);
}

const UNPROVEN = issue(
  'VAL_OBJ_004',
  '/txId',
  'The action was not challenged, or its sender delivered it then. Challenge it first (quorate instance challenge).',
);

/** True where the action is void then, and is not done again. A run that a deputy confirmed waits where it stands. */
function leavesAlone({ run, instance }: Disputed, objection: Objection): boolean {
  if (moveTypeOf(run.header) !== 'Action' || confirmingRole(objection) !== undefined) return false;
  return isVoidAlone({ isActive: isGoing(instance), flow: instance.flow }, run.txId);
}

/** Which cells of which runs the objection shows to everybody. */
function cellsShown(view: StateView, { run }: Disputed, objection: Objection): ObjectionOutcome['shown'] {
  const { shown, proof, at } = objection;
  if (proof) return [{ transactionId: answerTo(view, at), pointers: [''] }];
  return shown.map((item) => {
    const { txId = run.txId, classes = [], manifests = [] } = item as Partial<Opening>;
    const open = classes.flatMap((part) => ('open' in part ? part.open : []));
    const pointers = open.map(({ pointer }) => pointer);
    return { transactionId: txId, pointers, ...(manifests.length > 0 && { files: manifests.length }) };
  });
}

/** The delivery that answered a challenge. */
function answerTo(view: StateView, challenge: string): string {
  const tx = view.transaction(challenge);
  const run = tx?.header.previousTransactionId ?? '';
  const named = challengeAt(view, { run, at: challenge });
  return (isFailure(named) ? undefined : named.row.answeredBy) ?? challenge;
}

/** The predecessor of a transaction is named by the ask as `txId`. */
function asAsked(problem: Issue): Issue {
  if (problem.code === 'VAL_OBJ_009') return { ...problem, path: '/isPrivate' };
  return problem.path.endsWith('previousTransactionId') ? { ...problem, path: '/txId' } : problem;
}
