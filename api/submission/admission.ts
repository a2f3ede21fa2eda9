// The way of a transaction that comes signed, from this surface into the ledger: every check of this node that is not a
// rule of a register, in one function. The gate of credentials is asked before a transaction is made
// (actors/workflow/credentials/credential-gate.ts), and a signed one shows no credential: so an action that takes one
// is refused here, and goes through the actions of the surface. So is a plain payload that every reader would suspect,
// and a publication without a rehearsal: each node asks that of its own callers, the rules of a register do not. A
// genesis founds its register, and an operator may have closed his node to those who do not see a register.
import type { SubmitOptions, SubmitOutcome } from '../../actors/ledger-port.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { isFailure } from '../../core/base/result.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { filesOf } from '../../core/envelope/envelope.js';
import { publishedDefinition } from '../../core/instance/publications.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Priority, Transaction } from '../../core/model/transaction.js';
import { GENESIS_ACTION, GENESIS_BLUEPRINT } from '../../core/register/genesis/payload.js';
import { PUBLISH_ACTION } from '../../core/transaction/encode.js';
import { isDoing, moveTypeOf } from '../../core/transaction/move-type.js';
import { findClosedFor, takesAnyone } from '../access/closed.js';
import { fairKey } from '../auth/fair-key.js';
import { rightProblem } from '../auth/policy.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { foundRegisterFrom } from './genesis.js';
import { signedPublicationIssue } from './rehearsal-gate.js';
import { settleFiles } from './settle.js';

export type AdmissionDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'usage'
  | 'audit'
  | 'wallets'
  | 'ledger'
  | 'chain'
  | 'uploads'
  | 'inbox'
  | 'blueprints'
  | 'counters'
  | 'validator'
  | 'verifySignature'
>;

/** The call that brings it. */
export type Submitter = Pick<ApiCall<AdmissionDeps>, 'caller' | 'deps' | 'trace' | 'address' | 'waitMs'>;

/** The whole way of a transaction that a caller brings signed, in the order in which it is judged. */
export function admitSubmission(
  call: Submitter,
  tx: Transaction,
  priority: Priority = 'Normal',
): Promise<SubmitOutcome> {
  const { deps, waitMs } = call;
  const { actionId, registerId, senderWallet } = tx.header;
  if (isGenesis(tx)) return foundGenesis(call, tx);
  const gated = actionId === PUBLISH_ACTION ? signedPublicationIssue(call, tx) : gatedIssue(deps, tx);
  if (gated) return refuse([gated]);
  const options = { priority, waitMs, from: fairKey(call), trace: call.trace };
  if (takesAnyone(call)) return submitChecked(call, tx, options);
  return findClosedFor(call, registerId, senderWallet).then((closed) =>
    closed ? refuse([closed]) : submitChecked(call, tx, options),
  );
}

/** The files of what is accepted wait for it no more. Nothing is added to what a transaction without files costs. */
function submitChecked(call: Submitter, tx: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
  const outcome = call.deps.ledger.submit(tx, options);
  const files = filesOf(tx);
  if (files.length === 0) return outcome;
  return outcome.then(async (value) => {
    if (value.status !== 'refused') await settleFiles(call, files);
    return value;
  });
}

function refuse(issues: readonly Issue[]): Promise<SubmitOutcome> {
  return Promise.resolve({ status: 'refused', issues });
}

function isGenesis({ header: { actionId, blueprintId } }: Transaction): boolean {
  return blueprintId === GENESIS_BLUEPRINT && actionId === GENESIS_ACTION;
}

/** A genesis founds its register here, where the caller may found one; the one that founded it is known. */
async function foundGenesis(
  call: Pick<Submitter, 'caller' | 'deps' | 'trace'>,
  tx: Transaction,
): Promise<SubmitOutcome> {
  const { deps, caller } = call;
  const record = deps.ledger.register(tx.header.registerId);
  const known = record && !record.purging ? deps.chain.transaction(record.reg, tx.txId) : undefined;
  if (known) {
    const { height, index, docketHash, timestampMs } = known;
    return { status: 'sealed', height, index, docketHash, sealedAtMs: timestampMs, known: true };
  }
  const problem = rightProblem('CanManageRegisters', caller);
  if (problem) return { status: 'refused', issues: [problem] };
  const made = await foundRegisterFrom(call, tx);
  if (isFailure(made)) return { status: 'refused', issues: made.issues };
  const { header, hash } = made.sealed.docket;
  return { status: 'sealed', height: header.height, index: 0, docketHash: hash, sealedAtMs: header.timestampMs };
}

/**
 * A rejection passes no gate, but it may bind an open role; a cancellation does neither. The rules judge the gates
 * that an action states, and one that this register does not have.
 */
function gatedIssue({ ledger, chain }: Pick<ApiDeps, 'ledger' | 'chain'>, { header }: Transaction): Issue | undefined {
  const { registerId, blueprintId, actionId, publicationTxId } = header;
  if (
    publicationTxId === undefined ||
    kindOf(header).kind !== 'action' ||
    !['Action', 'Rejection', 'Vote'].includes(moveTypeOf(header)) ||
    (isDoing(header) && header.metadata?.gates !== undefined)
  )
    return undefined;
  const register = ledger.register(registerId);
  const definition = register && publishedDefinition(chain.view(register.reg), blueprintId, publicationTxId);
  const action = definition && planOf(definition).actions.get(actionId)?.action;
  if (!action || (action.credentialRequirements ?? []).length === 0) return undefined;
  return issue(
    'CREDENTIAL_REFUSED',
    '/header/actionId',
    'The action takes a credential, and says nothing of one: prepare it at /api/gates, or state its gates (metadata.gates).',
  );
}
