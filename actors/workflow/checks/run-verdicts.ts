// The verdicts of wallets of this node about runs that were just sealed: which of them have a part in what, what each
// finds there, and what an objection would have to name. It reads and opens, a few envelopes at a time, and writes
// nothing.
import type { Issue } from '../../../core/base/issue.js';
import { ENVELOPES_OPENED_AT_ONCE } from '../../../core/base/limits/node/inbox.js';
import { CHECK_MOVES_MAX, CHECK_OPERANDS_MAX, FOUND_FAULTS_MAX } from '../../../core/base/limits/node/reading.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { yieldToLoop } from '../../../core/base/queues/yield-to-loop.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { RowOf } from '../../../core/blueprint/state/run-row.js';
import { isOfGate } from '../../../core/credentials/gate/fault-place.js';
import { ClassHashes } from '../../../core/envelope/cells/class-hashes.js';
import { type DeliveredTo, deliveriesIn } from '../../../core/instance/deliveries/owed.js';
import { isRun } from '../../../core/instance/next.js';
import { isDelegation } from '../../../core/instance/people/amounts.js';
import { holdersNow } from '../../../core/instance/people/holders.js';
import { instanceAt, instanceIdOf, isStart, rowsIn } from '../../../core/instance/rows.js';
import type { Given } from '../../../core/instance/runs/delivered.js';
import type { SealedMove } from '../../../core/instance/runs/facts-before.js';
import type { GateViewAt } from '../../../core/instance/runs/gates.js';
import type { KnownTexts } from '../../../core/instance/runs/known-texts.js';
import { kindOf } from '../../../core/kinds/index.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { InstanceMoves } from '../../../core/reading/cells/instance-moves.js';
import { OneVerdict } from '../../../core/reading/cells/one-verdict.js';
import type { ReadRun } from '../../../core/reading/cells/run-fold.js';
import { gateViewOf } from '../../../core/register/trust/gate-view.js';
import { isEncrypted } from '../../../core/transaction/action-metadata.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import { isTimer } from '../../../core/transaction/timer.js';
import { useProblem, type Wallet } from '../../../core/wallet/wallet.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { Keystore } from '../../../storage/secrets/keystore.js';
import type { WalletStore } from '../../../storage/tables/accounts/wallets.js';
import type { FoundFault } from '../../../storage/tables/workflow/run-checks.js';
import { takeNextPart } from '../../background/opened-at-once.js';
import { keyNameOf } from '../encryption/recipient-keys.js';
import { definitionAt } from '../instance/definition-at.js';
import { type RegisterPlace, readInstance, walletsOfRoles } from '../instance/instance-record.js';
import type { KeptFetches, KeptReads } from '../kept/ports.js';
import type { AgreementCache } from './accepted.js';
import { hasEvidence } from './evidence-here.js';
import { type LookedRun, oneLookAtEach, type SealedThen } from './looked-runs.js';
import { OpeningRuns, type OpenRun } from './opening-runs.js';
import type { OwnRuns } from './own-runs.js';

export interface VerdictPorts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'view' | 'byInstance' | 'transaction' | 'lasting'>;
  readonly wallets: Pick<WalletStore, 'find'>;
  readonly keystore: Pick<Keystore, 'useToOpen'>;
  readonly accepted: AgreementCache;
  readonly knownTexts?: KnownTexts | undefined;
  /** Runs that were executed and sealed here are not checked here. */
  readonly ownRuns?: Pick<OwnRuns, 'has'> | undefined;
  readonly kept?: (KeptReads & KeptFetches) | undefined;
}

/** A run that is wrong for one wallet. */
export interface WalletVerdict {
  /** The address under which it takes part. */
  readonly address: string;
  readonly run: Transaction;
  readonly atMs: number;
  readonly faults: readonly FoundFault[];
}

/** For whom. */
export interface Readers<T extends SealedThen> {
  /** For this wallet alone. */
  readonly only?: string;
  /** Told of each run that was encrypted to a wallet which is locked. */
  readonly onLocked: (address: string, sealed: T) => void;
  /** Told of each run that was not judged for a wallet, because evidence of a gate is still to come. */
  readonly onAway: (sealed: T) => void;
}

