// The calls that a connection may have under way, decided when a call begins: its message may be of the largest size
// and is gathered in memory before any handler sees it. Refusing it later would be too late. It reads no message and
// knows no peer but by what its certificate says.
import { ServerInterceptingCall, type ServerInterceptor, type StatusObject, status } from '@grpc/grpc-js';
import { exhaustedStatus } from './failure.js';
import { type CallingPeer, type Certified, nameOf } from './listener.js';

/** Of one member on all of its connections together: its link, its ranges and what it asks meanwhile. */
export const CALLS_MAX = 40;
/** Of a connection whose other end has not proven its name: a handshake, and one that replaces it. */
const CALLS_UNPROVEN_MAX = 2;
/** The calls that such a connection may make. */
const HANDSHAKES: readonly string[] = ['Link', 'Hello'];

export interface GatePorts {
  caller(remote: string): CallingPeer | undefined;
  isProven(certified: Certified): boolean;
}

export class Gate {
  readonly #ports: GatePorts;
  /**
   * Calls under way: of members by organisation, peer id and key, which TLS proves together, of guests by connection.
   */
  readonly #open = new Map<string, number>();

  constructor(ports: GatePorts) {
    this.#ports = ports;
  }

  readonly interceptor: ServerInterceptor = ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) => {
        const caller = this.#ports.caller(call.getPeer());
        const refused = caller ? this.#refusal(caller, path) : UNKNOWN_CALLER;
        if (refused || !caller) {
          call.sendStatus({ code: status.UNAUTHENTICATED, details: '', ...refused });
          return;
        }
        const key = keyOf(caller);
        this.#open.set(key, this.#count(key) + 1);
        // Told at the end of every call, however it ends.
        next({ onCancel: () => this.#onEnded(key) });
      },
    });

  #refusal(caller: CallingPeer, path: string): Partial<StatusObject> | undefined {
    const { certified } = caller;
    const count = this.#count(keyOf(caller));
    if (certified.standing === 'member' || this.#ports.isProven(certified))
      return count < CALLS_MAX ? undefined : exhaustedStatus('Too many calls at the same time.');
    if (!HANDSHAKES.includes(path.slice(path.lastIndexOf('/') + 1)))
      return { code: status.PERMISSION_DENIED, details: 'Say hello first.' };
    return count < CALLS_UNPROVEN_MAX ? undefined : exhaustedStatus('Too many handshakes at the same time.');
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  #onEnded(key: string): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}

export const UNKNOWN_CALLER: Partial<StatusObject> = {
  code: status.UNAUTHENTICATED,
  details: 'The connection is gone.',
};

function keyOf({ certified, remote }: CallingPeer): string {
  return certified.standing === 'member' ? nameOf(certified) : remote;
}
