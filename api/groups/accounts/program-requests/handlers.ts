// Requests of programs before a person: read, and answered once.
import { fail, isFailure } from '../../../../core/base/result.js';
import { answerUri } from '../../../../core/tenant/programs/redirects.js';
import type { Handlers } from '../../../define.js';
import { deniedUri, judgeRequest, letIn, notWaiting, requestShown, waitingRequest } from '../../../oauth/asking.js';
import type { AccountDeps } from '../deps.js';
import type { programRequestRoutes } from './routes.js';

export const programRequestHandlers: Handlers<typeof programRequestRoutes, AccountDeps> = {
  async readProgramRequest({ body: { query } }, call) {
    const waiting = waitingRequest(call, query);
    if (isFailure(waiting)) return waiting;
    const judged = await judgeRequest(call, waiting);
    if (isFailure(judged) || 'location' in judged) return judged;
    const { authorizations } = call.deps.programs;
    const requestUri = query.request_uri ?? authorizations.push(waiting, call.address);
    return { requestUri, request: requestShown(call, judged) };
  },

  async answerProgramRequest({ body: { requestUri, isAllowed } }, call) {
    const { authorizations } = call.deps.programs;
    const waiting = authorizations.find({ requestUri });
    if (waiting === undefined) return fail(notWaiting());
    const judged = await judgeRequest(call, waiting);
    if (isFailure(judged)) return judged;
    // Of two answers at once the second one finds nothing.
    if (authorizations.take({ requestUri }) === undefined) return fail(notWaiting());
    if ('location' in judged) return judged;
    const { publicUrl } = call.deps.config;
    if (!isAllowed) return { location: deniedUri(judged.request, publicUrl) };
    return { location: answerUri(judged.request, { code: await letIn(call, judged) }, publicUrl) };
  },
};
