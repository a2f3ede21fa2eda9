// Transactions: bodies to the ledger, sealed rows to views. The right to submit is decided by signatures and rules; the
// right to read, by api/access/.

import { fromHex, isHex, toBase64 } from '../../../../core/base/bytes.js';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { PAGE_BYTES_MAX } from '../../../../core/base/limits/node/requests.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { type DraftSubmission, fillDraft, type Prepared, prepare } from '../../../../core/kinds/build.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { instanceFor } from '../../../access/instances.js';
import { registerNotFound, visibleRegister } from '../../../access/registers.js';
import { commonPage } from '../../../access/split.js';
import { fairKey } from '../../../auth/fair-key.js';
import { type ApiCall, type Handlers, refuse, reply } from '../../../define.js';
import { growingPage } from '../../../requests/paging.js';
import { workScheduler } from '../../../requests/work-scheduler.js';
import { admitSubmission } from '../../../submission/admission.js';
import { decisionFor } from '../../../submission/deciding.js';
import { plainProblems } from '../../../submission/plain.js';
import { publicationView, publish } from '../../../submission/publish.js';
import { receiptOf } from '../../../submission/receipt.js';
import { answerOf, isSpread, submitAll, type TakeTurn, transactionIn } from '../../../submission/submit.js';
import { pageOfSkip } from '../../../views/page.js';
import { isoTime, sealedView } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import { evidenceAt } from './evidence.js';
import { findSealedFor } from './find-sealed-for.js';
import { instanceEvidence } from './instance-evidence.js';
import { transactionReaders } from './readers.js';
import type { transactionRoutes } from './routes.js';

export const transactionHandlers: Handlers<typeof transactionRoutes, LedgerDeps> = {
  submitTransaction({ params, body }, call) {
    const { deps, durable } = call;
    if (body.registerId !== undefined && body.registerId !== params.registerId)
      return fail(issue('BODY_INVALID', '/registerId', 'The body names another register than the path.'));
    const tx = transactionIn(body);
    if (isFailure(tx)) return refuse(tx.issues, { definitive: true });
    const submitted = admitSubmission(call, tx, body.priority);
    if (!durable) return submitted.then((outcome) => answerOf(tx, outcome));
    return submitted.then(async (outcome) => answerOf(tx, outcome, await isSpread(deps.mesh, tx, outcome)));
  },

  submitBatch({ body }, call) {
    const [turns, key] = [workScheduler(call.deps), fairKey(call)];
    const inTurn: TakeTurn = (piece) => turns.run(key, piece);
    return submitAll(call, body.transactions, inTurn).then((results) => ({ results }));
  },

  prepareTransaction({ body }, call) {
    const draft = { createdAt: isoTime(call.deps.clock.now()), ...body } as unknown as DraftSubmission;
    const prepared = prepareWithDecision(call, fillImplied(call, draft));
    if (isFailure(prepared)) return prepared;
    const { transactionId, payloadHash, digest, statementDigest, submission } = prepared;
    return {
      transactionId,
      payloadHash,
      signingDigest: digest,
      dataToSign: toBase64(fromHex(digest)),
      ...(statementDigest !== undefined && { statementDigest }),
      transaction: { ...submission },
    };
  },

  async listTransactions({ params, query }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const asked = growingPage(call, { params, query });
    if (isFailure(asked)) return asked;
    const at = asked.at(0);
    const { chain, ledger } = call.deps;
    const bounded = { ...at, bytesMax: PAGE_BYTES_MAX };
    const { items, total } = await commonPage(ledger.forks.forkHeight(record.id), bounded, (page) =>
      chain.transactionsPage(record.reg, page),
    );
    const { members, headers } = asked.next(total, at.skip + items.length);
    const list = {
      ...pageOfSkip(at),
      ...(query.$count ? { total } : {}),
      transactions: items.map(sealedView),
      ...members,
    };
    return reply(200, list, headers);
  },

  async getTransaction({ params }, call) {
    const place = await findSealedFor(call, params);
    return isFailure(place) ? place : sealedView(place.sealed);
  },

  getReceipt: ({ params }, call) => receiptOf(call, params),

  async getEvidence({ params, query }, call) {
    const place = await findSealedFor(call, params);
    if (isFailure(place)) return place;
    const { record, sealed } = place;
    const evidence = await evidenceAt(call.deps.chain, record.reg, {
      ...sealed,
      head: query.head,
      forkedFrom: call.deps.ledger.forks.forkHeight(record.id),
    });
    return isFailure(evidence) ? evidence : { ...evidence };
  },

  async getTransactionReaders({ params }, call) {
    const place = await findSealedFor(call, params);
    return isFailure(place) ? place : transactionReaders(call, place);
  },

  async getInstanceEvidence({ params, query: { registerId, head } }, call) {
    const view = await instanceFor(call, params.instanceId, registerId);
    if (isFailure(view)) return view;
    const record = call.deps.ledger.register(view.registerId);
    if (record === undefined || record.purging) return fail(registerNotFound());
    const evidence = await instanceEvidence(call, { view, record }, head);
    return isFailure(evidence) ? evidence : { ...evidence };
  },

  publishBlueprint: ({ params, body }, call) => publish(call, params.registerId, body),

  getLatestPublication({ params }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const latest = call.deps.chain.view(record.reg).state(STATE_KEY.blueprint(params.blueprintId))?.['latest'];
    if (typeof latest !== 'string')
      return fail(issue('PUBLICATION_NOT_FOUND', '/blueprintId', 'The register has no publication of this blueprint.'));
    // On a split chain the newest one is not known before a branch is chosen; an older one is not an answer.
    const view = publicationView(call.deps, record, latest);
    return isFailure(view) ? view.mapIssues((problem) => ({ ...problem, path: '/blueprintId' })) : view;
  },

  getPublication({ params }, call) {
    const record = visibleRegister(call, params.registerId);
    return isFailure(record) ? record : publicationView(call.deps, record, params.txId);
  },
};

/**
 * Pin and instance that the register implies, for a caller who sees it: what is not visible must not show in an answer.
 */
function fillImplied(call: ApiCall<LedgerDeps>, draft: DraftSubmission): DraftSubmission {
  const { registerId, blueprintId, actionId, previousTransactionId: previous } = draft as Partial<DraftSubmission>;
  // Anything else is not looked up but refused by `prepare`, member by member.
  if (registerId === undefined || blueprintId === undefined || actionId === undefined) return draft;
  if (previous !== undefined && !isHex(previous, 32)) return draft;
  const record = visibleRegister(call, registerId);
  return isFailure(record) ? draft : fillDraft(draft, call.deps.chain.view(record.reg));
}

/**
 * The draft prepared, for a caller who sees the register with the routing decision that its data gives. Issues: the
 * faults that every reader would suspect in a plain payload, and those of the decision.
 */
function prepareWithDecision(call: ApiCall<LedgerDeps>, draft: DraftSubmission): Result<Prepared> {
  const prepared = prepare(draft);
  if (isFailure(prepared)) return prepared;
  const { unsigned } = prepared;
  const record = visibleRegister(call, unsigned.header.registerId);
  if (isFailure(record)) return prepared;
  const problems = plainProblems(call.deps, unsigned);
  if (problems.length > 0) return fail(problems);
  const routing = decisionFor(unsigned, call.deps.chain.view(record.reg));
  if (routing === undefined || isFailure(routing)) return routing ?? prepared;
  return prepare({ ...draft, metadata: { ...draft.metadata, routing: { ...routing } as unknown as JsonObject } });
}
