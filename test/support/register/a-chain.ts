// Builds sealed dockets for storage tests: real headers, roots, hashes and canonical transactions; signatures and
// certificates are fillers, which storage does not judge. The fold is a counter of transactions, which is enough to
// have state changes.
import { createHash } from 'node:crypto';
import { canonical } from '../../../core/base/json.js';
import { appendLeaf, EMPTY_FRONTIER, frontierRoot } from '../../../core/base/merkle.js';
import { isFailure } from '../../../core/base/result.js';
import type { Docket, DocketHeader, RegisterState, SealedDocket, StateChange } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { bodyRootOf, txRootOf } from '../../../core/register/body-roots.js';
import { annexRootOf, docketHash, ZERO_HASH } from '../../../core/register/docket.js';
import { policyOf } from '../../../core/register/policy.js';
import { rosterHashOf, validatorIdOf } from '../../../core/register/roster.js';
import { stateHashOf } from '../../../core/register/state-keys.js';
import { decodeTransaction, headerOf, payloadHashOf, senderOf } from '../../../core/transaction/encode.js';

export const REGISTER = '01234567-89ab-4def-8123-456789abcdef';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface TransactionDraft {
  /** Names a filler key; equal names are the same wallet. */
  readonly sender?: string;
  readonly recipients?: readonly string[];
  readonly blueprintId?: string;
  readonly instanceId?: string;
  readonly previous?: string;
  readonly n: number;
  readonly payloadBytes?: number;
}

export function aTransaction(draft: TransactionDraft, registerId: string = REGISTER): Transaction {
  const payload = { n: draft.n, text: 'x'.repeat(draft.payloadBytes ?? 10) };
  const publicKey = digest(`key ${draft.sender ?? 'alice'}`).toString('base64');
  const signatures = [
    { publicKey, signatureValue: Buffer.alloc(64, 7).toString('base64'), algorithm: 'ED25519' as const },
  ];
  const header = headerOf(
    {
      registerId,
      blueprintId: draft.blueprintId ?? 'order',
      actionId: 'submit',
      payloadHash: payloadHashOf(payload),
      createdAt: '2026-01-01T00:00:00.000Z',
      ...(draft.recipients ? { recipients: draft.recipients } : {}),
      ...(draft.instanceId ? { instanceId: draft.instanceId } : {}),
      ...(draft.previous ? { previousTransactionId: draft.previous } : {}),
    },
    senderOf(signatures)!,
  );
  const made = decodeTransaction(Buffer.from(canonical({ header, payload, signatures }), 'utf8'));
  if (isFailure(made)) throw new Error(`the builder made ${JSON.stringify(made)}`);
  return made;
}

export function addressOfSender(sender: string): string {
  return aTransaction({ sender, n: 0 }).header.senderWallet;
}

export interface ChainStep {
  readonly sealed: SealedDocket;
  readonly after: RegisterState;
  readonly changes: readonly StateChange[];
}

const consensusKey = digest('consensus').toString('hex');
const validatorId = validatorIdOf(consensusKey);
const roster = { validators: [{ validatorId, orgId: 'org', consensusKey, peerId: '' }] };
const rosterHash = rosterHashOf(roster);
const policy = policyOf({}, 1);

/** The fold of this builder, also for the deep check. */
export function applyStep(
  before: RegisterState | undefined,
  docket: Docket,
): { state: RegisterState; changes: StateChange[] } {
  const txCount = (before?.txCount ?? 0) + docket.transactions.length;
  const changes: StateChange[] = [{ key: 'count', value: { txCount } }];
  if (docket.header.height % 2 === 1) changes.push({ key: 'odd', value: { height: docket.header.height } });
  else changes.push({ key: 'odd', value: null });
  const hash = docketHash(docket.header);
  const state: RegisterState = {
    registerId: docket.header.registerId,
    genesisHash: before?.genesisHash ?? hash,
    height: docket.header.height,
    hash,
    proposer: validatorId,
    timestampMs: docket.header.timestampMs,
    stateHash: stateHashOf(before?.stateHash ?? ZERO_HASH, changes),
    history: appendLeaf(before?.history ?? EMPTY_FRONTIER, Buffer.from(hash, 'hex')),
    roster,
    members: [],
    policy,
    rules: 1,
    txCount,
  };
  return { state, changes };
}

/** The docket after `before` with these transactions, sealed. */
export function nextStep(before: RegisterState | undefined, transactions: readonly Transaction[], salt = 0): ChainStep {
  const height = before === undefined ? 0 : before.height + 1;
  const draft: DocketHeader = {
    v: 1,
    registerId: transactions[0]?.header.registerId ?? before?.registerId ?? REGISTER,
    height,
    prevHash: before?.hash ?? ZERO_HASH,
    timestampMs: 1_700_000_000_000 + height * 1000 + salt,
    proposer: validatorId,
    rosterHash,
    nextRosterHash: rosterHash,
    txRoot: txRootOf(transactions),
    bodyRoot: bodyRootOf(transactions),
    txCount: transactions.length,
    bytes: transactions.reduce((sum, tx) => sum + tx.bytes.length, 0),
    stateHash: ZERO_HASH,
    historyRoot: Buffer.from(frontierRoot(before?.history ?? EMPTY_FRONTIER)).toString('hex'),
    annexRoot: annexRootOf([]),
    rules: 1,
  };
  const { state: folded } = applyStep(before, { hash: '', header: draft, transactions, annex: [] });
  const header = { ...draft, stateHash: folded.stateHash };
  const docket: Docket = { hash: docketHash(header), header, transactions, annex: [] };
  const { state, changes } = applyStep(before, docket);
  const certificate = {
    kind: 'COMMIT' as const,
    height,
    round: 0,
    docketHash: docket.hash,
    rosterHash,
    signatures: [{ voterIndex: 0, signature: '0'.repeat(128) }],
  };
  return { sealed: { docket, certificate }, after: state, changes };
}

/**
 * `count` dockets of `size` transactions by a few wallets, blueprints and instances, each transaction following the one
 * before.
 */
export function aChain(count: number, size: number, registerId: string = REGISTER): ChainStep[] {
  const steps: ChainStep[] = [];
  let before: RegisterState | undefined;
  let previous: string | undefined;
  let n = 0;
  for (let i = 0; i < count; i++) {
    const transactions: Transaction[] = [];
    for (let k = 0; k < size; k++, n++) {
      const tx = aTransaction(
        {
          n,
          sender: `wallet${n % 3}`,
          recipients: n % 2 === 0 ? [addressOfSender(`wallet${(n + 1) % 5}`)] : [],
          blueprintId: `bp${n % 2}`,
          ...(n % 4 === 0 ? {} : { instanceId: `inst${n % 7}` }),
          ...(previous === undefined ? {} : { previous }),
        },
        registerId,
      );
      transactions.push(tx);
      previous = tx.txId;
    }
    const step = nextStep(before, transactions);
    steps.push(step);
    before = step.after;
  }
  return steps;
}
