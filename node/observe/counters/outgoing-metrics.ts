// Measurements of what leaves the node. Purposes, kinds and codes are closed lists of the program; the statuses of
// other servers are counted by their class.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { OutgoingOptions } from '../../outgoing/http.js';
import type { MailOptions } from '../../outgoing/mail.js';

const ANSWER_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface OutgoingMetrics {
  readonly onAnswered: NonNullable<OutgoingOptions['onAnswered']>;
  readonly onMailed: NonNullable<MailOptions['onSent']>;
}

export function outgoingMetrics(registry: Registry): OutgoingMetrics {
  const requests = new Counter({
    name: 'ledger_outgoing_requests_total',
    help: 'Requests to servers of others, by purpose and outcome: the class of the status, or a code.',
    labelNames: ['purpose', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'ledger_outgoing_request_seconds',
    help: 'Time until servers of others had answered whole, by purpose.',
    labelNames: ['purpose'],
    buckets: ANSWER_SECONDS,
    registers: [registry],
  });
  const mails = new Counter({
    name: 'ledger_mail_sent_total',
    help: 'Tries to send a mail, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  return {
    onAnswered(call) {
      const isStatus = /^\d/.test(call.outcome);
      requests.inc({ purpose: call.purpose, outcome: isStatus ? `${call.outcome.slice(0, 1)}xx` : call.outcome });
      seconds.observe({ purpose: call.purpose }, call.seconds);
    },
    onMailed: ({ kind, outcome }) => mails.inc({ kind, outcome }),
  };
}
