// Short codes of this node. Six digits are found at once from a bare hash, so they are kept by one with a key that no
// disk has: it is made at the start, and a restart ends all codes with it.
import { createHmac } from 'node:crypto';
import type { Clock, Random } from '../../core/base/ports.js';
import type { Result } from '../../core/base/result.js';
import { digitsOf, ShortCodes } from '../../core/tenant/devices/short-codes.js';
import type { SignIn } from '../../core/tenant/session.js';
import type { TokenIdentity } from '../../storage/tables/accounts/sessions.js';
import { networkOf } from './fair-key.js';

/** Ways from one device to the other (specification 4.5). */
export const CODE_ROUTES = ['DesktopHandoff', 'MobilewebHandoff', 'PwaTakeover', 'ColdLanding'] as const;
export type CodeRoute = (typeof CODE_ROUTES)[number];

/** The session that asked to bring a device to its account; it has to stand when the device comes. */
export interface Enroller extends TokenIdentity {
  readonly signIn: SignIn;
  readonly route: CodeRoute;
}

export interface IssuedCode {
  readonly code: string;
  readonly lifetimeMs: number;
}

/** Draws until a code is free: of 1,000,000 codes some thousand are not. */
const DRAWS_MAX = 100;

export class EnrolCodes {
  private readonly codes = new ShortCodes<Enroller>();
  private readonly key: Uint8Array;

  constructor(
    private readonly ports: { readonly clock: Pick<Clock, 'steady'>; readonly random: Pick<Random, 'bytes'> },
  ) {
    this.key = ports.random.bytes(32);
  }

  issue(enroller: Enroller, address: string): IssuedCode {
    const nowMs = this.ports.clock.steady();
    for (let draw = 0; draw < DRAWS_MAX; draw++) {
      const code = digitsOf(this.ports.random.bytes(4));
      if (code === undefined || !this.codes.isFree(this.keyOf(code), nowMs)) continue;
      const { platformUserId: account } = enroller;
      const entry = { key: this.keyOf(code), account, network: networkOf(address), value: enroller };
      return { code, lifetimeMs: this.codes.add(entry, nowMs) - nowMs };
    }
    throw new Error('no short code is free');
  }

  redeem(code: string): Result<Enroller> {
    return this.codes.take(this.keyOf(code), this.ports.clock.steady());
  }

  private keyOf(code: string): string {
    return createHmac('sha256', this.key).update(code).digest('base64url');
  }
}
