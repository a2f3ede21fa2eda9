// Tokens of status lists, as they are to be told now.
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { findIssuer, OPEN, ROOT_ISSUER } from '../../../credentials/issuers.js';
import { type Handlers, reply } from '../../../define.js';
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

  async getStatusList({ params }, { deps }) {
    const { lists, statusTokens, settings } = deps.credentials;
    const row = lists.find(params.listId);
    if (row === undefined) return fail(issue('CREDENTIAL_NOT_FOUND', '/listId', 'There is no such status list.'));
    const token = await statusTokens.tokenOf(row);
    if (isFailure(token)) return token;
    return {
      status: 200,
      headers: {
        ...{ 'content-type': 'application/statuslist+jwt', etag: `"${sha256Hex(token).slice(0, 32)}"` },
        ...{ 'cache-control': `public, max-age=${settings.statusTtlSeconds}`, ...OPEN },
      },
      body: token,
    };
  },
};
