// A genesis transaction that a caller built and signed itself. Everything that finalize would have ensured is checked
// again here: this is the last gate before the node attests docket 0.
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical } from '../../core/base/json.js';
import { CLOCK_SKEW_MS, TRANSACTION_AGE_MAX_MS } from '../../core/base/limits/ledger/transactions.js';
import { fail, isFailure } from '../../core/base/result.js';
import { checkGenesisTransaction } from '../../core/chain/genesis/docket.js';
import type { SignatureTask } from '../../core/crypto/signing/signature-task.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { GenesisPayload } from '../../core/register/genesis/payload.js';
import { senderOf } from '../../core/transaction/encode.js';
import { signatureTasks } from '../../core/validate/parts/signature.js';
import { seesAllTenants } from '../access/registers.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { withinRegisters } from '../requests/quotas.js';

type Deps = Pick<ApiDeps, 'clock' | 'config' | 'usage' | 'ledger' | 'validator' | 'verifySignature'>;

type Asking = Pick<ApiCall<Deps>, 'caller' | 'deps' | 'trace'>;

/** The register that the genesis founds on this node alone, or why it does not. */
export async function foundRegisterFrom(call: Asking, tx: Transaction) {
  const issues = await problems(call, tx);
  if (issues.length > 0) return fail(issues);
  const { metadata, tenantId } = tx.payload as unknown as GenesisPayload;
  return withinRegisters(call.deps, tenantId, () =>
    call.deps.ledger.genesis.found({ transaction: tx, advertise: false, metadata, trace: call.trace }),
  );
}

export async function submitGenesis(call: Asking, tx: Transaction) {
  const made = await foundRegisterFrom(call, tx);
  if (isFailure(made)) return made;
  return {
    registerId: tx.header.registerId,
    status: 'created' as const,
    genesisTransactionId: tx.txId,
    genesisDocketId: String(made.sealed.docket.header.height),
    genesisDocketHash: made.sealed.docket.hash,
    createdAt: made.record.createdAt,
  };
}

async function problems(call: Asking, tx: Transaction): Promise<readonly Issue[]> {
  if (kindOf(tx.header).kind !== 'genesis')
    return [
      issue(
        'VAL_STRUCT_003',
        '/blueprintId',
        'A genesis has the BlueprintId genesis and the ActionId register-creation.',
      ),
    ];
  const timing = timeProblem(tx, call.deps.clock.now());
  if (timing) return [timing];
  const sender = senderOf(tx.signatures);
  if (sender !== undefined && sender !== tx.header.senderWallet)
    return [issue('VAL_SIG_004', '/senderWallet', 'The sender is not the address of the first key.')];
  const issues = await genesisProblems(call.deps, tx);
  return issues.length > 0 ? issues : placeProblems(call, tx.payload as unknown as GenesisPayload);
}

function placeProblems({ caller, deps }: Asking, payload: GenesisPayload): Issue[] {
  if (payload.tenantId !== caller.organisationId && !seesAllTenants(caller))
    return [issue('FORBIDDEN', '/payload/tenantId', 'Your token is not for this tenant.')];
  if (canonical(payload.validators) !== canonical([deps.validator]))
    return [
      issue(
        'VAL_STRUCT_011',
        '/payload/validators',
        'This node attests alone, so it is the only validator of the genesis.',
      ),
    ];
  return [];
}

/**
 * The rules of a genesis ask for a verdict at once: the first look writes down which signatures they ask about, and the
 * second one has the verdicts, in their order.
 */
async function genesisProblems({ verifySignature }: Deps, tx: Transaction): Promise<readonly Issue[]> {
  const attested: SignatureTask[] = [];
  const unsigned = checkGenesisTransaction(tx, {
    verify: (algorithm, publicKey, digest, signature) => attested.push({ algorithm, publicKey, digest, signature }) > 0,
    signaturesOk: () => true,
  });
  if (unsigned.length > 0) return unsigned;
  const own = await Promise.all(signatureTasks(tx).map(verifySignature));
  const good = await Promise.all(attested.map(verifySignature));
  let asked = 0;
  return checkGenesisTransaction(tx, { verify: () => good[asked++] === true, signaturesOk: () => own.every(Boolean) });
}

function timeProblem({ header }: Transaction, nowMs: number): Issue | undefined {
  const createdMs = Date.parse(header.createdAt);
  if (createdMs > nowMs + CLOCK_SKEW_MS)
    return issue('VAL_TIME_001', '/createdAt', 'The transaction is from the future.');
  if (createdMs < nowMs - TRANSACTION_AGE_MAX_MS)
    return issue('VAL_TIME_002', '/createdAt', 'The transaction is older than an hour.');
  return undefined;
}
