// The stages of an action, each a function, in the order in which they run. Its caller waits, or it is an operation
// (`ActionWay` says what differs). The rules of the ledger are asked last, by its validators; the checks here spare a
// caller the work of sealing what they would refuse.
import { assert } from '../../../../core/base/assert.js';
import { toBase64Url } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { keptRuns } from '../../../../core/blueprint/disputes/disputes.js';
import type { Executed } from '../../../../core/blueprint/execution/execute.js';
import { gatesOf } from '../../../../core/credentials/gate/asked.js';
import { CHALLENGE_BYTES } from '../../../../core/credentials/gate/bytes.js';
import { cellEncryptionProblems } from '../../../../core/envelope/cells/encrypt.js';
import { evidenceIn } from '../../../../core/envelope/cells/kept.js';
import { placeOf, SEED_BYTES } from '../../../../core/envelope/cells/root.js';
import { dataRootOf, gateSeedsOf, seedsOf } from '../../../../core/envelope/cells/seeds.js';
import { falseInFiles } from '../../../../core/envelope/file-objects.js';
import { nextOf } from '../../../../core/instance/next.js';
import { instanceAt, rowsIn } from '../../../../core/instance/rows.js';
import type { StateView } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { Visible } from '../../../../core/reading/cells/visible.js';
import type { ChainStore } from '../../../../storage/chain/chain-store.js';
import type { Keystore } from '../../../../storage/secrets/keystore.js';
import type { InstanceOpenings } from '../../../../storage/tables/workflow/instances.js';
import type { Ledger } from '../../../ledger-port.js';
import type { PreparedAction } from '../../credentials/prepared.js';
import { type MetGates, meetGates, preparedGates, unverifiableProblem } from '../../credentials/shown-gates.js';
import { unpreparedProblem } from '../../credentials/unprepared.js';
import { type VerifyingPorts, verifyGates } from '../../credentials/verified-gates.js';
import type { EncryptedDraft, EncryptionAsk } from '../../encryption/encrypter.js';
import { askOf, encryptionOf, type MoveDraft, type SigningPorts, signEncrypted } from '../../encryption/signing.js';
import { type SentMove, submitMove } from '../../encryption/submitting.js';
import {
  type InstancePorts,
  type InstanceRecord,
  instanceNotFound,
  isGoing,
  type RegisterPlace,
  readInstance,
} from '../../instance/instance-record.js';
import { owedTxIds } from '../../instance/owed-runs.js';
import { votedProblem, votingIn } from '../../instance/voting.js';
import type { KeptReads, KeptWrites } from '../../kept/ports.js';
import { type RecordPorts, readRecord } from '../../reading/reading-record.js';
import { sealingMsOf } from '../parts/cells.js';
import {
  apartProblem,
  beyondProblem,
  followingPlace,
  type PlannedPlace,
  startingPlace,
  takingProblem,
} from '../parts/place.js';
import type { ActionAsk, ActionOutcome, Deferred } from './ask.js';
import { boundsProblem, type ExecutionAsk, executeFor, refusalOf } from './execution.js';
import { moveOf } from './move.js';
import { nextActionsOf, repeatedAction, withWaits } from './repeats.js';
import type { ActionWay } from './way.js';
import { workOf } from './work.js';

export interface StagePorts extends SigningPorts, VerifyingPorts {
  readonly chain: SigningPorts['chain'] & InstancePorts['chain'] & Pick<ChainStore, 'head'>;
  readonly ledger: Pick<Ledger, 'submit' | 'expect'>;
  readonly openings: Pick<InstanceOpenings, 'find'>;
  readonly keystore: Pick<Keystore, 'encapsulationKey' | 'use' | 'sign' | 'useToOpen'>;
  /** Told of the runs that are executed and sealed here. */
  readonly ownRuns?: { add(txId: string): unknown } | undefined;
  readonly knownTexts?: RecordPorts['knownTexts'];
  readonly kept?: (KeptReads & KeptWrites) | undefined;
}

/** An action at its instance, which it may open. */
export interface StageAsk extends ActionAsk {
  readonly instanceId: string;
  readonly at: RegisterPlace;
  /** The id was drawn a moment ago, so that nothing is there. */
  readonly isNew: boolean;
  readonly isFirst: boolean;
}

