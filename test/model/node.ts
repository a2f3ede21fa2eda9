// One node of the model: the reducer, a little disk, and a driver that does what the effects ask in their order. It
// checks what one node alone can get wrong: writes before sends, links, certificates, bounds and silence.
import { ROUNDS_AHEAD_MAX } from '../../core/base/limits/ledger/consensus.js';
import { BODIES_MAX } from '../../core/base/limits/node/consensus.js';
import { RULES_LATEST } from '../../core/base/version.js';
import { certificateProblems } from '../../core/consensus/certificate.js';
import type { Effect, Write } from '../../core/consensus/effect.js';
import type { ConsensusInput } from '../../core/consensus/input.js';
import { bodiesOf, freshRecord, initial, isBusy, tipOf } from '../../core/consensus/state.js';
import type { ConsensusRecord, Message, RoundChange, State, Tip, Vote } from '../../core/consensus/types.js';
import type { Certificate, Docket, SealedDocket } from '../../core/model/register.js';
import type { TimeRule } from '../../core/register/docket-time.js';
import {
  docketOf,
  type Era,
  envOf,
  eraOf,
  fakeVerify,
  genesisOf,
  idOf,
  membersAt,
  nameOf,
  REGISTER,
  rosterOf,
  type World,
} from './world.js';

export interface Disk {
  readonly record: ConsensusRecord;
  readonly bodies: readonly Docket[];
  readonly sealed: readonly SealedDocket[];
}

/** One node: what is in memory, what is on disk, and what its driver was asked and has not answered. */
export interface Image {
  readonly name: string;
  readonly state: State;
  readonly disk: Disk;
  readonly boots: number;
  readonly questions: readonly ConsensusInput[];
  readonly armed: readonly string[];
  readonly clock: Era;
}

export interface Sent {
  readonly from: string;
  readonly to: string;
  readonly message: Message;
}

/** A signed object of which the model remembers that it exists. */
export type Signed =
  | { readonly type: 'vote'; readonly vote: Vote }
  | { readonly type: 'change'; readonly change: RoundChange }
  /** COMMIT votes of a seat in rounds above `above`, up to `below`, that it never let go and took back. */
  | {
      readonly type: 'withdrawn';
      readonly voter: string;
      readonly height: number;
      readonly above: number;
      readonly below: number;
    }
  | { readonly type: 'certificate'; readonly certificate: Certificate; readonly voters: readonly string[] };

export interface Outcome {
  readonly image: Image;
  readonly sent: readonly Sent[];
  readonly signed: readonly Signed[];
  readonly problems: readonly string[];
  readonly accused: readonly string[];
}

/** Bodies that exist anywhere: what a fetch can find. */
export type Library = Map<string, Docket>;

export interface RunOptions {
  /** Questions to the driver become inputs of their own instead of being answered at once. */
  readonly slow?: boolean;
  /** The process dies before this write (0 = the first). */
  readonly dieBefore?: number;
  /** The pool has nothing (any more): the builder answers null. */
  readonly empty?: boolean;
}

/**
 * The part of the record before it that a record forgets, at one height: the seat says that no other node has seen it.
 */
function withdrawnBy(before: ConsensusRecord, after: ConsensusRecord, voter: string): Signed[] {
  const below = before.prepared?.round ?? -1;
  const above = after.prepared?.round ?? -1;
  if (before.height !== after.height || above >= below) return [];
  return [{ type: 'withdrawn', voter, height: after.height, above, below }];
}

export function headOf(world: World, disk: Disk): SealedDocket {
  return disk.sealed[disk.sealed.length - 1] ?? genesisOf(world);
}

export function bootOf(world: World, name: string): Image {
  const tip = tipOf(genesisOf(world));
  const disk: Disk = { record: freshRecord(tip), bodies: [], sealed: [] };
  const image: Image = {
    name,
    state: initial(tip),
    disk,
    boots: 0,
    questions: [],
    armed: [],
    clock: world.clocks?.[name] ?? 0,
  };
  return run(world, image, { type: 'next' }, new Map()).image;
}

/** The node after losing its memory. */
export function reboot(world: World, image: Image, library: Library): Outcome {
  const tip: Tip = tipOf(headOf(world, image.disk));
  const named = new Set(bodiesOf(image.disk.record));
  const bodies = image.disk.bodies.filter((body) => named.has(body.hash));
  let state: State;
  try {
    state = world.reducer.restore(image.disk.record, tip, bodies);
  } catch (error) {
    return { image, sent: [], signed: [], accused: [], problems: [`threw: ${(error as Error).message}`] };
  }
  return run(world, { ...image, state, boots: image.boots + 1, questions: [], armed: [] }, { type: 'next' }, library);
}