interface Part {
  readonly wallet: Wallet;
  readonly address: string;
}

interface Check extends SealedThen, Part {
  /** Told where evidence is still to come. */
  readonly onAway: () => void;
  readonly definition: Definition;
  readonly moves: readonly SealedMove[];
  readonly rowOf: RowOf;
  readonly deliveredTo: DeliveredTo;
  readonly gateViewAt: GateViewAt;
  /** The same for all wallets. */
  readonly known: InstanceMoves;
}

/**
 * The faults of these transactions, which are sealed one after the other. A run that was undone since then is not
 * looked at.
 */
export async function verdictsOf<T extends SealedThen>(
  ports: VerdictPorts,
  { at, ...readers }: Readers<T> & { readonly at: RegisterPlace },
  sealed: readonly T[],
): Promise<readonly WalletVerdict[]> {
  const verdicts: WalletVerdict[] = [];
  let waiting: Check[] = [];
  for (const checks of checksOf(ports, { at, ...readers }, sealed)) {
    if (waiting.length >= ENVELOPES_OPENED_AT_ONCE) {
      verdicts.push(...(await judgeByWallet(ports, at, waiting)));
      waiting = [];
      await yieldToLoop(ports.clock);
    }
    waiting.push(...(await checks()));
  }
  verdicts.push(...(await judgeByWallet(ports, at, waiting)));
  return verdicts;
}

/** Of each run that some wallet of this node has to check, in their order. */
function checksOf<T extends SealedThen>(
  { chain, wallets, ownRuns }: VerdictPorts,
  { at, only, onLocked: locked, onAway: away }: Readers<T> & { readonly at: RegisterPlace },
  sealed: readonly T[],
) {
  const view = chain.view(at.reg);
  const rowOf = rowsIn(view);
  const deliveredTo = deliveriesIn(view);
  const gateViewAt: GateViewAt = (asOf) => gateViewOf(view, asOf);
  const known = new Map<string, Definition | undefined>();
  const movesOf = movesIn({ chain }, at);
  return oneLookAtEach(sealed.map((item) => aboutRun(view, item))).flatMap((looked) => {
    const { transaction: tx, timestampMs, by, sealed: item } = looked;
    // How far a deputy reaches is decided where its run is sealed, which may be after its principal said otherwise.
    const isOwn = by === tx.header.senderWallet && ownRuns?.has(tx.txId) && !rowOf(tx.txId)?.max;
    if (isOwn) return [];
    const definition = runOf(view, tx, known);
    const of = { view, wallets, only, onLocked: (address: string) => locked(address, item) };
    const parts = definition ? partsIn(of, { tx, by }, definition) : [];
    if (!definition || parts.length === 0 || rowOf(tx.txId)?.undone) return [];
    return [
      async (): Promise<readonly Check[]> => {
        const moves = isStart(tx.header) ? [{ transaction: tx, timestampMs }] : await movesOf(instanceIdOf(tx));
        const known = new InstanceMoves({ definition, moves, rowOf });
        return parts.map(({ wallet, address }) => ({
          wallet,
          address,
          onAway: () => away(item),
          transaction: tx,
          timestampMs,
          definition,
          moves,
          rowOf,
          deliveredTo,
          gateViewAt,
          known,
        }));
      },
    ];
  });
}

/**
 * A run that a deputy with an amount confirmed is looked at again, also by its sender: the confirmation may be wrong.
 */
function aboutRun<T extends SealedThen>(view: StateView, sealed: T): LookedRun<T> {
  const { transaction: tx, timestampMs } = sealed;
  const by = tx.header.senderWallet;
  const txId = tx.header.previousTransactionId ?? '';
  const isAnswer = kindOf(tx.header).kind === 'action' && moveTypeOf(tx.header) === 'Confirmation';
  const answers = isAnswer ? Object.values(rowsIn(view)(txId)?.answers ?? {}) : [];
  const run = answers.some((answer) => answer.txId === tx.txId) ? view.transaction(txId) : undefined;
  return { transaction: run ?? tx, timestampMs, by, sealed };
}

