// Docket 0: made around a genesis transaction, and judged when it comes from elsewhere. Whether every seat of the
// initial roster attested it is the certificate's business; a docket that is not exactly the one its genesis
// transaction gives is refused.
import { assert } from '../../base/assert.js';
import { fromHex, toHex } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { appendLeaf, EMPTY_FRONTIER, frontierRoot } from '../../base/merkle.js';
import { fail, type Result } from '../../base/result.js';
import { DOCKET_VERSION, knowsRules, RULES_LATEST } from '../../base/version.js';
import { KINDS, kindOf } from '../../kinds/index.js';
import type {
  Docket,
  DocketHeader,
  Hash,
  RegisterState,
  Roster,
  StateChange,
  StateView,
} from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { bodyRootOf, txRootOf } from '../../register/body-roots.js';
import { annexRootOf, checkBody, docketHash, ZERO_HASH } from '../../register/docket.js';
import { checkGenesisPayload, type VerifySync } from '../../register/genesis/payload.js';
import { overlay } from '../../register/overlay.js';
import { rosterHashOf } from '../../register/roster.js';
import { stateHashOf } from '../../register/state-keys.js';
import type { DocketEffect, SignatureVerdict } from '../state.js';

/**
 * Docket 0 around a genesis transaction whose payload was checked. The proposer is a seat of its roster; every seat
 * then attests the docket hash (certificate kind GENESIS).
 */
export function genesisDocket(given: {
  readonly transaction: Transaction;
  readonly timestampMs: number;
  readonly proposer: Hash;
  /** The latest of this program where nothing is said. */
  readonly rules?: number;
}): Docket {
  const { transaction } = given;
  const { roster, changes } = genesisEffect(transaction);
  const rosterHash = rosterHashOf(roster);
  const header: DocketHeader = {
    v: DOCKET_VERSION,
    registerId: transaction.header.registerId,
    height: 0,
    prevHash: ZERO_HASH,
    timestampMs: given.timestampMs,
    proposer: given.proposer,
    rosterHash,
    nextRosterHash: rosterHash,
    txRoot: txRootOf([transaction]),
    bodyRoot: bodyRootOf([transaction]),
    txCount: 1,
    bytes: transaction.bytes.length,
    stateHash: stateHashOf(ZERO_HASH, changes),
    historyRoot: toHex(frontierRoot(EMPTY_FRONTIER)),
    annexRoot: annexRootOf([]),
    rules: given.rules ?? RULES_LATEST,
  };
  return { hash: docketHash(header), header, transactions: [transaction], annex: [] };
}

/**
 * The state after docket 0, and what storing it changes; issues when it is not a genesis docket: VAL_STRUCT and
 * ATTESTATION codes of the payload, VAL_SIG_002, the DOCKET codes of its header. Whether every seat attested it is the
 * certificate's business.
 */
export function genesisState(
  docket: Docket,
  given: { readonly verify: VerifySync; readonly signaturesOk: SignatureVerdict },
): Result<{ readonly state: RegisterState; readonly changes: readonly StateChange[] }> {
  const [transaction] = docket.transactions;
  if (!transaction || docket.transactions.length !== 1 || kindOf(transaction.header).kind !== 'genesis')
    return fail(issue('DOCKET_SIZE_INVALID', '/transactions', 'Docket 0 holds the genesis transaction alone.'));
  const issues = [...checkBody(docket), ...checkGenesisTransaction(transaction, given)];
  if (issues.length > 0) return fail(issues);
  const { header } = docket;
  if (!knowsRules(header.rules)) return fail(rulesUnknown(header.rules));
  const { timestampMs, proposer, rules } = header;
  const expected = genesisDocket({ transaction, timestampMs, proposer, rules });
  if (expected.hash !== docket.hash)
    return fail(issue('DOCKET_STATE_MISMATCH', '/header', 'The header is not the one of its genesis.'));
  const { roster, members, policy, changes } = genesisEffect(transaction);
  if (!roster.validators.some((seat) => seat.validatorId === header.proposer))
    return fail(issue('DOCKET_ROSTER_MISMATCH', '/header/proposer', 'The proposer has no seat in the initial roster.'));
  const state: RegisterState = {
    registerId: header.registerId,
    genesisHash: docket.hash,
    height: 0,
    hash: docket.hash,
    proposer: header.proposer,
    timestampMs: header.timestampMs,
    stateHash: header.stateHash,
    history: appendLeaf(EMPTY_FRONTIER, fromHex(docket.hash)),
    roster,
    members,
    policy,
    rules: header.rules,
    txCount: 1,
  };
  return { state, changes };
}

/** DOCKET_RULES_UNKNOWN for a genesis. */
function rulesUnknown(rules: number): Issue {
  return issue(
    'DOCKET_RULES_UNKNOWN',
    '/header/rules',
    `The register would follow rules ${rules}, and this program knows 1 to ${RULES_LATEST}: install a version of quorate that knows them, or found the register under older rules.`,
  );
}

/**
 * Issues of a genesis transaction by itself: form, signatures, payload, and that payload and header mean one register.
 */
export function checkGenesisTransaction(
  tx: Transaction,
  given: { readonly verify: VerifySync; readonly signaturesOk: SignatureVerdict },
): Issue[] {
  const issues = KINDS.genesis.check(tx);
  if (tx.signatures.length === 0) issues.push(issue('VAL_PERM_001', '/signatures', 'A control transaction is signed.'));
  else if (!given.signaturesOk(tx)) issues.push(issue('VAL_SIG_002', '/signatures', 'A signature does not verify.'));
  const problems = checkGenesisPayload(tx.payload, given.verify);
  issues.push(...problems.map((entry) => ({ ...entry, path: `/payload${entry.path}` })));
  if (problems.length === 0 && (tx.payload as { readonly registerId?: string }).registerId !== tx.header.registerId)
    issues.push(issue('VAL_STRUCT_002', '/header/registerId', 'Header and payload name two registers.'));
  return issues;
}

/** The validators that a genesis founds. The transaction was checked when its docket was stored. */
export function genesisRoster(transaction: Transaction): Roster {
  return genesisEffect(transaction).roster;
}

function genesisEffect(transaction: Transaction): DocketEffect {
  const over = overlay(NOTHING, { height: 0, timestampMs: 0 });
  const { roster, members, policy, changes } = KINDS.genesis.apply(transaction, over);
  assert(roster && members && policy, 'a genesis founds roster, members and policy');
  over.take(transaction, changes);
  return { changes: over.changes(), roster, members, policy };
}

const NOTHING: StateView = {
  state: () => undefined,
  sealOf: () => undefined,
  transaction: () => undefined,
  docketAt: () => undefined,
};
