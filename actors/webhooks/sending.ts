// A request to a target: its body, signed for this moment, by the guard of outgoing requests, without redirects. The
// secrets are open for this call alone.
import { WEBHOOK_ANSWER_BYTES, WEBHOOK_TIMEOUT_MS } from '../../core/base/limits/node/hubs.js';
import type { Result } from '../../core/base/result.js';
import type { Outgoing, OutgoingAnswer } from '../../core/outgoing/ports.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import { type Judged, judgeAnswer } from '../../core/webhooks/answer.js';
import { signedHeaders } from '../../core/webhooks/signature.js';
import { signingSecrets, type WebhookTarget } from '../../core/webhooks/target.js';
import type { WebhookTargets } from '../../storage/tables/webhooks/targets.js';
import type { Clock } from '../ports.js';

export interface SendingPorts {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly outgoing: Outgoing;
  readonly targets: Pick<WebhookTargets, 'secret'>;
  readonly userAgent: string;
}

export interface WebhookSent {
  readonly answer: Result<OutgoingAnswer>;
  /** Undefined where no request was made. */
  readonly judged: Judged | undefined;
}

export async function send(
  { clock, outgoing, targets, userAgent }: SendingPorts,
  target: WebhookTarget,
  { webhookId, body }: { readonly webhookId: string; readonly body: string },
): Promise<WebhookSent> {
  const startedMs = clock.now();
  const started = clock.steady();
  const secrets = signingSecrets(target, startedMs).map(({ sealed }) => targets.secret(target.id, sealed));
  const answer = await outgoing.request({
    purpose: 'webhook',
    from: turnKey({ organisationId: target.organisationId, subject: target.id }),
    url: target.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signedHeaders(secrets, { webhookId, nowMs: startedMs, body }),
    },
    body,
    bytesMax: WEBHOOK_ANSWER_BYTES,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    redirectsMax: 0,
  });
  const tookMs = Math.round(clock.steady() - started);
  return { answer, judged: judgeAnswer(answer, { startedMs, tookMs, timeoutMs: WEBHOOK_TIMEOUT_MS }) };
}
