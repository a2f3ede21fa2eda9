// Programs that ask for the session of a person: one on the same computer comes with a code of the page, and proves by
// its verifier that it asked (RFC 8252, RFC 7636); one on another computer waits while the person types the code that
// it shows (RFC 8628). It gets a session, or is enrolled as a device. In memory, bounded, each good once and for
// minutes.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import {
  DEVICE_CODE_MS,
  DEVICE_CODE_POLL_MAX_S,
  DEVICE_CODE_POLL_S,
  PROGRAM_CODE_MS,
  PROGRAMS_WAITING_MAX,
  USER_CODE_ATTEMPTS,
} from '../../core/base/limits/node/accounts.js';
import { type Counted, limitSeconds, oneMore } from '../../core/base/time/counted.js';
import type { NewDevice } from '../../core/tenant/devices/device.js';
import { Challenges } from '../../core/tenant/factors/challenges.js';
import { challengeOf, USER_CODE_BYTES, userCodeOf } from '../../core/tenant/programs/codes.js';
import type { ProgramAccess } from '../../core/tenant/programs/scopes.js';
import type { SignIn } from '../../core/tenant/session.js';
import type { TokenIdentity } from '../../storage/tables/accounts/sessions.js';
import { networkOf } from './fair-key.js';
import { OneTimeSecrets, type SecretPorts } from './one-time-secrets.js';

/** The session that a person gives to a program: it has to stand when the program comes, and ends then. */
export interface GivenSession extends TokenIdentity {
  readonly signIn: SignIn;
  readonly program: string;
  /** The person enrolled it, and goes on. */
  readonly device?: NewDevice | undefined;
}

export interface WaitingProgram {
  readonly program: string;
  /** It asks to be enrolled as this device, and not for the session of the person. */
  readonly device?: NewDevice | undefined;
  /** Of a program of the authorization server: what it asks for. Its name is that of its client id. */
  readonly access?: ProgramAccess | undefined;
  readonly address: string;
  readonly askedAtMs: number;
}

interface Waiting extends WaitingProgram {
  answer: GivenSession | 'refused' | undefined;
  /** Between two questions of the program. */
  intervalS: number;
  askedLastMs: number;
}

/** The program asks again after so many seconds; `isHasty` where it did not wait as long before. */
export interface StillWaiting {
  readonly isHasty: boolean;
  readonly intervalS: number;
}

/** A timer of a program, and the network, are not more exact. */
const POLL_EARLY_MS = 1000;
/** Accounts whose wrong codes are counted at a time. */
const COUNTED_MAX = 10_000;

export class ProgramSignIns {
  private readonly grants: OneTimeSecrets<GivenSession & { readonly codeChallenge: string }>;
  private readonly byDeviceCode: OneTimeSecrets<Waiting>;
  private readonly byUserCode = new Challenges<Waiting>({
    ...{ max: PROGRAMS_WAITING_MAX, attempts: 1, lifetimeMs: DEVICE_CODE_MS },
  });
  /** Wrong codes by account, since the first of them. */
  private readonly wrong = new LRUCache<string, Counted>(growing(COUNTED_MAX));

  constructor(private readonly ports: SecretPorts) {
    const bounds = { max: PROGRAMS_WAITING_MAX, attempts: 1 };
    this.grants = new OneTimeSecrets(ports, { ...bounds, lifetimeMs: PROGRAM_CODE_MS });
    this.byDeviceCode = new OneTimeSecrets(ports, { ...bounds, lifetimeMs: DEVICE_CODE_MS });
  }

  /** The code for the program of that challenge. */
  grant(grant: GivenSession, codeChallenge: string, address: string): string {
    return this.grants.open({ ...grant, codeChallenge }, address);
  }

  /** The grant of a code, which is spent also by a wrong verifier: who has the code alone is not who asked. */
  redeem(code: string, verifier: string): GivenSession | undefined {
    const grant = this.grants.take(code);
    return grant && challengeOf(verifier) === grant.codeChallenge ? grant : undefined;
  }

  /** A program on another computer: the code that it keeps, and the one that it shows. */
  ask(program: WaitingProgram): { readonly deviceCode: string; readonly userCode: string } {
    const askedLastMs = this.ports.clock.steady() - DEVICE_CODE_POLL_S * 1000;
    const waiting: Waiting = { ...program, answer: undefined, intervalS: DEVICE_CODE_POLL_S, askedLastMs };
    const userCode = this.freeCode();
    const entry = { network: networkOf(program.address), value: waiting };
    this.byUserCode.open(userCode, entry, this.ports.clock.steady());
    return { deviceCode: this.byDeviceCode.open(waiting, program.address), userCode };
  }

  /** The program that waits with a code; a code that none waits with counts against the account that typed it. */
  find(userCode: string, account: string): WaitingProgram | undefined {
    const entry = this.byUserCode.peek(userCode, this.ports.clock.steady());
    if (!entry) this.countWrong(account);
    return entry;
  }

  /** Seconds until an account may try a code again; 0 when it may. */
  lockSeconds(account: string): number {
    const limit = { max: USER_CODE_ATTEMPTS, spanMs: DEVICE_CODE_MS };
    return limitSeconds(this.wrong.peek(account), limit, this.ports.clock.steady());
  }

  /** Says yes or no to a program, once. */
  answer(userCode: string, account: string, answer: GivenSession | 'refused'): WaitingProgram | undefined {
    const entry = this.find(userCode, account) && this.byUserCode.take(userCode, this.ports.clock.steady());
    if (entry) entry.answer = answer;
    return entry;
  }

  /**
   * When to ask again until it is answered; the answer once; undefined for a code that is over. A program that asks too
   * soon has to wait five seconds longer from then on (RFC 8628 section 3.5).
   */
  poll(deviceCode: string): GivenSession | 'refused' | StillWaiting | undefined {
    const entry = this.byDeviceCode.peek(deviceCode);
    if (!entry) return undefined;
    if (entry.answer === undefined) {
      const nowMs = this.ports.clock.steady();
      const isHasty = nowMs - entry.askedLastMs < entry.intervalS * 1000 - POLL_EARLY_MS;
      if (isHasty) entry.intervalS = Math.min(entry.intervalS + DEVICE_CODE_POLL_S, DEVICE_CODE_POLL_MAX_S);
      entry.askedLastMs = nowMs;
      return { isHasty, intervalS: entry.intervalS };
    }
    return this.byDeviceCode.take(deviceCode)?.answer;
  }

  /** The rights that the program of a code asked for; undefined where it asked for a whole session. */
  accessOf(deviceCode: string): ProgramAccess | undefined {
    return this.byDeviceCode.peek(deviceCode)?.access;
  }

  private freeCode(): string {
    for (;;) {
      const code = userCodeOf(this.ports.random.bytes(USER_CODE_BYTES));
      if (code !== undefined && !this.byUserCode.peek(code, this.ports.clock.steady())) return code;
    }
  }

  private countWrong(account: string): void {
    this.wrong.set(account, oneMore(this.wrong.peek(account), this.ports.clock.steady(), DEVICE_CODE_MS));
  }
}
