// Nonces without a row: a MAC over time and randomness under a key of this start of the node. Each is for one issuer
// and one use, good for a while, and a restart ends all. Also a set of what came already, with a bound: where it is
// full nothing more is taken, because to forget one would be to take it twice.
import { equalBytes, toBase64Url, utf8 } from '../../base/bytes.js';
import { Shares } from '../../base/queues/shares.js';
import { hmacSha256 } from '../../crypto/signing/hmac.js';

const FORM = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/;
const RANDOM_BYTES = 16;
const MAC_BYTES = 16;

export interface NonceBounds {
  readonly lifetimeMs: number;
  readonly usedMax: number;
}

export class Nonces {
  private readonly used: SeenOnce;

  constructor(
    private readonly key: Uint8Array,
    private readonly bounds: NonceBounds,
  ) {
    this.used = new SeenOnce(bounds);
  }

  /** `scope` is what it is for. `nowMs` is of the steady clock; the randomness has 16 bytes. */
  make(scope: string, nowMs: number, random: (length: number) => Uint8Array): string {
    const body = `${Math.floor(nowMs).toString(36)}.${toBase64Url(random(RANDOM_BYTES))}`;
    return `${body}.${this.mac(scope, body)}`;
  }

  /** Whether it was made here for this, is not over, and was not spent. */
  isGood(scope: string, text: string, nowMs: number): boolean {
    const [, time = '', random = '', mac = ''] = FORM.exec(text) ?? [];
    if (mac === '' || !equalBytes(utf8(mac), utf8(this.mac(scope, `${time}.${random}`)))) return false;
    return nowMs - Number.parseInt(time, 36) <= this.bounds.lifetimeMs && !this.used.has(text, nowMs);
  }

  /** Ends a good one; false where it was spent before, or as `SeenOnce.add` says. */
  spend(text: string, nowMs: number, from?: string): boolean {
    return this.used.add(text, nowMs, from);
  }

  private mac(scope: string, body: string): string {
    return toBase64Url(hmacSha256(this.key, `${scope}\u001f${body}`).subarray(0, MAC_BYTES));
  }
}

interface Seen {
  readonly untilMs: number;
  readonly from: string | undefined;
}

/** Texts that came once, for as long as they could come again. */
export class SeenOnce {
  /** The first to be forgotten first. */
  private readonly seen = new Map<string, Seen>();
  private readonly shares = new Shares();

  constructor(private readonly bounds: NonceBounds) {}

  has(text: string, nowMs: number): boolean {
    this.forget(nowMs);
    return this.seen.has(text);
  }

  /** False where it came before, or nothing more can be kept: of this sender (a turn key), where it names one. */
  add(text: string, nowMs: number, from?: string): boolean {
    if (this.has(text, nowMs) || !this.shares.fits(from, 1, this.bounds.usedMax - this.seen.size)) return false;
    this.seen.set(text, { untilMs: nowMs + this.bounds.lifetimeMs, from });
    this.shares.count(from, 1);
    return true;
  }

  private forget(nowMs: number): void {
    for (const [text, { untilMs, from }] of this.seen) {
      if (untilMs > nowMs) return;
      this.seen.delete(text);
      this.shares.count(from, -1);
    }
  }
}