/**
 * The definition of a run that a wallet stated; undefined for everything else, and where it is not on
 * this node.
 */
function runOf(view: StateView, { header }: Transaction, known: Map<string, Definition | undefined>) {
  if (kindOf(header).kind !== 'action' || isTimer(header)) return undefined;
  const { blueprintId, publicationTxId = '' } = header;
  const name = `${publicationTxId} ${blueprintId}`;
  if (!known.has(name)) known.set(name, definitionAt(view, { blueprintId, publicationTxId }));
  const definition = known.get(name);
  return definition && isRun(planOf(definition), header) ? definition : undefined;
}

/**
 * Wallets of this node that the run was sealed to, of a readable one those that hold roles; who sealed it knows what
 * that says.
 */
function partsIn(
  of: {
    readonly view: StateView;
    readonly wallets: VerdictPorts['wallets'];
    readonly only: string | undefined;
    readonly onLocked: (address: string) => void;
  },
  { tx, by }: { readonly tx: Transaction; readonly by: string | undefined },
  definition: Definition,
): readonly Part[] {
  const { view, wallets, only, onLocked: locked } = of;
  const { recipients = [] } = tx.header;
  const id = instanceIdOf(tx);
  const named = isEncrypted(tx.header)
    ? recipients
    : Object.values(walletsOfRoles(instanceAt(view, id), definition, holdersNow(view, id)));
  return [...new Set(named)].flatMap((address) => {
    const isAsked = address !== by && (only === undefined || address === only);
    const wallet = isAsked ? wallets.find(address) : undefined;
    if (!wallet || wallet.owner.kind === 'system') return [];
    const problem = useProblem(wallet, 'decrypt');
    if (problem?.code === 'WALLET_LOCKED') locked(address);
    return problem ? [] : [{ wallet, address }];
  });
}

/** The moves of an instance, read once for all of its runs that are checked together; none of one that is too long. */
function movesIn({ chain }: Pick<VerdictPorts, 'chain'>, at: RegisterPlace) {
  const known = new Map<string, Promise<readonly SealedMove[]>>();
  const read = async (id: string): Promise<readonly SealedMove[]> => {
    const { total } = await chain.byInstance(at.reg, id, { skip: 0, top: 1 });
    const record = total > CHECK_MOVES_MAX ? undefined : await readInstance({ chain }, at, id);
    return !record || isFailure(record) ? [] : record.transactions;
  };
  return (id: string): Promise<readonly SealedMove[]> => {
    const moves = known.get(id) ?? read(id);
    known.set(id, moves);
    return moves;
  };
}

/** The checks by wallet, so that the keys of each are asked for once. */
async function judgeByWallet(
  ports: VerdictPorts,
  at: RegisterPlace,
  checks: readonly Check[],
): Promise<readonly WalletVerdict[]> {
  const verdicts: WalletVerdict[] = [];
  const hashed = new ClassHashCache();
  for (const address of new Set(checks.map((check) => check.address))) {
    const list = checks.filter((check) => check.address === address);
    const { wallet } = list[0] as Check;
    const opening = new OpeningRuns(ports, at, address);
    const jobs = await withEvidenceHere(
      ports,
      at,
      list.flatMap((check) => jobOf(check) ?? []),
    );
    for (let from = 0; from < jobs.length; ) {
      const { to, isMuch } = takeNextPart(jobs, from, runsNeeded);
      if (isMuch) await yieldToLoop(ports.clock);
      const part = jobs.slice(from, to);
      from = to;
      const runs: Result<readonly (ReadRun | undefined)[]> = await opening.with<readonly (ReadRun | undefined)[]>(
        part.flatMap(runsNeeded),
        { useToOpen: (work) => ports.keystore.useToOpen(keyNameOf(wallet, address), work) },
        (open) => part.map((job) => read(job, open, hashed)),
      );
      if (isFailure(runs)) logUnchecked(ports, address, runs.issue);
      else verdicts.push(...runs.flatMap((run, i) => wrongIn(part[i] as Job, run) ?? []));
    }
  }
  return verdicts;
}

