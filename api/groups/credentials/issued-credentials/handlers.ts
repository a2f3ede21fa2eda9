// Issued credentials: loads, asks core/credentials/issuing, commits, shows. An organisation sees its own alone.
import { changeStatus } from '../../../../actors/credentials/changing.js';
import { AVAILABLE } from '../../../../actors/credentials/found-runs.js';
import type { InstancePlace } from '../../../../actors/workflow/inbox/inbox-ports.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import {
  changeProblem,
  type IssuedCredential,
  type StatusChange,
} from '../../../../core/credentials/issuing/issued.js';
import { entryId } from '../../../../storage/tables/people/personal-inbox.js';
import { issueToWallet } from '../../../credentials/issue-to-wallet.js';
import { offerRecord, openedRecord } from '../../../credentials/offer-record.js';
import { makeRefresh } from '../../../credentials/refreshing.js';
import { issueAnew } from '../../../credentials/runs/anew.js';
import { availableRuns, offersByName } from '../../../credentials/runs/available.js';
import { openForeignOffer } from '../../../credentials/runs/foreign-offers.js';
import { findOffered, openRunOffer } from '../../../credentials/runs/offers.js';
import { isOfRun, sendStatus } from '../../../credentials/runs/status.js';
import { type ApiCall, type Handler, type Handlers, reply } from '../../../define.js';
import { askedKeyedPage, nextKeyedPage } from '../../../requests/keyed-page.js';
import { issuedView, offerView, walletIssueView } from '../../../schemas/accounts/credential.js';
import type { CredentialDeps } from '../deps.js';
import { availableView, offerByNameView } from './available-view.js';
import type { issuedCredentialRoutes } from './routes.js';

type Call = ApiCall<CredentialDeps>;

export const issuedCredentialHandlers: Handlers<typeof issuedCredentialRoutes, CredentialDeps> = {
  async listIssuedCredentials({ query }, call) {
    const asked = askedKeyedPage<readonly [id: string]>(call, { query });
    if (isFailure(asked)) return asked;
    const { organisationId } = call.caller;
    const { state, credentialType } = query;
    const isWanted = (item: IssuedCredential) =>
      (state ?? item.state) === item.state && (credentialType ?? item.credentialType) === item.credentialType;
    const page = await call.deps.credentials.issued.page(
      organisationId,
      { ...asked, after: asked.after?.[0] },
      isWanted,
    );
    const { last, hasMore } = page;
    const next = nextKeyedPage(call, { query }, { last: last === undefined ? undefined : [last], hasMore });
    return reply(200, { credentials: page.items.map((item) => viewOf(call, item)), ...next.members }, next.headers);
  },

  async listAvailableCredentials({ query }, call) {
    const asked = askedKeyedPage<InstancePlace>(call, { query });
    if (isFailure(asked)) return asked;
    const page = await availableRuns(call, asked);
    if (isFailure(page)) return page;
    const { runs, last, hasMore } = page;
    const next = nextKeyedPage(call, { query }, { last, hasMore });
    const credentials = runs.map((run) => availableView(run, entryOf(call, run.credentialId)));
    return reply(200, { credentials, ...next.members }, next.headers);
  },

  async listOffersByName(_, call) {
    return { offers: (await offersByName(call)).map(offerByNameView) };
  },

  getIssuedCredential({ params }, call) {
    const credential = findIssued(call, params.credentialId);
    return isFailure(credential) ? credential : viewOf(call, credential);
  },

  async issueCredential({ params, body }, call) {
    const issued = await issueToWallet(call, params.address, body);
    return isFailure(issued) ? issued : reply(201, walletIssueView(issued));
  },

  revokeCredential: changeBy('revoke'),
  suspendCredential: changeBy('suspend'),
  reinstateCredential: changeBy('reinstate'),

  async offerRunCredential({ params }, call) {
    const { deps } = call;
    const { credentialId } = params;
    if (findOffered(deps, credentialId) === undefined) {
      const opened = await openForeignOffer(call, credentialId);
      return isFailure(opened) ? opened : reply(201, opened);
    }
    const made = openRunOffer(call, credentialId);
    if (isFailure(made)) return made;
    const { offer, ops, ...shown } = made;
    await deps.commit([...ops, ...openedRecord(call, offer)]);
    return reply(201, { ...offerView(offer, deps.clock.now()), ...shown });
  },

  async refreshCredential({ params, body }, call) {
    const { deps } = call;
    const credential = findIssued(call, params.credentialId);
    if (isFailure(credential)) return credential;
    if (isOfRun(credential)) {
      const owed = await issueAnew(call, credential, body);
      return isFailure(owed) ? owed : reply(202, viewOf(call, owed));
    }
    const made = makeRefresh(call, credential, body);
    if (isFailure(made)) return made;
    const { offer, ops, ...shown } = made;
    await deps.commit([...ops, offerRecord(call, offer, 'CredentialOffered')]);
    return reply(201, { ...offerView(offer, deps.clock.now()), ...shown });
  },
};

function changeBy(change: StatusChange): Handler<(typeof issuedCredentialRoutes)['revokeCredential'], CredentialDeps> {
  return async ({ params, body: { reason } }, call) => {
    const { deps, caller, address } = call;
    const credential = findIssued(call, params.credentialId);
    if (isFailure(credential)) return credential;
    const { organisationId, id: credentialId } = credential;
    const record = (more: Readonly<Record<string, string>> = {}) =>
      deps.audit.byCaller(
        { caller, address },
        { eventType: 'CredentialStatusChanged', organisationId, details: { credentialId, change, ...more } },
      );
    if (isOfRun(credential)) {
      const problem = failIf(changeProblem(credential, change));
      const sent = problem ?? (await sendStatus(call, credential, { change, waitMs: 0 }));
      if (isFailure(sent)) return sent;
      const { transactionId } = sent;
      const { reason: _, ...now } = deps.credentials.issued.find(organisationId, credentialId) ?? credential;
      const row = deps.credentials.issued.put({ ...now, ...(reason !== undefined && { reason }) });
      await deps.commit([row, record({ transactionId })]);
      return reply(202, { ...sent, timestamp: new Date(deps.clock.now()).toISOString() });
    }
    const after = await changeStatus(deps, credential, { change, reason, record });
    return isFailure(after) ? after : viewOf(call, after);
  };
}

/** The entry of the caller's inbox that told of a credential of a run, while it is there. */
function entryOf({ deps, caller: { platformUserId } }: Call, credentialId: string) {
  const id = entryId(platformUserId, `${AVAILABLE}:${credentialId}`);
  const entry = deps.inboxes.find(platformUserId, id);
  return entry && { entryId: id, isDismissed: entry.state === 'Dismissed' };
}

function findIssued({ deps, caller }: Call, id: string): Result<IssuedCredential> {
  const credential = deps.credentials.issued.find(caller.organisationId, id);
  return (
    credential ?? fail(issue('CREDENTIAL_NOT_FOUND', '/credentialId', 'The organisation issued no such credential.'))
  );
}

function viewOf({ deps }: Call, credential: IssuedCredential) {
  return issuedView(credential, deps.credentials.statusTokens.uriOf(credential.listId));
}
