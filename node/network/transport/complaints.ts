// Tells the operator why another node is not linked: which address, the reason, and what to do. Each cause is said once
// in a while, and all of them together a bounded number of times. So neither a peer that tries again without end nor a
// crowd of strangers fills the log. It refuses no connection.
import type { IssueCode } from '../../../core/base/issue.js';
import type { Clock, Log } from '../../../core/base/ports.js';

/** A cause that lasts is said again after this. */
const AGAIN_MS = 10 * 60 * 1000;
/** Causes that are remembered: more of them within that time are not said. */
const CAUSES_MAX = 64;
/** A failure that is settled within this time by itself, such as nodes that start one after the other, is not said. */
export const SETTLING_MS = 20_000;

/**
 * The remedy of an operator, here or at the other node. Codes that are missing were said elsewhere (a ban) or say
 * enough by themselves.
 */
const ADVICE: Partial<Record<IssueCode, string>> = {
  PEER_CERTIFICATE_UNTRUSTED:
    'If its organisation should be trusted, compare fingerprints and run "quorate node trust ca.crt" here.',
  PEER_CERTIFICATE_EXPIRED:
    'The operator of that node enrols it again ("quorate node enrol"). If the dates look right, the clock of this node is wrong.',
  PEER_CERTIFICATE_REVOKED: 'The operator of that node enrols it again, if its organisation wants it back.',
  PEER_CERTIFICATE_INVALID:
    'The operator of that node enrols it again, with the same node.installation as here. If a proxy ends TLS between the nodes, let it pass the bytes on (docs/proxies.md).',
  PEER_NOT_FOUND: 'Another node answers at this address: see network.peers here and network.announce there.',
};

export interface Complaint {
  /** Names the cause: the same one is not said again soon. */
  readonly key: string;
  readonly reason: string;
  /** A sentence. */
  readonly detail: string;
  readonly about: { readonly remote?: string; readonly endpoint?: string; readonly peerId?: string };
  /** It is said only when it still holds after SETTLING_MS. */
  readonly isPatient?: boolean;
}

interface Cause {
  sinceMs: number;
  saidMs: number | undefined;
}

export class Complaints {
  readonly #ports: { readonly clock: Pick<Clock, 'steady'>; readonly log: Log };
  readonly #causes = new Map<string, Cause>();

  constructor(ports: { readonly clock: Pick<Clock, 'steady'>; readonly log: Log }) {
    this.#ports = ports;
  }

  say({ key, reason, detail, about, isPatient }: Complaint, message: string): void {
    const nowMs = this.#ports.clock.steady();
    const cause = this.#cause(key, nowMs);
    const fields = { ...about, reason, detail: [detail, ADVICE[reason as IssueCode]].filter(Boolean).join(' ') };
    const isDue = cause !== undefined && (cause.saidMs === undefined || nowMs - cause.saidMs >= AGAIN_MS);
    if (!isDue || (isPatient && nowMs - cause.sinceMs < SETTLING_MS)) {
      this.#ports.log.debug(fields, message);
      return;
    }
    cause.saidMs = nowMs;
    this.#ports.log.warn(fields, message);
  }

  /** Whether the cause would be said, sooner or later: else more about it need not be found out. */
  isOpen(key: string): boolean {
    const saidMs = this.#causes.get(key)?.saidMs;
    return saidMs === undefined || this.#ports.clock.steady() - saidMs >= AGAIN_MS;
  }

  /** The cause is gone: if it comes back it is said again. */
  over(key: string): void {
    this.#causes.delete(key);
  }

  #cause(key: string, nowMs: number): Cause | undefined {
    const known = this.#causes.get(key);
    if (known) return known;
    if (this.#causes.size >= CAUSES_MAX)
      for (const [other, { sinceMs, saidMs = sinceMs }] of this.#causes)
        if (nowMs - saidMs >= AGAIN_MS) this.#causes.delete(other);
    if (this.#causes.size >= CAUSES_MAX) return undefined;
    const cause: Cause = { sinceMs: nowMs, saidMs: undefined };
    this.#causes.set(key, cause);
    return cause;
  }
}
