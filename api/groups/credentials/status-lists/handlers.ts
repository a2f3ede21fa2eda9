// Tokens of status lists, as they are to be told now.
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { findIssuer, OPEN, ROOT_ISSUER } from '../../../credentials/issuers.js';
import { type Handlers, Refusal, reply } from '../../../define.js';
import { negotiation } from '../../../requests/negotiation.js';
import { STATUS_FORMS, type StatusForm } from '../../../status/status-tokens.js';
import type { CredentialDeps } from '../deps.js';
import type { statusListRoutes } from './routes.js';

export const statusListHandlers: Handlers<typeof statusListRoutes, CredentialDeps> = {
  listStatusLists({ query }, { deps }) {
    const issuer = findIssuer(deps, query.issuer ?? ROOT_ISSUER);
    if (isFailure(issuer)) return issuer;
    const { issuers, statusTokens } = deps.credentials;
    const { lists } = issuers.of(issuer.organisation.id);
    return reply(200, { status_lists: lists.map(({ id }) => statusTokens.uriOf(id)) }, OPEN);
  },

  async getStatusList({ params, query }, { deps }, request) {
    // A list of a former time would tell when a credential was revoked.
    if (query.time !== undefined) return fail(NO_FORMER_LIST);
    const form = chooseForm({ headers: request.headers, note: () => {} });
    if (form instanceof Refusal) return form;
    const { lists, statusTokens, settings } = deps.credentials;
    const row = lists.find(params.listId);
    if (row === undefined) return fail(issue('CREDENTIAL_NOT_FOUND', '/listId', 'There is no such status list.'));
    const token = await statusTokens.tokenOf(row, form);
    if (isFailure(token)) return token;
    return {
      status: 200,
      headers: {
        ...{ 'content-type': form, etag: `"${sha256Hex(token).slice(0, 32)}"` },
        ...{ 'cache-control': `public, max-age=${settings.statusTtlSeconds}`, vary: VARY, ...OPEN },
      },
      body: token,
    };
  },
};

const NAMES = Object.keys(STATUS_FORMS) as readonly StatusForm[];
const chooseForm = negotiation(Object.fromEntries(NAMES.map((name) => [name, name])) as Record<StatusForm, StatusForm>);
/** Another form comes to another question. */
const VARY = 'accept, accept-encoding';
const NO_FORMER_LIST = issue('NOT_IMPLEMENTED', '/time', 'Lists of former times are not kept: ask without time.');