type Timed = StageAsk & {
  readonly sender: string;
  readonly nowMs: number;
  /** The time of the header: of a prepared action that of its preparation, by which its rules were run. */
  readonly madeAtMs: number;
  /** Asked where readers follow from it: it reads the tip of the register. */
  readonly sealingMs: () => number;
  /** The state of the register as it is whenever it is asked. */
  readonly view: StateView;
};

/** The facts about an action at its place. */
interface Doing {
  readonly ask: Timed;
  readonly place: PlannedPlace;
  /** Absent for an opening action. */
  readonly record: InstanceRecord | undefined;
  /** The part of the record that the wallet sees. */
  readonly seen: Visible | undefined;
}

/** An action whose data are good at its place. */
interface Executing extends Doing {
  readonly executed: Executed;
}

/** An action that everything here lets pass, before anything of it is encrypted. */
interface Judged extends Executing {
  readonly move: MoveDraft;
  readonly sealing: EncryptionAsk['sealing'];
}

/**
 * All stages, from what the ledger has now; the right of the sender to act was asked before.
 *
 * `executedAction`: findInstance, readRecord, earlierOutcome, followingPlace or openingPlace, checkParties,
 * checkKnowledge, calculate, beyondProblem, boundsProblem. `judgedAction`: makeMove, encryptionOf, and of a prepared
 * action metGates. `sentAction`: way.check, way.proceed (here it is deferred), encrypt, way.mayStill, signEncrypted,
 * way.keep, submitMove, receiptOf.
 */
export async function actInStages(
  ports: StagePorts,
  ask: StageAsk,
  way: ActionWay,
): Promise<Result<ActionOutcome | Deferred>> {
  const judged = await judgedAction(ports, ask);
  return !isFailure(judged) && 'move' in judged ? sentAction(ports, judged, way) : judged;
}

/** The stages before the gates, and the facts of the nonces. BODY_INVALID where the action takes no credential. */
export async function prepareAction(ports: StagePorts, ask: StageAsk): Promise<Result<PreparedAction>> {
  const doing = await executedAction(ports, ask, { isRepeated: false });
  if (isFailure(doing)) return doing;
  assert('executed' in doing, 'a repeat is not asked for');
  const gates = gatesOf(doing.place.planned.action);
  const at = { definition: doing.place.definition, instanceId: ask.instanceId };
  const refused = gates.length === 0 ? NO_GATES : unverifiableProblem(doing.ask.view, gates, at);
  if (refused) return fail(refused);
  const sealing = await encryptionOf(ports, makeMove(doing));
  if (isFailure(sealing)) return sealing;
  const { random } = ports;
  const seeds = seedsOf(sealing, random.bytes(SEED_BYTES));
  if (hasKept(sealing) && ports.kept === undefined) return fail(NOT_KEPT);
  const { publicationTxId, previousTransactionId } = doing.place;
  return {
    ...{ instanceId: ask.instanceId, publicationTxId, createdAtMs: doing.ask.madeAtMs, seeds },
    ...(previousTransactionId !== undefined && { previousTransactionId }),
    place: toBase64Url(placeOf(sealing.run)),
    dataRoot: toBase64Url(dataRootOf(sealing, seeds)),
    challenge: toBase64Url(random.bytes(CHALLENGE_BYTES)),
  };
}

const NOT_KEPT = issue('CREDENTIAL_REFUSED', '', 'Nothing keeps evidence here: a rehearsal has no other node.');
const NO_GATES = issue('BODY_INVALID', '/actionId', 'The action takes no credential: submit it as it is.');

