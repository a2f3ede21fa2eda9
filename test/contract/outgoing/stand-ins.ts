// In place of what leaves the node: one server that answers, and a mail server that takes each mail. The rules of both
// are those of the node.
import { isFailure } from '../../../core/base/result.js';
import { mailProblem } from '../../../core/outgoing/mail.js';
import type { Mail, Mailer, Outgoing } from '../../../core/outgoing/ports.js';
import { targetOf } from '../../../core/outgoing/target.js';

/** `mails` are those that were taken, in their order. */
export function outgoingStandIns(): {
  readonly outgoing: Outgoing;
  readonly mailer: Mailer;
  readonly mails: readonly Mail[];
} {
  const mails: Mail[] = [];
  const taken = (mail: Mail) => {
    const problem = mailProblem(mail);
    if (!problem) mails.push(mail);
    return problem;
  };
  return {
    outgoing: {
      request: async ({ url }) => {
        const target = targetOf(url, new Set());
        if (isFailure(target)) return target;
        return { status: 204, headers: {}, body: new Uint8Array(), url, address: '192.0.2.1' };
      },
    },
    mailer: { through: 'server', send: async (mail) => taken(mail), post: taken },
    mails,
  };
}
