// Whom a register trusts: loads, asks the rules of core/register/trust, shows.
import type { Static } from 'typebox';
import { fromBase64 } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { PIN_URL_MAX } from '../../../../core/base/limits/ledger/trust.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { GovernanceOperation } from '../../../../core/register/governance/operation.js';
import { type PinnedFacts, pinsAsOf, proofOf, trustRootAt } from '../../../../core/register/trust/as-of.js';
import { comparePin } from '../../../../core/register/trust/compare.js';
import { type PinEntry, sortedEntries, type TrustPin } from '../../../../core/register/trust/pin.js';
import type { KeptTrustList } from '../../../../core/trust/lists/snapshot.js';
import { atTip } from '../../../access/at-tip.js';
import type { ApiCall, Handlers } from '../../../define.js';
import type { ProposeBody } from '../../../schemas/registers/governance.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import { type At, findGoverned, proposalOf, propose } from './proposing.js';
import type { registerTrustRoutes } from './trust-routes.js';

type Call = ApiCall<LedgerDeps>;

export const registerTrustHandlers: Handlers<typeof registerTrustRoutes, LedgerDeps> = {
  getRegisterTrust({ params, query }, call) {
    const at = asOf(call, params.registerId, query.asOf);
    if (isFailure(at)) return at;
    const { view, height } = at;
    return {
      registerId: at.governed.state.registerId,
      asOf: height,
      root: trustRootAt(view, height),
      lists: pinsAsOf(view, height).map((list) => listView(list, list.facts.listId === query.listId)),
    };
  },

  provePin({ params, query }, call) {
    const at = asOf(call, params.registerId, query.asOf);
    if (isFailure(at)) return at;
    const { view, height } = at;
    const { listId, hash, issuer } = query;
    const entry: PinEntry = issuer === undefined ? hash : { issuer, key: hash };
    const proof = proofOf(view, { listId, entry, height });
    if (!proof)
      return fail(issue('TRUSTLIST_UNAVAILABLE', '/hash', `No list ${listId} has it as of docket ${height}.`));
    const { entryPath, listPath, ...said } = proof;
    const copied = { entryPath: { ...entryPath, path: [...entryPath.path] } };
    return {
      registerId: at.governed.state.registerId,
      asOf: height,
      root: trustRootAt(view, height),
      proof: { ...said, ...copied, listPath: { ...listPath, path: [...listPath.path] } },
    };
  },

  comparePin({ params }, call) {
    const at = proposalOf(call, params);
    if (isFailure(at)) return at;
    const { governed, row } = at;
    const { operationType, ...said } = row.operation;
    if (operationType !== 'set-trust')
      return fail(issue('GOVERNANCE_PROPOSAL_NOT_FOUND', '/proposalId', 'The proposal pins no trust list.'));
    const pin = said as unknown as TrustPin;
    const { listId, kind, sequence } = pin;
    const kept = call.deps.trustLists.find(call.caller.organisationId, listId);
    const imported = isFailure(kept) || kind !== 'x509' ? undefined : kept.snapshot;
    const now = pinsAsOf(governed.view, governed.state.height).find(({ facts }) => facts.listId === listId);
    const { missing, strange, added, dropped } = comparePin(pin, {
      imported: imported && rootHashes(imported),
      pinned: now?.entries ?? [],
    });
    const isSameSource = imported !== undefined && pin.source?.sha256 === imported.sha256;
    const isSameNumber = imported?.sequenceNumber === sequence;
    return {
      ...{ listId, kind, sequence, isImported: imported !== undefined },
      isEqual: isSameSource && isSameNumber && missing.length + strange.length === 0,
      ...(imported && { importedSequence: imported.sequenceNumber, isSameSource }),
      ...{ missing: [...missing], strange: [...strange], added: [...added], dropped: [...dropped] },
    };
  },

  pinTrustList: atTip(
    ({ body }) => body.registerId,
    ({ params, body }, call) => {
      const list = call.deps.trustLists.find(call.caller.organisationId, params.trustListId);
      if (isFailure(list)) return list;
      const { registerId, ...more } = body;
      return propose(call, registerId, { ...more, ...actOf(list) } as unknown as Static<typeof ProposeBody>);
    },
  ),
};

/** The act that pins a list as it was imported. */
function actOf({ trustListId, url: origin, snapshot }: KeptTrustList): Partial<GovernanceOperation> {
  const { sha256, issuedAtMs, nextUpdateMs, sequenceNumber } = snapshot;
  const isSaid = origin !== undefined && origin.length <= PIN_URL_MAX && /^[!-~]+$/.test(origin);
  return {
    ...{ operationType: 'set-trust', listId: trustListId, kind: 'x509', sequence: sequenceNumber },
    entries: rootHashes(snapshot),
    source: {
      ...{ sha256, issuedAt: isoTime(issuedAtMs) },
      ...(nextUpdateMs !== undefined && { nextUpdate: isoTime(nextUpdateMs) }),
      ...(isSaid && { url: origin }),
    },
  };
}

function rootHashes({ roots }: KeptTrustList['snapshot']): readonly string[] {
  return sortedEntries(roots.map((der) => sha256Hex(fromBase64(der) ?? new Uint8Array(0))));
}

interface AsOf extends At {
  readonly view: At['governed']['view'];
  readonly height: number;
}

function asOf(call: Call, registerId: string, asked: number | undefined): Result<AsOf> {
  const at = findGoverned(call, registerId);
  if (isFailure(at)) return at;
  const { state, view } = at.governed;
  if (asked !== undefined && asked > state.height)
    return fail(issue('QUERY_INVALID', '/asOf', `The newest docket here is ${state.height}.`));
  return { ...at, view, height: asked ?? state.height };
}

function listView({ facts, entries }: PinnedFacts, isWhole: boolean) {
  return { ...facts, entryCount: entries.length, ...(isWhole && { entries: [...entries] }) };
}