async function judgedAction(ports: StagePorts, asked: StageAsk): Promise<Result<Judged | ActionOutcome>> {
  const doing = await executedAction(ports, asked, { isRepeated: true });
  if (isFailure(doing) || !('executed' in doing)) return doing;
  const { prepared } = doing.ask;
  const unprepared = prepared === undefined ? unpreparedProblem(doing.place.planned) : undefined;
  if (unprepared) return fail(unprepared);
  const move = makeMove(doing);
  const sealing = await encryptionOf(ports, move);
  if (isFailure(sealing)) return sealing;
  if (prepared === undefined) return { ...doing, move, sealing };
  const met = metGates(ports, doing, sealing);
  if (isFailure(met)) return met;
  const sealed = await encryptionOf(ports, { ...move, gates: { ...gatesOfMove(met, prepared), statements: [] } });
  if (isFailure(sealed)) return sealed;
  const { blueprintId, at } = asked;
  const verified = await verifyGates(ports, { reg: at.reg, blueprintId, met, sealing: sealed });
  if (isFailure(verified)) return verified;
  const { statements, gateSeeds = keptSeeds(ports, sealed) } = verified;
  return {
    ...{ ...doing, move: { ...move, gates: { ...gatesOfMove(met, prepared), statements } } },
    sealing: { ...sealed, ...(gateSeeds && { gateSeeds }) },
  };
}

function gatesOfMove({ evidence, isPublic }: MetGates, { seeds }: PreparedAction) {
  return { seeds, ...(isPublic ? { open: evidence } : { sealed: evidence }) };
}

/** Seeds of the gates where one is kept: its sender keeps them too. */
function keptSeeds({ random }: StagePorts, sealing: EncryptionAsk['sealing']): readonly string[] | undefined {
  return hasKept(sealing) ? gateSeedsOf(sealing, random.bytes(SEED_BYTES)) : undefined;
}

function hasKept({ classes }: EncryptionAsk['sealing']): boolean {
  return classes.some(({ isKept }) => isKept === true);
}

/** `isRepeated`: what was done before is answered with its outcome. */
async function executedAction(
  ports: StagePorts,
  asked: StageAsk,
  { isRepeated }: { readonly isRepeated: boolean },
): Promise<Result<Executing | ActionOutcome>> {
  const record = await findInstance(ports, asked);
  if (isFailure(record)) return record;
  const seen = record && (await readRecord(ports, record, asked.by));
  if (isFailure(seen)) return seen;
  const nowMs = ports.clock.now();
  const ask: Timed = {
    sender: asked.by.address,
    nowMs,
    madeAtMs: asked.prepared?.createdAtMs ?? nowMs,
    sealingMs: () => sealingMsOf(ports, asked.at.reg),
    view: ports.chain.view(asked.at.reg),
    ...asked,
  };
  const before = isRepeated ? earlierOutcome(ask, { record, seen }) : undefined;
  if (before) return before;
  const place = record ? followingPlace(record, ask) : openingPlace(ports, ask);
  if (isFailure(place)) return place.mapIssues((problem) => staleIssue(ask, problem));
  const doing = { ask, place, record, seen };
  const refused = checkParties(doing) ?? checkKnowledge(doing);
  if (refused) return fail(refused);
  const executed = calculate(doing);
  if (isFailure(executed)) return executed;
  const beyond = beyondProblem(place, executed.data) ?? boundsProblem(executionOf(doing));
  return beyond ? fail(beyond) : { ...doing, executed };
}

/** GATE_STALE for a prepared action whose place is taken by now: the node stated that place itself. */
function staleIssue({ prepared }: Timed, problem: Issue): Issue {
  return prepared !== undefined && TAKEN.includes(problem.code) ? STALE : problem;
}

const TAKEN: readonly string[] = ['VAL_CHAIN_FORK', 'VAL_BP_003', 'VAL_BP_011'];

const STALE = issue('GATE_STALE', '', 'The instance has moved on since the action was prepared.');
const OTHERS = issue('GATE_STALE', '', 'The action would have other data than those for which credentials are shown.');

