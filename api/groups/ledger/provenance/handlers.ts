// Provenance: who sealed a docket and on what that rests, who did the steps of an instance, and who stated its data.
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { EvidenceProof } from '../../../../core/chain/evidence/proof.js';
import { docketChecks } from '../../../../core/chain/provenance.js';
import { parseCheckpoint } from '../../../../core/register/checkpoint.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { instanceFor, readerOf } from '../../../access/instances.js';
import { registerNotFound, visibleRegister } from '../../../access/registers.js';
import { splitIssue } from '../../../access/split.js';
import { fairKey } from '../../../auth/fair-key.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { growingPage } from '../../../requests/paging.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import { certificateVerifier, docketScene } from './docket-scene.js';
import { definitionOf, stepsOf } from './instance-steps.js';
import type { provenanceRoutes } from './routes.js';
import { statementsOf } from './statements.js';

export const provenanceHandlers: Handlers<typeof provenanceRoutes, LedgerDeps> = {
  listDocketProvenance({ params, query: { fromDocket, pageSize } }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const last = lastServed(call, record);
    const dockets = [];
    for (let height = fromDocket; height <= Math.min(last, fromDocket + pageSize - 1); height++) {
      const docket = call.deps.chain.docket(record.reg, height);
      if (!docket) break;
      const { header, hash, certificate } = docket;
      dockets.push({
        docketNumber: height,
        docketHash: hash,
        sealedAt: isoTime(header.timestampMs),
        transactionCount: header.txCount,
        proposerValidatorId: header.proposer,
        signerCount: certificate.signatures.length,
        rosterChanged: header.nextRosterHash !== header.rosterHash,
      });
    }
    const next = fromDocket + dockets.length;
    const hasMore = dockets.length > 0 && next <= last;
    return { registerId: record.id, dockets, hasMore, nextFromDocket: hasMore ? next : null };
  },

  async checkDocketProvenance({ params: { registerId, docketNumber: height }, query }, call) {
    const { deps } = call;
    const record = visibleRegister(call, registerId);
    if (isFailure(record)) return record;
    const split = splitIssue(deps, record, { height, path: '/docketNumber' });
    if (split) return fail(split);
    const known = query.head === undefined ? undefined : parseCheckpoint(query.head);
    if (query.head !== undefined && known === undefined)
      return fail(issue('QUERY_INVALID', '/head', 'A head is HASH@HEIGHT, as `quorate register head` prints it.'));
    const state = deps.ledger.state(record.id);
    if (isFailure(state)) return state;
    const last = lastServed(call, record);
    const scene = height > last ? undefined : await docketScene(deps.chain, record.reg, { height, last, known, state });
    if (!scene) return fail(issue('DOCKET_NOT_FOUND', '/docketNumber', 'The register has no docket of this number.'));
    const checks = docketChecks(scene, await certificateVerifier(deps, scene));
    return { registerId, docketNumber: height, docketHash: scene.sealed.docket.hash, checks };
  },

  async getInstanceProvenance({ params, query }, call) {
    const view = await instanceFor(call, params.instanceId, query.registerId);
    if (isFailure(view)) return view;
    const record = heldRegister(call, view.registerId);
    if (isFailure(record)) return record;
    const page = growingPage(call, { params, query });
    if (isFailure(page)) return page;
    const { items, total } = await stepsOf(call, { view, record }, (all) => page.at(all));
    const { page: number, pageSize } = query;
    const next = page.next(total);
    const definition = definitionOf(call, { view, record });
    return reply(
      200,
      {
        ...{ instanceId: view.id, registerId: record.id, ...(definition && { definition }) },
        ...{ steps: items, page: number, pageSize, totalCount: total, ...next.members },
      },
      next.headers,
    );
  },

  async getFieldProvenance({ params, query: { member, registerId, wallet } }, call) {
    const view = await instanceFor(call, params.instanceId, registerId);
    if (isFailure(view)) return view;
    const record = heldRegister(call, view.registerId);
    if (isFailure(record)) return record;
    const reader = await readerOf(call, view, wallet);
    if (isFailure(reader)) return reader;
    const statements = await statementsOf(call, { view, record, reader }, member);
    if (isFailure(statements)) return statements;
    return { instanceId: view.id, registerId: record.id, member, statements };
  },

  async verifyEvidence({ body: { evidence, head, genesisHash } }, call) {
    const point = head === undefined ? undefined : parseCheckpoint(head);
    const known = { ...(point && { head: point }), ...(genesisHash !== undefined && { genesisHash }) };
    const task = { kind: 'evidence', evidence: evidence as JsonObject, known } as const;
    const proof = await call.deps.engine.run(task, fairKey(call));
    if (!isFailure(proof)) return verdictView(proof);
    const { code } = proof.issue;
    if (code === 'ENGINE_BUSY') return proof;
    if (code === 'BLUEPRINT_TOO_COSTLY') return fail(TOO_COSTLY);
    const issues = proof.issues.map(({ code: its, path, message }) => ({ code: its, path, message }));
    return { verdict: 'invalid' as const, facts: [], issues };
  },
};

const TOO_COSTLY = issue(
  'EVIDENCE_TOO_LONG',
  '/evidence',
  'The evidence takes more time than a node gives to one: check it with "quorate verify".',
);

function verdictView(proof: EvidenceProof) {
  const { verdict, registerId, txId, height, docketHash, timestampMs, facts } = proof;
  const unanchored = proof.verdict === 'consistent' ? proof.unanchored : undefined;
  return {
    ...{ verdict, registerId, txId, height, docketHash, sealedAt: isoTime(timestampMs), facts: [...facts], issues: [] },
    ...(unanchored !== undefined && { unanchored }),
  };
}

/** The newest docket that is served: above the last common one of a split chain there is none. */
function lastServed({ deps: { chain, ledger } }: ApiCall<LedgerDeps>, { id, reg }: RegisterRecord): number {
  const newest = chain.head(reg)?.height ?? -1;
  return Math.min(newest, (ledger.forks.forkHeight(id) ?? newest + 1) - 1);
}

/** The register of an instance that the caller sees by a wallet of its own, too. */
function heldRegister({ deps }: ApiCall<LedgerDeps>, registerId: string): Result<RegisterRecord> {
  const record = deps.ledger.register(registerId);
  return record && !record.purging ? record : fail(registerNotFound());
}
