// The model's world: keys, rosters, dockets and environments. Signatures are SHA-256 of key and digest: no node without
// the key makes one, and they cost nothing.
import { createHash } from 'node:crypto';
import { RULES_LATEST } from '../../core/base/version.js';
import { environment } from '../../core/consensus/environment.js';
import { restore } from '../../core/consensus/state.js';
import { step } from '../../core/consensus/step.js';
import type { Env } from '../../core/consensus/types.js';
import type {
  ConsensusMode,
  ConsensusPolicy,
  Docket,
  DocketHeader,
  Roster,
  SealedDocket,
  Validator,
} from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { bodyRootOf } from '../../core/register/body-roots.js';
import { annexRootOf, docketHash, ZERO_HASH } from '../../core/register/docket.js';
import { rosterHashOf, validatorIdOf } from '../../core/register/roster.js';

export const REGISTER = '00000000-0000-4000-8000-000000000001';

/** The time for a node, and for the docket that it builds: 0 is right, and the others are out of every bound. */
export type Era = -1 | 0 | 1;

/** The parts of the reducer that a mutant may replace. */
export interface Reducer {
  readonly step: typeof step;
  readonly restore: typeof restore;
}

export const SHIPPED: Reducer = { step, restore };

export interface World {
  readonly reducer: Reducer;
  readonly mode: ConsensusMode;
  /** Letters of the members that decide height 1, 2, ...; the last one stays. */
  readonly rosters: readonly string[];
  readonly heights: number;
  /** Highest round that a timer may start. */
  readonly rounds: number;
  readonly crashes: number;
  /** Letters of nodes where work may arrive. */
  readonly work: string;
  /** A member that is not a reducer but the adversary. */
  readonly liar?: string;
  readonly leader?: 'sticky' | 'rotate';
  /**
   * Members whose clocks are wrong at first, far ahead (1) or far behind (-1), and go right and wrong again until
   * everything heals.
   */
  readonly clocks?: Readonly<Record<string, Era>>;
  /** A mutant of what the driver hands in. */
  readonly alterEnv?: (env: Env, height: number) => Env;
}

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

const seats = new Map<string, Validator>();
const names = new Map<string, string>();

/** The seat of a letter. */
export function seat(name: string): Validator {
  let found = seats.get(name);
  if (!found) {
    const consensusKey = sha(`key ${name}`);
    found = { validatorId: validatorIdOf(consensusKey), orgId: name, consensusKey, peerId: '' };
    seats.set(name, found);
    names.set(found.validatorId, name);
  }
  return found;
}

export const idOf = (name: string): string => seat(name).validatorId;
export const nameOf = (id: string): string => names.get(id) ?? '?';

export function rosterOf(members: string): Roster {
  return { validators: [...members].map(seat) };
}

export function membersAt(world: World, height: number): string {
  return world.rosters[Math.min(height, world.rosters.length) - 1] as string;
}

/** Every letter that ever holds a seat. */
export function lettersOf(world: World): string[] {
  return [...new Set(world.rosters.join(''))].sort();
}

const fakes = new Map<string, string>();

export function fakeSign(key: string, digest: Uint8Array): string {
  const text = key + Buffer.from(digest).toString('hex');
  let signature = fakes.get(text);
  if (!signature) {
    const half = sha(text);
    signature = half + half;
    fakes.set(text, signature);
  }
  return signature;
}

export const fakeVerify = (key: string, digest: Uint8Array, signature: string): boolean =>
  fakeSign(key, digest) === signature;

export function policyOf(mode: ConsensusMode, leader: 'sticky' | 'rotate' = 'sticky'): ConsensusPolicy {
  return { mode, leader, tenure: 1, buildWindowMs: 10, docketTransactionsMax: 1000, docketBytesMax: 1 << 20 };
}

const TX = {
  txId: sha('tx'),
  header: { payloadHash: sha('payload') },
  bytes: Uint8Array.of(1),
} as unknown as Transaction;
const TX_ROOT = sha('root');
const BODY_ROOT = bodyRootOf([TX]);
const ANNEX_ROOT = annexRootOf([]);

/** The variant that no honest member holds valid. */
export const INVALID = 401;

const ERA_MS = 1000;

/** The time of the clock that a docket was built by. */
export function eraOf(docket: Docket, parentMs: number): Era {
  const found = Math.floor((docket.header.timestampMs - parentMs - 1) / ERA_MS);
  return found === 2 ? -1 : (found as Era);
}

/** A docket whose content is its builder and a number; in JSON it is its hash, so that states stay small. */
export function docketOf(
  world: World,
  about: { builder: string; height: number; prevHash: string; variant: number; timestampMs: number; era?: Era },
): Docket {
  const header: DocketHeader = {
    v: 1,
    registerId: REGISTER,
    height: about.height,
    prevHash: about.prevHash,
    timestampMs: about.timestampMs + 1 + about.variant + ERA_MS * (((about.era ?? 0) + 3) % 3),
    proposer: about.builder === '' ? ZERO_HASH : idOf(about.builder),
    rosterHash: rosterHashOf(rosterOf(membersAt(world, Math.max(1, about.height)))),
    nextRosterHash: rosterHashOf(rosterOf(membersAt(world, about.height + 1))),
    txRoot: TX_ROOT,
    bodyRoot: BODY_ROOT,
    txCount: 1,
    bytes: 1,
    stateHash: ZERO_HASH,
    historyRoot: ZERO_HASH,
    annexRoot: ANNEX_ROOT,
    rules: about.variant === INVALID ? RULES_LATEST + 1 : RULES_LATEST,
  };
  const docket: Docket = { hash: docketHash(header), header, transactions: [TX], annex: [] };
  Object.defineProperty(docket, 'toJSON', { value: () => docket.hash });
  return docket;
}

const genesisBlocks = new Map<string, SealedDocket>();

export function genesisOf(world: World): SealedDocket {
  const members = membersAt(world, 1);
  const key = `${members}|${membersAt(world, 2)}`;
  let sealed = genesisBlocks.get(key);
  if (!sealed) {
    const docket = docketOf(
      { ...world, rosters: [members, members] },
      { builder: members[0] as string, height: 0, prevHash: ZERO_HASH, variant: 0, timestampMs: 1000 },
    );
    const rosterHash = rosterHashOf(rosterOf(members));
    sealed = {
      docket,
      certificate: { kind: 'GENESIS', height: 0, round: 0, docketHash: docket.hash, rosterHash, signatures: [] },
    };
    genesisBlocks.set(key, sealed);
  }
  return sealed;
}

const environments = new Map<string, Env>();

export function envOf(world: World, name: string, height: number): Env {
  const members = membersAt(world, height);
  const key = [
    name,
    members,
    height > 1 ? membersAt(world, height - 1) : '',
    world.mode,
    world.leader,
    membersAt(world, 1),
  ].join('|');
  let env = environments.get(key);
  if (!env) {
    const consensusKey = seat(name).consensusKey;
    env = environment({
      self: idOf(name),
      registerId: REGISTER,
      genesisHash: genesisOf(world).docket.hash,
      roster: rosterOf(members),
      policy: policyOf(world.mode, world.leader),
      sign: (digest) => fakeSign(consensusKey, digest),
      timers: { roundMs: 1000, resendMs: 500, roundMsMax: 30_000 },
      ...(height > 1 ? { previous: { roster: rosterOf(membersAt(world, height - 1)), mode: world.mode } } : {}),
    });
    environments.set(key, env);
  }
  return world.alterEnv ? world.alterEnv(env, height) : env;
}
