// In place of what leaves the node: one server that answers, and a mail server that takes each mail. The rules of both are those of the node.
import { isFailure } from '../../../core/base/result.js';
import { mailProblem } from '../../../core/outgoing/mail.js';
import type { Mailer, Outgoing } from '../../../core/outgoing/ports.js';
import { targetOf } from '../../../core/outgoing/target.js';

export function outgoingStandIns(): { readonly outgoing: Outgoing; readonly mailer: Mailer } {
  return {
    outgoing: {
      request: async ({ url }) => {
        const target = targetOf(url, new Set());
        if (isFailure(target)) return target;
        return { status: 204, headers: {}, body: new Uint8Array(), url, address: '192.0.2.1' };
      },
    },
    mailer: { through: 'server', send: async (mail) => mailProblem(mail), post: mailProblem },
  };
}
