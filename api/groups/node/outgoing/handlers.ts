// Trials of what leaves the node. The rules are in core/outgoing, the sockets in node/outgoing.
import { failIf, isFailure } from '../../../../core/base/result.js';
import { fairKey } from '../../../auth/fair-key.js';
import type { Handlers } from '../../../define.js';
import type { NodeDeps } from '../deps.js';
import type { outgoingRoutes } from './routes.js';

const REDIRECTS_MAX = 3;

export const outgoingHandlers: Handlers<typeof outgoingRoutes, NodeDeps> = {
  async checkOutgoing({ body }, call) {
    const { deps } = call;
    const startedMs = deps.clock.steady();
    const asked = { purpose: 'check', from: fairKey(call), url: body.url, redirectsMax: REDIRECTS_MAX };
    const answer = await deps.outgoing.request(asked);
    if (isFailure(answer)) return answer;
    const { url, address, status } = answer;
    return { url, address, status, bytes: answer.body.length, milliseconds: deps.clock.steady() - startedMs };
  },

  async sendTestMail({ body: { to } }, { deps, caller }) {
    const { installation } = deps.config;
    const text = `This is a test by ${caller.subject} of the Quorate node "${installation}". It sends mail.`;
    const problem = await deps.mailer.send({ kind: 'test', to, subject: `Test mail of ${installation}`, text });
    return failIf(problem) ?? { to, through: deps.mailer.through };
  },
};
