// The steps of the pipeline, one line each, in the order in which they run.
import type { IssueCode } from '../base/issue.js';
import { MOVE_FACTS, type MoveType } from '../blueprint/state/move-types.js';
import type { TransactionKind } from '../model/transaction.js';
import { cancellation } from '../moves/cancellation/judge.js';
import { challenge } from '../moves/challenge/judge.js';
import { claims } from '../moves/claim/judge.js';
import { confirmation } from '../moves/confirmation/judge.js';
import { credentialStatus } from '../moves/credential-status/judge.js';
import { delivery, deliveryProof } from '../moves/delivery/judge.js';
import { handover } from '../moves/handover/judge.js';
import { issuance } from '../moves/issuance/judge.js';
import { objection } from '../moves/objection/judge.js';
import type { Subject, ValidationStep } from '../moves/parts/context.js';
import { resolution } from '../moves/resolution/judge.js';
import { due } from '../moves/timer/judge.js';
import { ballot, voting } from '../moves/vote/judge.js';
import { checkPublication, payloadForm, pin } from './data/blueprint.js';
import { cells } from './data/cells.js';
import { checkStated, plain } from './data/plain.js';
import { checkReads, reads, sees } from './data/reads.js';
import { routing } from './data/routing.js';
import { statedDue } from './data/stated-due.js';
import { statement } from './data/statement.js';
import { chain, checkConfirmed, join, previous, sender } from './instance/chain.js';
import { deliveryKnown, deliveryRead } from './instance/delivered.js';
import { fourEyes } from './instance/four-eyes.js';
import { gateKnown, gatePublic, gateState, gates, gateTime, gateUse, gateVerified } from './instance/gates.js';
import { overtaking } from './instance/overtaking.js';
import { belongs, form, keys, replay, senderBinding, signature, size } from './parts/form.js';
import { candidates } from './records/candidates.js';
import { participants, recipients, record } from './records/participant.js';
import { acceptedAlgorithms, act, rights, turn } from './records/rights.js';
import { checkOrder, longSigned, timing } from './timing.js';

const ALL: readonly TransactionKind[] = ['genesis', 'publication', 'governance', 'participant', 'action'];
const CONTROL: readonly TransactionKind[] = ['genesis', 'publication', 'governance'];
const CHAINED: readonly TransactionKind[] = ['action', 'participant'];
const ACTION: readonly TransactionKind[] = ['action'];
const PUBLICATION: readonly TransactionKind[] = ['publication'];
const PARTICIPANT: readonly TransactionKind[] = ['participant'];
const GOVERNANCE: readonly TransactionKind[] = ['governance'];

/**
 * `of`: kinds of transactions, or types of moves. `stops`: after an issue of it the later steps are not asked. `again`:
 * sealed state or the docket decides (holders, records, operands, times), so that it is asked where the transaction is
 * sealed too; else see `once` of a step.
 */
type Row = readonly [
  name: string,
  of: readonly TransactionKind[] | readonly MoveType[],
  fault: ValidationStep['fault'],
  stops: 'stops' | 'goes on',
  once: 'ever' | 'rules' | 'again',
  check: (subject: Subject) => ReturnType<ValidationStep['check']>,
  ...codes: readonly IssueCode[],
];