async function sentAction(
  ports: StagePorts,
  judged: Judged,
  way: ActionWay,
): Promise<Result<ActionOutcome | Deferred>> {
  const { move, sealing, place, ask } = judged;
  const unfit = (await way.check?.()) ?? [];
  if (unfit.length > 0) return fail(unfit);
  const work = workOf(move, place.plan, sealing);
  if (!way.proceed(work)) {
    const problems = cellEncryptionProblems(sealing);
    return problems.length > 0 ? fail(problems) : { status: 'deferred', work };
  }
  const encrypted = await encrypt(ports, way, askOf(ports, move, sealing));
  if (isFailure(encrypted)) return encrypted;
  const lost = way.mayStill?.() ?? [];
  if (lost.length > 0) return fail(lost);
  const tx = await signEncrypted(ports, ask.by, encrypted);
  if (isFailure(tx)) return tx;
  // A node that dies here has kept what its readers will ask for.
  await keepEvidence(ports, judged, tx);
  const unkept = (await way.keep?.(tx)) ?? [];
  if (unkept.length > 0) return fail(unkept);
  ports.ownRuns?.add(tx.txId);
  const outcome = await submitMove(ports, tx, ask);
  return isFailure(outcome) ? outcome : receiptOf(judged, { tx, status: outcome.status });
}

async function keepEvidence({ kept }: StagePorts, { place, sealing }: Judged, { txId, header }: Transaction) {
  const content = evidenceIn(sealing);
  const gates = gatesOf(place.planned.action).flatMap(({ id, keptForMs }) => {
    const own = Object.hasOwn(content, id) ? content[id] : undefined;
    return own === undefined || keptForMs === undefined ? [] : [{ id, keptForMs, content: own }];
  });
  if (gates.length > 0) await kept?.keep({ registerId: header.registerId, txId }, gates);
}

/** INSTANCE_TOO_LONG. Undefined where nothing is sealed of it: the action opens it. */
async function findInstance(
  ports: StagePorts,
  { at, instanceId, isNew }: StageAsk,
): Promise<Result<InstanceRecord | undefined>> {
  // An id that was drawn a moment ago has no row: what is not there costs a read of the disk.
  const begun = !isNew && instanceAt(ports.chain.view(at.reg), instanceId) !== undefined;
  return begun ? readInstance(ports, at, instanceId) : undefined;
}

/** The result of the same action before; undefined where it was not done, or would settle a decision now. */
function earlierOutcome(ask: Timed, { record, seen }: Pick<Doing, 'record' | 'seen'>): ActionOutcome | undefined {
  if (!record || !seen) return undefined;
  const asked = { action: Number(ask.actionId), atMs: ask.nowMs };
  const isSettling = ask.vote && votingIn(ask.view, record, asked)?.settles;
  return isSettling ? undefined : repeatedAction(record, seen, ask);
}

/** The place of a starting action: under a new id, or in an instance that was opened here with its definition. */
function openingPlace({ openings }: StagePorts, ask: Timed): Result<PlannedPlace> {
  const { view } = ask;
  if (ask.isNew) return startingPlace(view, ask);
  const opened = openings.find(ask.instanceId);
  if (opened?.registerId !== ask.at.registerId) return fail(instanceNotFound());
  const pin = opened.publicationTxId;
  if (opened.blueprintId !== ask.blueprintId || (ask.publicationTxId !== undefined && ask.publicationTxId !== pin))
    return fail(issue('INSTANCE_PIN_MISMATCH', '/blueprintId', 'The instance was opened with another definition.'));
  return startingPlace(view, { ...ask, publicationTxId: pin });
}

/** VAL_BP_002 and VAL_FLOW_005: another party has to do it; what stands against a vote. */
function checkParties({ ask, place, record }: Doing): Issue | undefined {
  const { view } = ask;
  const doing = { instanceId: ask.instanceId, instance: record?.row, wallet: ask.sender };
  const casting = { wallet: ask.sender, action: place.planned.action.id, atMs: ask.nowMs };
  const cast = place.vote && { ...place.vote, ...casting };
  const taking = record && takingProblem(view, place, { ...casting, instanceId: ask.instanceId, instance: record.row });
  return taking ?? apartProblem(view, place, doing) ?? (cast && record && votedProblem(view, record, cast));
}

/** FACT_VIOLATED or FACT_UNDELIVERED: the wallet builds on nothing that is wrong, unless it says so by name. */
function checkKnowledge({ ask, place, record, seen }: Doing): Issue | undefined {
  if (!record || !seen) return undefined;
  const by = { wallet: ask.sender, role: place.planned.sender.id, atMs: ask.nowMs };
  const owed = owedTxIds(ask.view, record, by);
  return refusalOf(place, seen, { acceptSuspect: [...(ask.acceptSuspect ?? []), ...keptRuns(record.row)], owed });
}

