// The validation pipeline as a table: rows are steps in order, each with its kinds, codes and fault. The same table
// judges a submission, a transaction from a peer and every transaction of a docket. Structure, payload hash and TxId of
// the bytes were checked when the Transaction was made (encode.ts), so no step repeats them. Pure and synchronous;
// signatures were verified before.
import type { Issue } from '../base/issue.js';
import type { Transaction, TransactionKind } from '../model/transaction.js';
import { kindOf } from '../moves/kinds/index.js';
import { overlay } from '../register/overlay.js';
import { FORM_STEPS, READ_STEPS } from './clear-steps.js';
import { payloadForm, pin, published } from './data/blueprint.js';
import { cells } from './data/cells.js';
import { plain, stated } from './data/plain.js';
import { routing } from './data/routing.js';
import { statement } from './data/statement.js';
import { standing } from './finality.js';
import { cancellation } from './instance/cancellation.js';
import { chain, confirmed, join, previous, sender } from './instance/chain.js';
import { fourEyes } from './instance/four-eyes.js';
import { MOVE_STEPS } from './instance/move-steps.js';
import { due } from './instance/timer.js';
import { ballot } from './instance/vote.js';
import type { Subject, ValidationContext, ValidationStep, Verdict } from './parts/context.js';
import { belongs, form, keys, replay, senderBinding, signature, size } from './parts/form.js';
import { candidates } from './records/candidates.js';
import { participants, recipients, record } from './records/participant.js';
import { acceptedAlgorithms, act, rights, turn } from './records/rights.js';
import { TIME_STEPS, TIMING } from './time-steps.js';

const ALL: readonly TransactionKind[] = ['genesis', 'publication', 'governance', 'participant', 'action'];
const CONTROL: readonly TransactionKind[] = ['genesis', 'publication', 'governance'];
const ACTION: readonly TransactionKind[] = ['action'];
const PUBLICATION: readonly TransactionKind[] = ['publication'];
const PARTICIPANT: readonly TransactionKind[] = ['participant'];
const GOVERNANCE: readonly TransactionKind[] = ['governance'];