interface Job {
  readonly check: Check;
  readonly verdict: OneVerdict;
}

function jobOf(check: Check): Job | undefined {
  const { definition, address: wallet, moves, rowOf, deliveredTo, gateViewAt, known, transaction } = check;
  const place = moves.findIndex((move) => move.transaction.txId === transaction.txId);
  const verdict = new OneVerdict({ definition, wallet, moves, rowOf, deliveredTo, gateViewAt, known }, place);
  const isMuch = verdict.needed.length > CHECK_OPERANDS_MAX + 1;
  return verdict.needed.length === 0 || isMuch ? undefined : { check, verdict };
}

/** The jobs whose run can be judged whole now: of others the evidence of a gate is still to come from its sender. */
async function withEvidenceHere(ports: VerdictPorts, at: RegisterPlace, jobs: readonly Job[]): Promise<readonly Job[]> {
  const ready: Job[] = [];
  for (const job of jobs) {
    const { definition, transaction: run, timestampMs: sealedAtMs, wallet, address, deliveredTo } = job.check;
    const expected = job.verdict.expectedGroup(job.verdict.needed.at(-1) as number);
    const read = { definition, run, sealedAtMs, reader: { wallet, address }, expected, deliveredTo };
    if (await hasEvidence(ports, at, read)) ready.push(job);
    else job.check.onAway();
  }
  return ready;
}

/** The run, with all that it reads. */
function runsNeeded({ verdict, check }: Job): readonly Transaction[] {
  return verdict.needed.map((place) => moveAt(check, place));
}

function moveAt({ moves }: Check, place: number): Transaction {
  return (moves[place] as SealedMove).transaction;
}

function read({ check, verdict }: Job, open: OpenRun, hashed: ClassHashCache): ReadRun | undefined {
  return verdict.judge((place): Given => {
    const [run, expected] = [moveAt(check, place), verdict.expectedGroup(place)];
    return open(run, expected && { hashed: hashed.of(run.txId), ...expected });
  });
}

/** Hashes of classes, by run: several wallets of this node read them. They end with these checks. */
class ClassHashCache {
  private readonly byRun = new Map<string, ClassHashes>();

  of(txId: string): ClassHashes {
    const hashes = this.byRun.get(txId) ?? new ClassHashes();
    this.byRun.set(txId, hashes);
    return hashes;
  }
}

function wrongIn({ check }: Job, run: ReadRun | undefined): WalletVerdict | undefined {
  const faults = run ? faultsOf(run) : [];
  const { address, transaction, timestampMs: atMs } = check;
  return faults.length === 0 ? undefined : { address, run: transaction, atMs, faults };
}

/** The faults that an objection to the run would have to name; some of many. */
export function faultsOf({ undelivered, verdicts }: ReadRun): readonly FoundFault[] {
  if (undelivered) return [{ ground: 'undelivered', at: '' }];
  const violated = verdicts.filter(({ verdict }) => verdict === 'violated');
  const faults = violated.flatMap(({ rule, cells }): readonly FoundFault[] => {
    if (rule === '/routes') return [{ ground: 'route', at: rule }];
    if (isDelegation(rule)) return [{ ground: 'delegation', at: rule }];
    if (isOfGate(rule)) return [{ ground: 'credential', at: rule }];
    if (rule !== 'schema' && rule !== 'shape') return [{ ground: 'calculation', at: rule }];
    return cells.map((at) => ({ ground: rule, at }));
  });
  return faults.slice(0, FOUND_FAULTS_MAX);
}

function logUnchecked({ log }: VerdictPorts, address: string, { code }: Issue): void {
  log.warn({ address, code }, 'SealedThen actions were not checked for a wallet, whose key cannot be used now.');
}