/** Judges the payload by its schemas, calculates, and decides where it leads and who reads what. */
function calculate(doing: Doing): Result<Executed> {
  const refused = fileProblem(doing.ask);
  return refused ? fail(refused) : executeFor(executionOf(doing));
}

function executionOf(doing: Doing): ExecutionAsk {
  return { ...doing, rowOf: rowsIn(doing.ask.view), nowMs: doing.ask.madeAtMs };
}

/** VAL_SCHEMA_007: a reader would find that the object of a file says what is false, and object to the run. */
function fileProblem({ payload, files = [] }: Timed): Issue | undefined {
  const [pointer] = falseInFiles(payload, { files: files.map(({ manifest }) => manifest) });
  const message = 'This is not what the file says that is attached here: leave it out, and the node fills it in.';
  return pointer === undefined ? undefined : issue('VAL_SCHEMA_007', `/payload${pointer}`, message);
}

/** The evidence of a prepared action, judged by the ledger as it is now. */
function metGates({ chain }: StagePorts, { ask, place }: Doing, sealing: EncryptionAsk['sealing']): Result<MetGates> {
  const prepared = ask.prepared as NonNullable<Timed['prepared']>;
  const { view, nowMs, registerId, blueprintId, actionId, sender: senderWallet } = ask;
  const isSame = isPlaced(sealing, prepared) && place.publicationTxId === prepared.publicationTxId;
  if (!isSame) return fail(OTHERS);
  const gates = preparedGates(view, { registerId, blueprintId, actionId, senderWallet }, prepared);
  return meetGates(gates, prepared, { view, nowMs, height: chain.head(ask.at.reg)?.height ?? 0 });
}

/** Whether the data at their place are those that holders signed for. */
function isPlaced(sealing: EncryptionAsk['sealing'], { place, dataRoot, seeds }: PreparedAction): boolean {
  const classes = sealing.classes.filter(({ gate }) => gate === undefined);
  const isPlace = toBase64Url(placeOf(sealing.run)) === place;
  return isPlace && classes.length === seeds.length && toBase64Url(dataRootOf(sealing, seeds)) === dataRoot;
}

function makeMove({ ask, place, record, executed }: Executing): MoveDraft {
  return moveOf(ask.view, { ...ask, nowMs: ask.madeAtMs }, { reg: ask.at.reg, place, executed, record });
}

/** Where the way says; else within a moment, for which a docket may wait. */
async function encrypt(
  { ledger, encrypter }: StagePorts,
  { encrypt: elsewhere }: ActionWay,
  ask: EncryptionAsk,
): Promise<Result<EncryptedDraft>> {
  if (elsewhere) return elsewhere(ask);
  const arrived = ledger.expect(ask.draft.registerId);
  try {
    return await encrypter.encrypt(ask);
  } finally {
    // Also where no thread can be started: what is expected for good makes every docket wait.
    arrived();
  }
}

/** The result, in the words of an answer. */
function receiptOf(
  { ask, place: { plan, vote }, executed }: Judged,
  { tx, status }: { readonly tx: Transaction; readonly status: SentMove['status'] },
): ActionOutcome {
  const { view } = ask;
  const isSealed = status === 'sealed';
  const row = isSealed ? instanceAt(view, ask.instanceId) : undefined;
  const cast = isSealed && vote ? rowsIn(view)(tx.txId) : undefined;
  const led = cast?.vote?.led;
  const next = led ? nextOf(plan, tx.header, cast).map((actionId) => ({ actionId })) : executed.decision.nextActions;
  const calculations = executed.calculated.map((field) => [field, executed.data[field]] as const);
  return {
    transactionId: tx.txId,
    instanceId: ask.instanceId,
    status,
    nextActions: withWaits(nextActionsOf(plan, next), { row, plan, txId: tx.txId }),
    ...(led && { decided: led }),
    calculations: Object.fromEntries(calculations) as JsonObject,
    isComplete: row !== undefined && !isGoing(row),
  };
}