/** Rows in the order in which they run. */
export const STEPS: readonly ValidationStep[] = [
  {
    name: 'form',
    kinds: ALL,
    fault: 'reject',
    codes: ['VAL_STRUCT_011', 'VAL_STRUCT_012'],
    stops: true,
    once: 'ever',
    check: form,
  },
  {
    name: 'register',
    kinds: ALL,
    fault: 'reject',
    codes: ['VAL_STRUCT_002'],
    stops: true,
    once: 'ever',
    check: belongs,
  },
  { name: 'size', kinds: ALL, fault: 'reject', codes: ['VAL_SIZE_001'], stops: true, once: 'ever', check: size },
  { name: 'replay', kinds: ALL, fault: 'reject', codes: ['VAL_REPLAY_001'], stops: true, once: false, check: replay },
  TIMING,
  {
    name: 'signature',
    kinds: ALL,
    fault: 'reject',
    codes: ['VAL_SIG_002'],
    stops: false,
    once: false,
    check: signature,
  },
  { name: 'keys', kinds: ALL, fault: 'reject', codes: ['VAL_SIG_003'], stops: false, once: 'ever', check: keys },
  {
    name: 'senderBinding',
    kinds: ALL,
    fault: 'reject',
    codes: ['VAL_SIG_004'],
    stops: false,
    once: 'ever',
    check: senderBinding,
  },
  {
    name: 'algorithms',
    kinds: ALL,
    fault: 'reject',
    codes: ['VAL_POLICY_001', 'VAL_POLICY_002'],
    stops: false,
    once: false,
    check: acceptedAlgorithms,
  },
  {
    name: 'statement',
    kinds: PUBLICATION,
    fault: 'reject',
    codes: ['VAL_SIG_005'],
    stops: true,
    once: false,
    check: statement,
  },
  {
    name: 'rights',
    kinds: CONTROL,
    fault: 'reject',
    codes: ['VAL_PERM_001', 'VAL_PERM_002', 'VAL_PERM_003', 'VAL_PERM_004', 'VAL_GOV_DEF_001'],
    stops: true,
    once: false,
    check: rights,
  },
  {
    name: 'turn',
    kinds: GOVERNANCE,
    fault: 'retry',
    codes: ['GOVERNANCE_CHANGE_PENDING'],
    stops: true,
    once: false,
    check: turn,
  },
  {
    name: 'act',
    kinds: GOVERNANCE,
    fault: 'reject',
    codes: [
      'VAL_PERM_002',
      'VAL_PERM_003',
      'VAL_PERM_004',
      'VAL_PERM_005',
      'VAL_POLICY_001',
      'VAL_TIME_001',
      'VAL_TIME_003',
      'CONFIG_INVALID',
      'GOVERNANCE_PROPOSAL_NOT_FOUND',
      'GOVERNANCE_PROPOSAL_CLOSED',
      'GOVERNANCE_PROPOSAL_EXISTS',
      'GOVERNANCE_PROPOSALS_FULL',
      'GOVERNANCE_VOTE_DUPLICATE',
      'GOVERNANCE_SIGNATURE_INVALID',
      'GOVERNANCE_READINESS_INVALID',
    ],
    stops: true,
    once: false,
    check: act,
  },
  {
    name: 'published',
    kinds: PUBLICATION,
    fault: 'reject',
    codes: ['VAL_BP_010', 'VAL_SCHEMA_005'],
    // The next one reads a definition of the right form.
    stops: true,
    once: 'rules',
    check: published,
  },
  {
    name: 'candidates',
    kinds: PUBLICATION,
    fault: 'reject',
    codes: ['VAL_BP_016'],
    stops: false,
    // The records are those where it is sealed.
    once: false,
    check: candidates,
  },
  {
    name: 'record',
    kinds: PARTICIPANT,
    fault: 'reject',
    codes: ['VAL_PARTICIPANT_001'],
    stops: true,
    once: 'ever',
    check: record,
  },
  {
    name: 'pin',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_SCHEMA_001', 'VAL_SCHEMA_002', 'VAL_SCHEMA_003', 'VAL_BP_VERSION_001'],
    stops: true,
    once: false,
    check: pin,
  },
  ...FORM_STEPS,
  {
    name: 'schema',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_CELL_001', 'VAL_SCHEMA_004', 'VAL_WORK_001', 'VAL_SCHEMA_006', 'VAL_BP_014'],
    stops: false,
    once: 'rules',
    check: payloadForm,
  },
  {
    name: 'routing',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_ROUTING_001', 'VAL_ROUTING_002', 'VAL_ROUTING_003', 'VAL_ROUTING_004', 'VAL_ROUTING_005'],
    stops: false,
    once: 'ever',
    check: routing,
  },
  {
    name: 'stated',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_SCHEMA_007', 'VAL_CALC_001'],
    stops: true,
    once: 'ever',
    check: stated,
  },
  {
    name: 'previous',
    kinds: [...ACTION, ...PARTICIPANT],
    fault: 'retry',
    codes: ['VAL_CHAIN_001'],
    stops: true,
    once: false,
    check: previous,
  },
  ...TIME_STEPS,
  {
    name: 'participants',
    kinds: PARTICIPANT,
    fault: 'reject',
    codes: [
      'VAL_PERM_003',
      'VAL_PARTICIPANT_001',
      'VAL_PARTICIPANT_002',
      'VAL_PARTICIPANT_003',
      'VAL_PARTICIPANT_004',
      'VAL_PARTICIPANT_006',
    ],
    stops: false,
    once: false,
    check: participants,
  },
  {
    name: 'recipients',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_PARTICIPANT_005'],
    stops: false,
    once: false,
    check: recipients,
  },
  {
    name: 'confirmed',
    kinds: ACTION,
    fault: 'retry',
    codes: ['VAL_CONF_001'],
    stops: true,
    once: false,
    check: confirmed,
  },
  {
    name: 'chain',
    kinds: ACTION,
    fault: 'reject',
    codes: [
      'VAL_CHAIN_002',
      'VAL_CHAIN_FORK',
      'VAL_BP_001',
      'VAL_BP_003',
      'VAL_BP_011',
      'VAL_BP_012',
      'VAL_BP_015',
      'VAL_BP_017',
      'VAL_BP_VERSION_001',
      'VAL_FLOW_004',
      'VAL_FLOW_010',
    ],
    stops: true,
    once: false,
    check: chain,
  },
  { name: 'due', kinds: ACTION, fault: 'retry', codes: ['VAL_FLOW_007'], stops: true, once: false, check: due },
  {
    name: 'sender',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_BP_002', 'VAL_FLOW_009'],
    stops: false,
    once: false,
    check: sender,
  },
  {
    name: 'cancellation',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_BP_002', 'VAL_BP_018', 'VAL_BP_019', 'VAL_BP_020'],
    stops: true,
    // Holders, and who agreed, are those where it is sealed.
    once: false,
    check: cancellation,
  },
  {
    name: 'ballot',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_FLOW_003'],
    stops: false,
    // The roles that have voted are known where it is sealed.
    once: false,
    check: ballot,
  },
  {
    name: 'fourEyes',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_FLOW_005'],
    stops: false,
    // The parties of the other actions are those where it is sealed.
    once: false,
    check: fourEyes,
  },
  { name: 'join', kinds: ACTION, fault: 'retry', codes: ['VAL_BP_013'], stops: true, once: false, check: join },
  ...READ_STEPS,
  ...MOVE_STEPS,
  {
    name: 'cells',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_CELL_002', 'VAL_CELL_003'],
    stops: false,
    // The holders of roles are those where the move is sealed.
    once: false,
    check: cells,
  },
  {
    name: 'plain',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_SCHEMA_007', 'VAL_CALC_001', 'VAL_ROUTING_006'],
    stops: false,
    // Operands are the runs in force where the action is sealed.
    once: false,
    check: plain,
  },
];

