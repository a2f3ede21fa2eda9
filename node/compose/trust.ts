// Follows the identity of the node on disk: organisations that are trusted or no longer are, revocations, and the
// node's own renewed certificate. A file that cannot be used changes nothing: the node goes on as it was and says why.
import { countNoun } from '../../core/base/counted.js';
import type { Log } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import { loadIdentity, type NodeIdentity } from '../../storage/pki/identity.js';
import { identityStamp } from '../../storage/pki/stamp.js';
import type { PartHealth } from '../observe/health.js';
import { certificateHealth, type Validity } from '../platform/certificate-health.js';

export interface TrustPorts {
  readonly log: Log;
  now(): number;
  /** Takes another identity of the same node into use. */
  renew(identity: NodeIdentity): void;
}

/** How long a link may outlive the certificate that opened it. */
const JUDGE_MS = 60 * 60 * 1000;
const WORDS = {
  notValid:
    'The certificate of this node is not valid now: no other node links with this one, which does alone what it can. Check the clock, then enrol the node again; the node key stays.',
  expires: (days: number) =>
    `The certificate of this node expires within ${countNoun(days, 'day')}: enrol the node again, the node key stays.`,
};

export class TrustWatch {
  private readonly dir: string;
  private readonly ports: TrustPorts;
  private identity: NodeIdentity;
  private stamp: string;
  private problem: string | undefined;
  private judgedAtMs: number;
  /** The reason that the log has last. */
  private told: string | undefined;

  constructor(dir: string, identity: NodeIdentity, ports: TrustPorts) {
    this.dir = dir;
    this.identity = identity;
    this.ports = ports;
    this.stamp = identityStamp(dir);
    this.judgedAtMs = ports.now();
    this.tell();
  }

  /** Cheap while nothing changed: a few file times. */
  look(): void {
    const stamp = identityStamp(this.dir);
    if (stamp !== this.stamp) this.read(stamp);
    else if (this.ports.now() - this.judgedAtMs >= JUDGE_MS) {
      // Certificates end by themselves: links that were opened with one are judged again.
      this.judgedAtMs = this.ports.now();
      this.ports.renew(this.identity);
    }
    this.tell();
  }

  /** Reads everything, whether it seems changed or not. */
  reload(): void {
    this.read(identityStamp(this.dir));
  }

  health(): PartHealth {
    if (this.problem !== undefined)
      return {
        status: 'degraded',
        reason: 'The identity of the node changed on disk and cannot be used: see the log.',
      };
    return certificateHealth(this.identity.tls, this.ports.now(), WORDS);
  }

  /** When the certificate in use begins and ends. */
  get validity(): Validity {
    return this.identity.tls;
  }

  /** Once, and again when there is something else to say: a day less, say. */
  private tell(): void {
    const { status, reason } = this.health();
    if (reason === this.told) return;
    this.told = reason;
    if (status === 'unhealthy') this.ports.log.error({}, reason ?? '');
    else if (reason !== undefined && this.problem === undefined) this.ports.log.warn({}, reason);
  }

  private read(stamp: string): void {
    this.stamp = stamp;
    const identity = loadIdentity(this.dir, this.ports.now());
    const problem = isFailure(identity)
      ? identity.issues.map(({ message }) => message).join(' ')
      : this.otherNode(identity);
    this.problem = problem;
    if (problem !== undefined || isFailure(identity)) {
      this.ports.log.error({ problem }, 'The identity on disk cannot be used; the node goes on with the one it had.');
      return;
    }
    this.identity = identity;
    this.ports.renew(identity);
    const organisations = identity.trusted.map(({ orgId }) => orgId);
    this.ports.log.info({ organisations }, 'The node uses the authorities that are trusted now.');
  }

  private otherNode(identity: NodeIdentity): string | undefined {
    const { peerId, orgId, installation } = this.identity;
    return identity.peerId === peerId && identity.orgId === orgId && identity.installation === installation
      ? undefined
      : 'The files are of another node or organisation. Restart the node to take them.';
  }
}
