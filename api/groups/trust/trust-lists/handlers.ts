// Trust lists: loads, asks actors/trust, shows. An administrator sees those of its own organisation alone.
import { fromBase64, toBase64 } from '../../../../core/base/bytes.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { pemParts } from '../../../../core/crypto/keys/pem.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { freshnessOf, type KeptTrustList } from '../../../../core/trust/lists/snapshot.js';
import { readCertificate } from '../../../../core/trust/x509/certificate.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { isoTime } from '../../../views/transactions.js';
import type { TrustDeps } from '../deps.js';
import type { TrustListBody, trustListRoutes } from './routes.js';

type Call = ApiCall<TrustDeps>;

export const trustListHandlers: Handlers<typeof trustListRoutes, TrustDeps> = {
  async importTrustList({ body }, call) {
    const { deps, caller } = call;
    const { trustListId, file } = body;
    const followPointers = body.followPointers === true || body.followPointers === 'true';
    const operators = body.operatorCertificates?.map(derOf);
    const bad = operators?.indexOf(undefined) ?? -1;
    if (bad >= 0)
      return fail(
        issue('BODY_INVALID', `/operatorCertificates/${bad}`, 'Expected a certificate, PEM or base64 of its DER.'),
      );
    const url = body.url ?? (followPointers && file === undefined ? deps.trustLists.settings.lotlUrl : '');
    if ((file === undefined) === (url === ''))
      return fail(issue('BODY_INVALID', '', 'State either a file or the URL of the list.'));
    const list = await deps.trustListRefresher.take({
      ...{ organisationId: caller.organisationId, trustListId, followPointers },
      from: file === undefined ? { url } : { bytes: Buffer.from(file, 'latin1') },
      ...(operators && { operators: operators as readonly string[] }),
      also: importRecord(call),
    });
    return isFailure(list) ? recordRefusal(call, trustListId, list) : reply(201, viewOf(call, list));
  },

  listTrustLists(_, call) {
    const lists = call.deps.trustLists.of(call.caller.organisationId);
    return { trustLists: lists.map((list) => viewOf(call, list)) };
  },

  getTrustList({ params }, call) {
    const list = call.deps.trustLists.find(call.caller.organisationId, params.trustListId);
    return isFailure(list) ? list : viewOf(call, list);
  },

  async deleteTrustList({ params }, call) {
    const { deps, caller, address } = call;
    const list = deps.trustLists.find(caller.organisationId, params.trustListId);
    if (isFailure(list)) return list;
    const details = { trustListId: list.trustListId };
    const op = deps.audit.byCaller({ caller, address }, { eventType: 'TrustListRemoved', details });
    await deps.trustLists.remove(list, [op]);
    return reply(204, undefined);
  },

  async refreshTrustList({ params }, call) {
    const { deps, caller } = call;
    const list = deps.trustLists.find(caller.organisationId, params.trustListId);
    if (isFailure(list)) return list;
    const fresh = await deps.trustListRefresher.refresh(list, importRecord(call));
    return isFailure(fresh) ? recordRefusal(call, params.trustListId, fresh) : viewOf(call, fresh);
  },

  readTrustListAnchors({ params }, { deps, caller }) {
    const own = deps.trustLists.find(caller.organisationId, params.trustListId);
    const list = isFailure(own) ? deps.trustLists.find(PLATFORM_ORGANISATION_ID, params.trustListId) : own;
    if (isFailure(list)) return list;
    const { trustListId, snapshot } = list;
    const { sequenceNumber, nextUpdateMs, roots } = snapshot;
    const freshness = freshnessOf(snapshot, deps.clock.now());
    if (freshness === 'stale' && deps.trustLists.settings.strictFreshness)
      return fail(
        issue('TRUSTLIST_STALE', '', 'The list was to be updated before now, and no stale list is taken here.'),
      );
    const nextUpdate = nextUpdateMs === undefined ? {} : { nextUpdate: isoTime(nextUpdateMs) };
    return { trustListId, sequenceNumber, freshness, ...nextUpdate, roots: [...roots] };
  },
};

function importRecord({ deps, caller, address }: Call) {
  return ({ trustListId, snapshot: { sequenceNumber, sha256, signedBy } }: KeptTrustList) => [
    deps.audit.byCaller(
      { caller, address },
      { eventType: 'TrustListImported', details: { trustListId, sequenceNumber, sha256, signedBy } },
    ),
  ];
}

/** A list that is not believed stands in the audit trail; a server that does not answer does not. */
async function recordRefusal<T>(
  { deps, caller, address }: Call,
  trustListId: string,
  why: Result<T>,
): Promise<Result<T>> {
  if (!isFailure(why) || !why.issue.code.startsWith('TRUSTLIST_')) return why;
  const details = { trustListId, code: why.issue.code, reason: why.issue.message };
  const { organisationId, subject: identityId } = caller;
  const event = {
    eventType: 'TrustListRefused',
    organisationId,
    identityId,
    address,
    success: false,
    details,
  } as const;
  await deps.commit([deps.audit.record(event)]);
  return why;
}

function viewOf({ deps }: Pick<Call, 'deps'>, list: KeptTrustList): TrustListBody {
  const { trustListId, url = 'upload', snapshot, former, followed, checkedAtMs } = list;
  const { roots, rootsLeftOut, sequenceNumber, issuedAtMs, nextUpdateMs, createdAtMs } = snapshot;
  const { territory, operator: schemeOperator, signedBy, sha256 } = snapshot;
  return {
    ...{ trustListId, source: url, rootCount: roots.length, rootsLeftOut },
    freshness: freshnessOf(snapshot, deps.clock.now()),
    ...{ sequenceNumber, issuedAt: isoTime(issuedAtMs) },
    ...(nextUpdateMs !== undefined && { nextUpdate: isoTime(nextUpdateMs) }),
    ...{ territory, schemeOperator, signedBy, sha256 },
    ...{ createdAt: isoTime(createdAtMs), checkedAt: isoTime(checkedAtMs) },
    ...(former && { formerSequenceNumber: former.sequenceNumber }),
    ...(followed && { pointers: followed.map((each) => ({ ...each })) }),
  };
}

/** The DER of a certificate that can be read, as base64. */
function derOf(text: string): string | undefined {
  const [pem] = pemParts(text, 'CERTIFICATE');
  const der = pem ?? fromBase64(text.replaceAll(/\s/g, ''));
  return der === undefined || isFailure(readCertificate(der)) ? undefined : toBase64(der);
}
