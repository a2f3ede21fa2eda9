// Issued credentials: loads, asks core/credentials/issuing, commits, shows. An organisation sees its own alone.
import { changeStatus } from '../../../../actors/credentials/changing.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { IssuedCredential, StatusChange } from '../../../../core/credentials/issuing/issued.js';
import { offerRecord } from '../../../credentials/offer-record.js';
import { makeRefresh } from '../../../credentials/refreshing.js';
import { type ApiCall, type Handler, type Handlers, reply } from '../../../define.js';
import { askedKeyedPage, nextKeyedPage } from '../../../requests/keyed-page.js';
import { issuedView, offerView } from '../../../schemas/accounts/credential.js';
import type { CredentialDeps } from '../deps.js';
import type { issuedCredentialRoutes } from './routes.js';

type Call = ApiCall<CredentialDeps>;

export const issuedCredentialHandlers: Handlers<typeof issuedCredentialRoutes, CredentialDeps> = {
  async listIssuedCredentials({ query }, call) {
    const asked = askedKeyedPage<readonly [id: string]>(call, { query });
    if (isFailure(asked)) return asked;
    const { organisationId } = call.caller;
    const page = await call.deps.credentials.issued.page(organisationId, { ...asked, after: asked.after?.[0] });
    const last = page.items.at(-1);
    const next = nextKeyedPage(call, { query }, { last: last && [last.id], hasMore: page.hasMore });
    return reply(200, { credentials: page.items.map((item) => viewOf(call, item)), ...next.members }, next.headers);
  },

  getIssuedCredential({ params }, call) {
    const credential = findIssued(call, params.credentialId);
    return isFailure(credential) ? credential : viewOf(call, credential);
  },

  revokeCredential: changeBy('revoke'),
  suspendCredential: changeBy('suspend'),
  reinstateCredential: changeBy('reinstate'),

  async refreshCredential({ params, body }, call) {
    const { deps } = call;
    const credential = findIssued(call, params.credentialId);
    const made = isFailure(credential) ? credential : makeRefresh(call, credential, body);
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
    const record = () =>
      deps.audit.byCaller(
        { caller, address },
        { eventType: 'CredentialStatusChanged', organisationId, details: { credentialId, change } },
      );
    const after = await changeStatus(deps, credential, { change, reason, record });
    return isFailure(after) ? after : viewOf(call, after);
  };
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
