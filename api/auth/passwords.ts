// Password hashing (Argon2id) and the rule of NIST SP 800-63B section 3.1.1.2: length and a blocklist, no composition
// rules. Hashing costs 19 MiB and 50 ms, so that few run at once and the queue is bounded. Plain passwords never leave
// this file's arguments.
import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import { PASSWORD_HASHES_AT_ONCE, PASSWORD_MAX, PASSWORD_MIN } from '../../core/base/limits/node/accounts.js';
import {
  PASSWORD_HASHES_KEY_MAX,
  PASSWORD_HASHES_KNOWN_WAITING,
  PASSWORD_HASHES_WAITING,
} from '../../core/base/limits/node/sharing.js';
import { Scheduler } from '../../core/base/queues/scheduler.js';
import { fail, type Result } from '../../core/base/result.js';

export interface PasswordOptions {
  /** KiB of memory for a hash; tests take little. */
  readonly memoryKib?: number;
  /** Hashes at the same time: PASSWORD_HASHES_AT_ONCE unless the machine has few processors. */
  readonly atOnce?: number;
  /** The verification itself; tests hold it. */
  readonly verify?: (phc: string, password: string) => Promise<boolean>;
}

/** Whose turn a hash takes. */
export interface HashTurn {
  /** An organisation, an account or an address: keys take turns. */
  readonly key: string;
  /**
   * A person with a token, or at an address where the password was right before: such take every other turn, however
   * many strangers wait.
   */
  readonly isKnown: boolean;
}

/** The node itself: at the first start, and on a stopped node. */
const OWN_TURN: HashTurn = { key: '', isKnown: true };

/**
 * Hashes of a second, by which those who are turned away are told when to come back: half of what two processors do.
 */
const TURNS_A_SECOND = 20;

/** Score of zxcvbn under which a password counts as blocklisted: fewer than a million guesses. */
const SCORE_MIN = 2;
/**
 * So much of a password is judged: zxcvbn runs on the event loop, and of all 128 characters it took two seconds. A
 * password that begins with so many characters that are hard to guess is not easier to guess as a whole.
 */
const JUDGED_MAX = 24;

const KNOWN = { all: PASSWORD_HASHES_KNOWN_WAITING, key: PASSWORD_HASHES_KEY_MAX };
const STRANGERS = { all: PASSWORD_HASHES_WAITING, key: PASSWORD_HASHES_KEY_MAX };

/** The process has a single one: it ranks its words in a tenth of a second, and they take some megabytes. */
let blocklist: Promise<ZxcvbnFactory> | undefined;

/** Lets one that waited run, or tells it after how many turns to come back. */
type Go = (turns: number | undefined) => void;

export class Passwords {
  private running = 0;
  private readonly known = new Scheduler<Go>({ waiting: KNOWN });
  private readonly strangers = new Scheduler<Go>({ waiting: STRANGERS });
  private isTurnOfKnown = true;
  private decoy: Promise<string> | undefined;

  constructor(private readonly options: PasswordOptions = {}) {}

  /** PHC text, or NODE_UNAVAILABLE when too many wait. */
  hash(password: string, turn = OWN_TURN): Promise<Result<string>> {
    return this.runLimited(turn, () => hash(normalise(password), this.cost()));
  }

  /**
   * Without a hash it costs the same and is false: an unknown e-mail address answers in the time of a wrong password.
   */
  async verify(phc: string | undefined, password: string, turn = OWN_TURN): Promise<Result<boolean>> {
    this.decoy ??= hash('no password has this hash', this.cost());
    const decoy = await this.decoy;
    const check = this.options.verify ?? verify;
    const outcome = await this.runLimited(turn, () => check(phc ?? decoy, normalise(password)));
    return phc === undefined && outcome === true ? false : outcome;
  }

  /**
   * Issue PASSWORD_WEAK with `path`. `context` are words that the password may not be built of: name, e-mail address,
   * organisation.
   */
  async check(password: string, path: string, context: readonly string[]): Promise<Issue[]> {
    const length = [...normalise(password)].length;
    if (length < PASSWORD_MIN)
      return [issue('PASSWORD_WEAK', path, `A password has at least ${PASSWORD_MIN} characters.`)];
    if (length > PASSWORD_MAX)
      return [issue('PASSWORD_WEAK', path, `A password has at most ${PASSWORD_MAX} characters.`)];
    blocklist ??= loadBlocklist();
    const { score } = (await blocklist).check(normalise(password).slice(0, JUDGED_MAX), ['quorate', ...context]);
    return score < SCORE_MIN
      ? [issue('PASSWORD_WEAK', path, 'The password is among those that are guessed first.')]
      : [];
  }

  private cost() {
    return { memoryCost: this.options.memoryKib ?? 19_456, timeCost: 2, parallelism: 1 };
  }

  private async runLimited<T>({ key, isKnown }: HashTurn, run: () => Promise<T>): Promise<Result<T>> {
    if (this.running < (this.options.atOnce ?? PASSWORD_HASHES_AT_ONCE)) this.running++;
    else {
      const turns = await new Promise<number | undefined>((go) => {
        const turned = (isKnown ? this.known : this.strangers).push(key, go);
        turned?.value(turned.turns);
      });
      if (turns !== undefined) return fail(busy(turns));
    }
    try {
      return await run();
    } finally {
      // The place goes to the next one; one that comes meanwhile does not take it.
      const next = this.next();
      if (next) next(undefined);
      else this.running--;
    }
  }

  private next(): Go | undefined {
    const [first, second] = this.isTurnOfKnown ? [this.known, this.strangers] : [this.strangers, this.known];
    this.isTurnOfKnown = !this.isTurnOfKnown;
    return first.take() ?? second.take();
  }
}

function busy(turns: number): Issue {
  const seconds = Math.ceil(turns / TURNS_A_SECOND);
  const message = `Too many logins are being checked; try again in ${seconds} seconds.`;
  return { ...issue('NODE_UNAVAILABLE', '', message), retryAfterSeconds: seconds };
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
