// HTTP requests and mail that leave the node, from the settings.
import { join } from 'node:path';
import type { Log } from '../../core/base/ports.js';
import type { Mailer, Outgoing } from '../../core/outgoing/ports.js';
import { publicUrlOf } from '../config/public-url.js';
import type { Config } from '../config/schema.js';
import type { Metrics } from '../observe/metrics.js';
import { OutgoingHttp } from '../outgoing/http.js';
import { NodeMailer } from '../outgoing/mail.js';
import { OwnSurface } from '../outgoing/own-surface.js';
import { systemClock } from '../platform/clock.js';
import type { Part } from './lifecycle.js';

/** Where mails go that no server takes, under node.dataDir. */
const MAIL_FOLDER = 'mail';

export interface OutgoingPart extends Part {
  readonly ports: { readonly outgoing: Outgoing; readonly mailer: Mailer };
  /** For issuers and verifiers that people name, those of this node among them. */
  readonly remote: OwnSurface;
}

export function outgoingPart(config: Config, log: Log, metrics: Metrics | null): OutgoingPart {
  const outgoing = new OutgoingHttp({
    allowedHosts: config.outgoing.allowedHosts,
    log: log.child({ module: 'outgoing' }),
    steady: () => systemClock.steady(),
    ...(metrics && { onAnswered: metrics.outgoing.onAnswered }),
  });
  const mailer = new NodeMailer({
    settings: config.mail,
    folder: join(config.node.dataDir, MAIL_FOLDER),
    clock: systemClock,
    log: log.child({ module: 'mail' }),
    ...(metrics && { onSent: metrics.outgoing.onMailed }),
  });
  const remote = new OwnSurface(outgoing, publicUrlOf(config.http));
  return {
    name: 'outgoing',
    ports: { outgoing, mailer },
    remote,
    start: async () => undefined,
    stop: () => mailer.stop(),
  };
}
