// Password hashing (Argon2id) and the rule of NIST SP 800-63B section 3.1.1.2: length and a blocklist, no composition rules. Hashing costs 19 MiB
// and 50 ms, so that few run at once and the queue is bounded. Plain passwords never leave this file's arguments.
import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import {
  PASSWORD_HASHES_AT_ONCE,
  PASSWORD_HASHES_WAITING,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '../../core/base/limits.js';

export interface PasswordOptions {
  /** KiB of memory for a hash; tests take little. */
  readonly memoryKib?: number;
}

/** Score of zxcvbn under which a password counts as blocklisted: fewer than a million guesses. */
const SCORE_MIN = 2;
/**
 * So much of a password is judged: zxcvbn runs on the event loop, and of all 128 characters it took two seconds. What begins with so many that are hard to guess is no easier
 * to guess as a whole.
 */
const JUDGED_MAX = 24;

export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private blocklist: Promise<ZxcvbnFactory> | undefined;
  private decoy: Promise<string> | undefined;

  constructor(private readonly options: PasswordOptions = {}) {}

  /** PHC text, or NODE_UNAVAILABLE when too many wait. */
  hash(password: string): Promise<string | Issue> {
    return this.limited(() => hash(normalise(password), this.cost()));
  }

  /** Without a hash it costs the same and is false: an unknown e-mail address answers in the time of a wrong password. */
  async verify(phc: string | undefined, password: string): Promise<boolean | Issue> {
    this.decoy ??= hash('no password has this hash', this.cost());
    const decoy = await this.decoy;
    const outcome = await this.limited(() => verify(phc ?? decoy, normalise(password)));
    return phc === undefined && outcome === true ? false : outcome;
  }

  /** Issue PASSWORD_WEAK with `path`. `context` are words that the password may not be built of: name, e-mail address, organisation. */
  async check(password: string, path: string, context: readonly string[]): Promise<Issue[]> {
    const length = [...normalise(password)].length;
    if (length < PASSWORD_MIN)
      return [issue('PASSWORD_WEAK', path, `A password has at least ${PASSWORD_MIN} characters.`)];
    if (length > PASSWORD_MAX)
      return [issue('PASSWORD_WEAK', path, `A password has at most ${PASSWORD_MAX} characters.`)];
    this.blocklist ??= loadBlocklist();
    const { score } = (await this.blocklist).check(normalise(password).slice(0, JUDGED_MAX), ['quorate', ...context]);
    return score < SCORE_MIN
      ? [issue('PASSWORD_WEAK', path, 'The password is among those that are guessed first.')]
      : [];
  }

  private cost() {
    return { memoryCost: this.options.memoryKib ?? 19_456, timeCost: 2, parallelism: 1 };
  }

  private async limited<T>(run: () => Promise<T>): Promise<T | Issue> {
    if (this.running >= PASSWORD_HASHES_AT_ONCE) {
      if (this.waiting.length >= PASSWORD_HASHES_WAITING)
        return issue('NODE_UNAVAILABLE', '', 'Too many logins are being checked; try again in a moment.');
      await new Promise<void>((go) => this.waiting.push(go));
    }
    this.running++;
    try {
      return await run();
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}

/** SP 800-63B asks for one normal form before hashing, so that the same keys pressed elsewhere give the same bytes. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/** 9 MB of dictionaries, loaded when the first password is chosen and not when the node starts. */
async function loadBlocklist(): Promise<ZxcvbnFactory> {
  const [core, shared, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...shared.dictionary, ...english.dictionary },
    graphs: shared.adjacencyGraphs,
    maxLength: PASSWORD_MAX,
  });
}
