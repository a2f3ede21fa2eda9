// The system wallet for a service (specification 5.13): the transaction is read, and says for which register and
// purpose it is signed; the asker is believed in nothing.
import type { Static } from 'typebox';
import { fromHex } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, failIf, isFailure } from '../../../../core/base/result.js';
import { resolvePath } from '../../../../core/crypto/derivation/hd.js';
import type { DraftSubmission } from '../../../../core/kinds/build.js';
import { kindOf } from '../../../../core/kinds/index.js';
import { systemSignable } from '../../../../core/kinds/system-signing.js';
import type { TransactionHeader } from '../../../../core/model/transaction.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { walletNotFound } from '../../../../core/wallet/wallet.js';
import { registerNotFound } from '../../../access/registers.js';
import type { ApiCall } from '../../../define.js';
import { isoTime } from '../../../views/transactions.js';
import type { AccountDeps } from '../deps.js';
import type { SystemSigningRequest } from './routes.js';

export async function signForService(
  call: ApiCall<AccountDeps>,
  wallet: string,
  { transaction, purpose: taken }: Static<typeof SystemSigningRequest>,
) {
  const { deps, caller } = call;
  const { transactionId, payloadHash, ...draft } = transaction;
  const asked = systemSignable(draft as unknown as DraftSubmission, { transactionId, payloadHash, purpose: taken });
  if (isFailure(asked)) return asked.mapIssues(inBody);
  const { header, txId, digest, purpose, transactionType } = asked;
  const identity = await deps.systemWallet.identity(purpose);
  if (isFailure(identity)) return identity;
  if (identity.address !== wallet || header.senderWallet !== wallet) return fail(walletNotFound());
  const path = resolvePath(purpose);
  if (isFailure(path)) return path;
  const { registerId } = header;
  const foreign = failIf(registerProblem(call, header));
  const signed =
    foreign ??
    (await deps.systemWallet.sign({
      ...{ purpose, registerId, transactionType, txId, digest: fromHex(digest) },
      ...{ caller: caller.clientId, isOfService: true },
    }));
  const reason = isFailure(signed) ? { reason: signed.issue.code } : {};
  await deps.commit([
    deps.audit.record({
      ...{ eventType: isFailure(signed) ? 'WalletAccessDenied' : 'WalletSigned', success: !isFailure(signed) },
      ...{ organisationId: caller.organisationId || PLATFORM_ORGANISATION_ID, identityId: caller.clientId },
      address: call.address,
      details: { purpose, registerId, transactionType, txId, path, wallet, ...reason },
    }),
  ]);
  if (isFailure(signed)) return signed;
  const { publicKey, signatureValue, algorithm } = signed.entry;
  return {
    ...{ registerId, transactionType, transactionId: txId },
    ...{ signature: signatureValue, publicKey, algorithm, signedBy: identity.address, derivationPath: path },
    timestamp: isoTime(deps.clock.now()),
  };
}

/**
 * A second genesis of a register would found another one of the same id where the first is not known; for a register
 * with another system wallet, or one that is not here, the signature says nothing.
 */
function registerProblem({ deps }: ApiCall<AccountDeps>, header: TransactionHeader): Issue | undefined {
  const { registerId, senderWallet } = header;
  const path = '/transaction/registerId';
  const record = deps.ledger.register(registerId);
  if (kindOf(header).kind === 'genesis')
    return record && issue('REGISTER_IN_USE', path, 'The register has its genesis.');
  const known = record && deps.chain.view(record.reg).state(STATE_KEY.register)?.['systemWallet'];
  return known === senderWallet ? undefined : { ...registerNotFound(), path };
}

function inBody(problem: Issue): Issue {
  return problem.code === 'SIGNING_PURPOSE_REFUSED' ? problem : { ...problem, path: `/transaction${problem.path}` };
}