/** Steps of each kind, found once: the pipeline runs for every transaction several times. */
const BY_KIND = new Map<TransactionKind, readonly ValidationStep[]>(
  ALL.map((kind) => [kind, STEPS.filter((step) => step.kinds.includes(kind))]),
);

const OK: Verdict = { ok: true };

/**
 * Whether the register whose state is given may take the transaction now: ok, or the issues in step order. `retry`
 * means that only a transaction that it follows or waits for is unknown here; everything else is final as long as the
 * state stands.
 */
export function validate(tx: Transaction, given: ValidationContext): Verdict {
  const row = kindOf(tx.header);
  // Of what no docket keeps in mind, large rows would be read and parsed for every question about them.
  const ctx = given.view.remembers ? given : { ...given, view: overlay(given.view, nextOf(given)) };
  const subject: Subject = { tx, row, ctx };
  let issues: Issue[] | undefined;
  let retry = true;
  for (const step of BY_KIND.get(row.kind) ?? STEPS) {
    if (step.once && (ctx.certified || (ctx.known && step.once === 'ever'))) continue;
    const found = asked(step, subject, issues !== undefined);
    if (!found) break;
    if (found.length === 0) continue;
    issues = [...(issues ?? []), ...(step.once === 'ever' ? found.map(standing) : found)];
    retry &&= step.fault === 'retry';
    if (step.stops) break;
  }
  return issues ? { ok: false, issues, fault: retry ? 'retry' : 'reject' } : OK;
}

/** The place of a docket that would hold it, which is all that an overlay with nothing in it needs. */
function nextOf({ state, docketMs }: ValidationContext): { readonly height: number; readonly timestampMs: number } {
  return { height: state.height + 1, timestampMs: docketMs ?? state.timestampMs };
}

/**
 * Undefined where it fails over what a step before has refused, which may be of any form: there is nothing more to say.
 */
function asked(step: ValidationStep, subject: Subject, isRefused: boolean): readonly Issue[] | undefined {
  try {
    return step.check(subject);
  } catch (error) {
    if (isRefused && error instanceof TypeError) return undefined;
    throw error;
  }
}