/** Feeds one input and does what the effects ask, in their order, as a driver does. */
export function run(
  world: World,
  before: Image,
  first: ConsensusInput,
  library: Library,
  options: RunOptions = {},
): Outcome {
  const tape = new Tape(world, before, library, options);
  try {
    tape.play(first);
  } catch (error) {
    tape.problems.push(`threw: ${(error as Error).message}`);
  }
  return tape.outcome();
}

class Tape {
  readonly problems: string[] = [];
  readonly #sent: Sent[] = [];
  readonly #signed: Signed[] = [];
  readonly #accused: string[] = [];
  readonly #questions: ConsensusInput[];
  readonly #armed: Set<string>;
  readonly #inputs: ConsensusInput[] = [];
  #state: State;
  #disk: Disk;
  #writes = 0;
  #dead = false;

  constructor(
    readonly world: World,
    readonly before: Image,
    readonly library: Library,
    readonly options: RunOptions,
  ) {
    this.#state = before.state;
    this.#disk = before.disk;
    this.#questions = [...before.questions];
    this.#armed = new Set(before.armed);
  }

  play(first: ConsensusInput): void {
    const wasBusy = isBusy(this.#state);
    this.#inputs.push(first);
    for (let input = this.#inputs.shift(); input && !this.#dead; input = this.#inputs.shift()) {
      const env = envOf(this.world, this.before.name, this.#state.record.height);
      const { state, effects } = this.world.reducer.step(this.#state, input, env);
      this.#state = state;
      if (!wasBusy && (input.type === 'timer' || input.type === 'resend') && effects.length > 0)
        this.problems.push('I12 an idle register is silent');
      for (const effect of effects) if (!this.#dead) this.#apply(effect);
    }
    if (!this.#dead) this.#checkBounds();
  }

  outcome(): Outcome {
    const rest = { sent: this.#sent, signed: this.#signed, problems: this.problems, accused: this.#accused };
    const image = {
      ...this.before,
      state: this.#state,
      disk: this.#disk,
      questions: this.#questions,
      armed: [...this.#armed].sort(),
    };
    if (!this.#dead) return { image, ...rest };
    const again = reboot(this.world, image, this.library);
    return {
      image: again.image,
      sent: [...this.#sent, ...again.sent],
      signed: [...this.#signed, ...again.signed],
      problems: [...this.problems, ...again.problems],
      accused: this.#accused,
    };
  }

  #apply(effect: Effect): void {
    const { name } = this.before;
    switch (effect.type) {
      case 'persist':
        if (this.#writes++ === this.options.dieBefore) this.#dead = true;
        else
          effect.writes.forEach((write) => {
            this.#write(write);
          });
        break;
      case 'send':
        this.#checkWritten(effect.message);
        for (const to of effect.to) this.#sent.push({ from: name, to: nameOf(to), message: effect.message });
        break;
      case 'event':
        if (effect.event.name === 'Evidence' && effect.event.evidence.kind !== 'ConflictingCertificates')
          this.#accused.push(nameOf(effect.event.evidence.voter));
        if (effect.event.name === 'Fork') this.problems.push('I1 conflicting certificates exist');
        if (effect.event.name === 'Diverged') this.problems.push('a valid docket was held invalid');
        break;
      case 'arm':
        this.#armed.add(effect.timer);
        break;
      case 'disarm':
        this.#armed.delete(effect.timer);
        break;
      case 'check':
        this.#ask(this.#judge(effect.docket, effect.time));
        break;
      case 'build':
        this.#ask({
          type: 'built',
          height: effect.height,
          round: effect.round,
          docket: this.options.empty ? null : this.#build(effect.height),
        });
        break;
      case 'fetch': {
        const docket = effect.docketHash === null ? undefined : this.library.get(effect.docketHash);
        if (docket) this.#ask({ type: 'body', docket });
        break;
      }
      case 'serve': {
        const sealed = this.#disk.sealed[effect.height - 1];
        if (!sealed) break;
        const docket = sealed.docket.hash === effect.held ? null : sealed.docket;
        this.#sent.push({ from: name, to: nameOf(effect.to), message: { type: 'decided', ...sealed, docket } });
        break;
      }
      default:
        break;
    }
  }

  #ask(answer: ConsensusInput): void {
    if (this.options.slow) this.#questions.push(answer);
    else this.#inputs.push(answer);
  }

  #judge(docket: Docket, time: TimeRule): ConsensusInput {
    const { clock } = this.before;
    const era = eraOf(docket, this.#state.tip.timestampMs);
    const isLate = (time !== 'never' && era > clock) || (time === 'fresh' && era < clock);
    const code = docket.header.rules !== RULES_LATEST ? 'DOCKET_RULES_UNKNOWN' : isLate ? 'DOCKET_TIME_INVALID' : '';
    return { type: 'checked', docketHash: docket.hash, time, ok: code === '', code };
  }

  /** Other work after a restart: a proposer that forgot its proposal makes a different one. */
  #build(height: number): Docket {
    const { tip } = this.#state;
    const { name, boots } = this.before;
    const variant = name.charCodeAt(0) * 8 + boots;
    const docket = docketOf(this.world, {
      builder: name,
      height,
      prevHash: tip.hash,
      variant,
      timestampMs: tip.timestampMs,
      era: this.before.clock,
    });
    this.library.set(docket.hash, docket);
    return docket;
  }

  #write(write: Write): void {
    const disk = this.#disk;
    if (write.kind === 'body') {
      this.#disk = { ...disk, bodies: [...disk.bodies, write.docket] };
    } else if (write.kind === 'tidy') {
      this.#disk = { ...disk, bodies: disk.bodies.filter(({ hash }) => write.kept.includes(hash)) };
    } else if (write.kind === 'record') {
      this.#disk = { ...disk, record: write.record };
      this.#signed.push(...withdrawnBy(disk.record, write.record, idOf(this.before.name)));
      const { prepareVote, commitVote, roundChange, proposal } = write.record;
      for (const vote of [proposal?.prepare, prepareVote, commitVote])
        if (vote) this.#signed.push({ type: 'vote', vote });
      if (roundChange) this.#signed.push({ type: 'change', change: roundChange });
    } else if (write.kind === 'seal') {
      this.#checkSeal(write.sealed);
      this.#disk = { record: write.record ?? disk.record, bodies: [], sealed: [...disk.sealed, write.sealed] };
      // The docket took what there was to do; more work arrives as an action of its own.
      this.#inputs.unshift({ type: 'work', on: false }, { type: 'next' });
    }
  }

  /** I7: what is sent is on disk already. */
  #checkWritten(message: Message): void {
    const { commitVote, prepareVote, roundChange, proposal } = this.#disk.record;
    const written = [commitVote, prepareVote, proposal?.prepare, roundChange];
    const signed =
      message.type === 'vote' && message.vote.approve
        ? message.vote
        : message.type === 'round-change'
          ? message.change
          : message.type === 'proposal'
            ? message.proposal.prepare
            : undefined;
    const isWritten = () =>
      written.some((one) => one?.signature === signed?.signature && JSON.stringify(one) === JSON.stringify(signed));
    if (signed && !isWritten()) this.problems.push('I7 a signed message is written before it is sent');
  }

  /** I6 and I9. */
  #checkSeal(sealed: SealedDocket): void {
    const { docket, certificate } = sealed;
    const height = this.#disk.sealed.length + 1;
    const roster = rosterOf(membersAt(this.world, height));
    const genesisHash = genesisOf(this.world).docket.hash;
    const scope = { registerId: REGISTER, genesisHash, roster, policy: { mode: this.world.mode } };
    const sound =
      certificate.kind === 'COMMIT' &&
      certificate.height === height &&
      certificate.docketHash === docket.hash &&
      certificateProblems(certificate, scope, fakeVerify).length === 0;
    const voters = certificate.signatures.map(({ voterIndex }) => roster.validators[voterIndex]?.validatorId ?? '');
    this.#signed.push({ type: 'certificate', certificate, voters });
    if (!sound) this.problems.push('I9 a sealed docket has a valid certificate');
    const { tip } = this.before.state;
    const wrong = Object.keys(this.world.clocks ?? {}).length;
    if (
      docket.header.prevHash === tip.hash &&
      eraOf(docket, tip.timestampMs) !== 0 &&
      wrong === 1 &&
      roster.validators.length > 1
    )
      this.problems.push('I14 one wrong clock dates no docket');
    if (docket.header.prevHash !== headOf(this.world, this.#disk).docket.hash)
      this.problems.push('I6 the chain is linked');
  }

  /** I12 and I13. */
  #checkBounds(): void {
    const s = this.#state;
    if (s.halted === null && !isBusy(s) && this.#armed.size > 0)
      this.problems.push('I12 an idle register has no timer');
    const n = membersAt(this.world, s.record.height).length;
    const window = 2 * ROUNDS_AHEAD_MAX + 1;
    if (s.votes.length > 2 * n * window || s.changes.length > n || s.bodies.length > BODIES_MAX + 4 + n)
      this.problems.push('I13 buffers are bounded');
    if (s.ahead.length > 2 + n + 2 * n * (ROUNDS_AHEAD_MAX + 1) || s.judgements.length > 2 * (BODIES_MAX + 4 + n))
      this.problems.push('I13 buffers are bounded');
  }
}