// biome-ignore format: one line a row, so that the eye compares them.
const ROWS: readonly Row[] = [
  ['form',          ALL,                  'reject', 'stops',   'ever',  form,               'VAL_STRUCT_011', 'VAL_STRUCT_012'],
  ['register',      ALL,                  'reject', 'stops',   'ever',  belongs,            'VAL_STRUCT_002'],
  ['size',          ALL,                  'reject', 'stops',   'ever',  size,               'VAL_SIZE_001'],
  ['replay',        ALL,                  'reject', 'stops',   'again', replay,             'VAL_REPLAY_001'],
  ['timing',        ALL,                  'reject', 'goes on', 'again', timing,             'VAL_TIME_001', 'VAL_TIME_002', 'VAL_TIME_003'],
  ['signature',     ALL,                  'reject', 'goes on', 'again', signature,          'VAL_SIG_002'],
  ['keys',          ALL,                  'reject', 'goes on', 'ever',  keys,               'VAL_SIG_003'],
  ['senderBinding', ALL,                  'reject', 'goes on', 'ever',  senderBinding,      'VAL_SIG_004'],
  ['algorithms',    ALL,                  'reject', 'goes on', 'again', acceptedAlgorithms, 'VAL_POLICY_001', 'VAL_POLICY_002'],
  ['statement',     PUBLICATION,          'reject', 'stops',   'again', statement,          'VAL_SIG_005'],
  ['rights',        CONTROL,              'reject', 'stops',   'again', rights,             'VAL_PERM_001', 'VAL_PERM_002', 'VAL_PERM_003', 'VAL_PERM_004', 'VAL_GOV_DEF_001'],
  ['turn',          GOVERNANCE,           'retry',  'stops',   'again', turn,               'GOVERNANCE_CHANGE_PENDING'],
  ['act',           GOVERNANCE,           'reject', 'stops',   'again', act,                'VAL_PERM_002', 'VAL_PERM_003', 'VAL_PERM_004', 'VAL_PERM_005', 'VAL_POLICY_001', 'VAL_TIME_001', 'VAL_TIME_003', 'CONFIG_INVALID', 'GOVERNANCE_PROPOSAL_NOT_FOUND', 'GOVERNANCE_PROPOSAL_CLOSED', 'GOVERNANCE_PROPOSAL_EXISTS', 'GOVERNANCE_PROPOSALS_FULL', 'GOVERNANCE_VOTE_DUPLICATE', 'GOVERNANCE_SIGNATURE_INVALID', 'GOVERNANCE_READINESS_INVALID', 'VAL_TRUST_001', 'VAL_TRUST_002'],
  ['published',     PUBLICATION,          'reject', 'stops',   'rules', checkPublication,          'VAL_BP_010', 'VAL_SCHEMA_005'],
  ['candidates',    PUBLICATION,          'reject', 'goes on', 'again', candidates,         'VAL_BP_016'],
  ['record',        PARTICIPANT,          'reject', 'stops',   'ever',  record,             'VAL_PARTICIPANT_001'],
  ['pin',           ACTION,               'reject', 'stops',   'again', pin,                'VAL_SCHEMA_001', 'VAL_SCHEMA_002', 'VAL_SCHEMA_003', 'VAL_BP_VERSION_001'],
  ['voting',        ACTION,               'reject', 'stops',   'ever',  voting,             'VAL_FLOW_003', 'VAL_FLOW_008'],
  ['statedDue',     ACTION,               'reject', 'stops',   'ever',  statedDue,          'VAL_FLOW_002'],
  ['sees',          ACTION,               'reject', 'stops',   'ever',  sees,               'VAL_READ_001'],
  ['gates',         ACTION,               'reject', 'stops',   'ever',  gates,              'VAL_GATE_001'],
  ['schema',        ACTION,               'reject', 'goes on', 'rules', payloadForm,        'VAL_CELL_001', 'VAL_SCHEMA_004', 'VAL_WORK_001', 'VAL_SCHEMA_006', 'VAL_BP_014'],
  ['routing',       ACTION,               'reject', 'goes on', 'ever',  routing,            'VAL_ROUTING_001', 'VAL_ROUTING_002', 'VAL_ROUTING_003', 'VAL_ROUTING_004', 'VAL_ROUTING_005'],
  ['stated',        ACTION,               'reject', 'stops',   'ever',  checkStated,             'VAL_SCHEMA_007', 'VAL_CALC_001'],
  ['previous',      CHAINED,              'retry',  'stops',   'again', previous,           'VAL_CHAIN_001'],
  ['madeBefore',    CHAINED,              'reject', 'goes on', 'again', checkOrder,         'VAL_TIME_004'],
  ['longSigned',    ACTION,               'reject', 'goes on', 'again', longSigned,         'VAL_TIME_005'],
  ['participants',  PARTICIPANT,          'reject', 'goes on', 'again', participants,       'VAL_PERM_003', 'VAL_PARTICIPANT_001', 'VAL_PARTICIPANT_002', 'VAL_PARTICIPANT_003', 'VAL_PARTICIPANT_004', 'VAL_PARTICIPANT_006', 'VAL_PARTICIPANT_007'],
  ['recipients',    ACTION,               'reject', 'goes on', 'again', recipients,         'VAL_PARTICIPANT_005'],
  ['confirmed',     ACTION,               'retry',  'stops',   'again', checkConfirmed,          'VAL_CONF_001'],
  ['chain',         ACTION,               'reject', 'stops',   'again', chain,              'VAL_CHAIN_002', 'VAL_CHAIN_FORK', 'VAL_BP_001', 'VAL_BP_003', 'VAL_BP_011', 'VAL_BP_012', 'VAL_BP_015', 'VAL_BP_017', 'VAL_BP_VERSION_001', 'VAL_FLOW_004', 'VAL_FLOW_010'],
  ['due',           ACTION,               'retry',  'stops',   'again', due,                'VAL_FLOW_007'],
  ['sender',        ACTION,               'reject', 'goes on', 'again', sender,             'VAL_BP_002', 'VAL_FLOW_009'],
  ['cancellation',  ['Cancellation'],     'reject', 'stops',   'again', cancellation,       'VAL_BP_002', 'VAL_BP_018', 'VAL_BP_019', 'VAL_BP_020'],
  ['ballot',        ['Vote'],             'reject', 'goes on', 'again', ballot,             'VAL_FLOW_003'],
  ['fourEyes',      ACTION,               'reject', 'goes on', 'again', fourEyes,           'VAL_FLOW_005'],
  ['join',          ACTION,               'retry',  'stops',   'again', join,               'VAL_BP_013'],
  ['gateKnown',     ACTION,               'retry',  'stops',   'again', gateKnown,          'VAL_GATE_003'],
  ['gateTime',      ACTION,               'reject', 'goes on', 'again', gateTime,           'VAL_GATE_002'],
  ['gateState',     ACTION,               'reject', 'stops',   'again', gateState,          'VAL_GATE_003'],
  ['gateVerified',  ACTION,               'reject', 'goes on', 'again', gateVerified,       'VAL_GATE_004'],
  ['gateUse',       ACTION,               'reject', 'goes on', 'again', gateUse,            'VAL_GATE_005'],
  ['seen',          ACTION,               'retry',  'stops',   'again', checkReads,               'VAL_READ_001'],
  ['reads',         ACTION,               'reject', 'stops',   'again', reads,              'VAL_READ_001'],
  ['overtaking',    ACTION,               'reject', 'goes on', 'again', overtaking,         'VAL_READ_002'],
  ['confirmation',  ['Confirmation'],     'reject', 'stops',   'again', confirmation,       'VAL_CONF_002', 'VAL_CONF_003', 'VAL_CONF_004', 'VAL_BP_015', 'VAL_FLOW_009'],
  ['handover',      ['Handover'],         'reject', 'stops',   'again', handover,           'VAL_CHAIN_002', 'VAL_HAND_001', 'VAL_HAND_002', 'VAL_HAND_003', 'VAL_HAND_004', 'VAL_FLOW_005'],
  ['claims',        ['Claim', 'Release'], 'reject', 'stops',   'again', claims,             'VAL_CHAIN_002', 'VAL_FLOW_006', 'VAL_FLOW_005', 'VAL_FLOW_010', 'VAL_BP_012'],
  ['delivery',      ['Delivery'],         'reject', 'stops',   'again', delivery,           'VAL_CHAIN_002', 'VAL_DELIVER_001', 'VAL_DELIVER_002', 'VAL_DELIVER_003', 'VAL_DELIVER_004', 'VAL_DELIVER_008'],
  ['deliveryProof', ['Delivery'],         'reject', 'stops',   'ever',  deliveryProof,      'VAL_DELIVER_002'],
  ['deliveryKnown', ACTION,               'reject', 'stops',   'again', deliveryKnown,      'VAL_DELIVER_007'],
  ['deliveryRead',  ACTION,               'reject', 'stops',   'again', deliveryRead,       'VAL_DELIVER_009'],
  ['challenge',     ['Challenge'],        'reject', 'stops',   'again', challenge,          'VAL_DELIVER_005', 'VAL_DELIVER_006', 'VAL_DELIVER_008', 'VAL_OBJ_002'],
  ['objection',     ['Objection'],        'reject', 'stops',   'again', objection,          'VAL_OBJ_001', 'VAL_OBJ_002', 'VAL_OBJ_003', 'VAL_OBJ_004', 'VAL_OBJ_005', 'VAL_OBJ_006', 'VAL_OBJ_007', 'VAL_OBJ_009'],
  ['resolution',    ['Resolution'],       'reject', 'stops',   'again', resolution,         'VAL_RES_001', 'VAL_RES_002', 'VAL_RES_003', 'VAL_RES_004', 'VAL_GATE_005'],
  ['issuance',      ['Issuance'],         'reject', 'stops',   'again', issuance,           'VAL_ISSUE_001', 'VAL_ISSUE_002', 'VAL_ISSUE_003', 'VAL_ISSUE_004'],
  ['credentialStatus', ['CredentialStatus'], 'reject', 'stops', 'again', credentialStatus,  'VAL_ISSUE_005', 'VAL_ISSUE_006'],
  ['cells',         ACTION,               'reject', 'goes on', 'again', cells,              'VAL_CELL_002', 'VAL_CELL_003'],
  ['gatePublic',    ACTION,               'reject', 'goes on', 'again', gatePublic,         'VAL_GATE_006'],
  ['plain',         ACTION,               'reject', 'goes on', 'again', plain,              'VAL_SCHEMA_007', 'VAL_CALC_001', 'VAL_ROUTING_006'],
];

export const STEPS: readonly ValidationStep[] = ROWS.map(([name, of, fault, stops, once, check, ...codes]) => ({
  name,
  ...kindsAsked(of),
  fault,
  codes,
  check,
  stops: stops === 'stops',
  once: once === 'again' ? false : once,
}));

/** A step of some moves is one of actions. */
function kindsAsked(of: Row[1]): Pick<ValidationStep, 'kinds' | 'moves'> {
  const moves = of.filter((name) => Object.hasOwn(MOVE_FACTS, name)) as readonly MoveType[];
  return moves.length > 0 ? { kinds: ACTION, moves } : { kinds: of as readonly TransactionKind[] };
}
