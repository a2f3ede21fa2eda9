// One node of a mesh lies while clients work with the honest ones: nothing that these acknowledged may change, whatever
// it says. In majority mode a fork cannot be prevented, so there it has to be found, attributed and stopped.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';
import { Dice } from '../../support/base/dice.js';
import { ask } from '../ask.js';
import { Clients } from '../clients.js';
import { groundOf, withLogs } from '../field.js';
import { CONVERGE_MS, replicaOf } from '../run.js';
import type { Stories } from '../story.js';
import { judge } from '../verdict.js';
import { residentMiB } from '../watch.js';
import { BEGIN_FILE, type EvilKind, MUST_BE } from './kinds.js';

export interface EvilOptions {
  readonly kind: EvilKind;
  readonly mode: 'majority' | 'bft';
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
  readonly log: (sentence: string) => void;
}

export interface EvilReport {
  readonly kind: EvilKind;
  readonly mode: 'majority' | 'bft';
  readonly faults: readonly string[];
  readonly acknowledged: number;
  readonly height: number;
  /** Every honest node refuses to go on with the register. */
  readonly stopped: boolean;
  /** The knowledge of honest nodes about the liar, for people. */
  readonly named: string;
  /** Memory of the largest honest node when the lies end. */
  readonly largestMiB: number;
}

interface Known {
  /** Kinds of proven offences of the liar, by any honest node. */
  readonly offences: ReadonlySet<string>;
  /** Honest nodes that hold the proof of a fork, with the last docket before it. */
  readonly forks: ReadonlyMap<number, number>;
  /** Lowest points in the book of an honest node. */
  readonly score: number;
  readonly isBanned: boolean;
}

/**
 * Evidence travels with the next docket, and a fork with the next head, or with the digests of each minute when that is
 * lost.
 */
const KNOWN_MS = 30_000;

const built = join(import.meta.dirname, 'main.js');
const PROGRAM = existsSync(built) ? built : join(import.meta.dirname, 'main.ts');

export async function evilRun(options: EvilOptions): Promise<EvilReport> {
  const { kind, mode, seconds, clients: count, seed, log } = options;
  const seats = mode === 'bft' ? 4 : 3;
  // The builder of docket 0 leads a sticky register from then on: in majority mode the liar has to be it to propose at
  // all.
  const evilIndex = mode === 'bft' ? seats - 1 : 0;
  log(`Starting ${seats} nodes (${mode}), of which one is evil: ${kind}.`);
  const program = { path: PROGRAM, words: ['--evil', kind] };
  const programOf = (index: number) => (index === evilIndex ? program : undefined);
  const { cluster, fields, registerIds } = await groundOf({ seats, followers: 0, registers: 1, mode, programOf });
  const evil = cluster.members[evilIndex] as ClusterMember;
  const honest = cluster.members.filter((member) => member !== evil);
  try {
    const clients = new Clients({ members: honest, fields, dice: new Dice(`chaos ${seed}`) });
    const working = clients.run({ count, lines: 1 });
    await pause(1000);
    log(`${evil.name} begins to lie.`);
    writeFileSync(join(evil.node.dataDir, BEGIN_FILE), '');
    if (kind === 'lie-rc') await provoke(honest, seconds);
    else await pause(seconds * 1000);
    clients.stop();
    await working;
    const registerId = registerIds[0] as string;
    const known = await knownOf({ honest, evil, registerId, mustBe: MUST_BE[kind] });
    const { stories } = clients;
    const faults = [...clients.witness.faults, ...unknown(options, known, honest)];
    const stopped = known.forks.size === honest.length;
    const about = { kind, mode, stopped, named: textOf(known), largestMiB: Math.max(...honest.map(residentMiB)) };
    if (faults.length > 0) for (const { name, node } of honest) log(`${name}: ${node.logs.slice(-2500)}`);
    if (known.forks.size > 0) {
      if (mode === 'bft') faults.push('A register that bears one liar of four has forked.');
      faults.push(...(await judgeForked({ honest, registerId, stories, known })));
      const height = Math.min(...known.forks.values());
      return { ...about, faults, acknowledged: acknowledgedIn(stories), height };
    }
    const verdict = await judge({ replicas: honest.map(replicaOf), registerIds, stories, convergeMs: CONVERGE_MS });
    if (verdict.acknowledged === 0) faults.push('Nothing was acknowledged: one liar has stopped the register.');
    const { acknowledged, height } = verdict;
    return { ...about, faults: [...faults, ...verdict.faults], acknowledged, height };
  } catch (error) {
    throw withLogs(error, cluster.members);
  } finally {
    await cluster.remove();
  }
}

/** Round changes come when a proposer falls silent: honest nodes are frozen in turn. */
async function provoke(honest: readonly ClusterMember[], seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < until; turn++) {
    const { node } = honest[turn % honest.length] as ClusterMember;
    node.freeze();
    await pause(1500);
    node.thaw();
    await pause(700);
  }
}

/** Asks the honest nodes until they know what they must, or for long enough. */
async function knownOf(given: {
  readonly honest: readonly ClusterMember[];
  readonly evil: ClusterMember;
  readonly registerId: string;
  readonly mustBe: 'named' | 'blamed' | 'nothing';
}): Promise<Known> {
  const until = performance.now() + KNOWN_MS;
  for (;;) {
    const known = await askKnown(given);
    const enough =
      given.mustBe === 'nothing' ||
      (given.mustBe === 'blamed' && known.score < 0) ||
      (given.mustBe === 'named' &&
        known.offences.size > 0 &&
        (known.forks.size === 0 || known.forks.size === given.honest.length));
    if (enough || performance.now() > until) return known;
    await pause(250);
  }
}

async function askKnown({
  honest,
  evil,
  registerId,
}: {
  readonly honest: readonly ClusterMember[];
  readonly evil: ClusterMember;
  readonly registerId: string;
}): Promise<Known> {
  const offences = new Set<string>();
  const forks = new Map<number, number>();
  let score = 0;
  let isBanned = false;
  for (const { node, token, index } of honest) {
    const client = node.client(token);
    const { validators } = await client.getGovernanceRoster({ params: { registerId } });
    const liar = validators.find(({ peerId }) => peerId === evil.peerId)?.validatorId;
    const { sealed, pending, fork } = await client.getMisbehaviour({ params: { registerId } });
    for (const { validatorId, kind } of [...sealed, ...pending]) if (validatorId === liar) offences.add(kind);
    if (fork) {
      forks.set(index, fork.lastCommonDocket ?? fork.height - 1);
      for (const { validatorId, kind } of fork.culprits) if (validatorId === liar) offences.add(kind);
    }
    const book = await client.getPeer({ params: { peerId: evil.peerId } });
    score = Math.min(score, book.score);
    isBanned ||= book.isBanned;
  }
  return { offences, forks, score, isBanned };
}

/** Facts that honest nodes should know and do not. */
function unknown({ kind, mode }: EvilOptions, known: Known, honest: readonly ClusterMember[]): readonly string[] {
  const mustBe = MUST_BE[kind];
  const faults: string[] = [];
  if (mustBe === 'named' && known.offences.size === 0)
    faults.push(`The liar is named by no honest node (${mode}), though it signed two things that exclude each other.`);
  if (mustBe === 'blamed' && known.score >= 0 && !known.isBanned)
    faults.push('The liar has no points against it at any honest node.');
  if (known.forks.size > 0 && known.forks.size < honest.length)
    faults.push(`${known.forks.size} of ${honest.length} honest nodes know that the register has forked.`);
  return faults;
}

/**
 * Of a forked register: it is stopped everywhere, and up to the last common docket nothing that was acknowledged is
 * changed.
 */
async function judgeForked(given: {
  readonly honest: readonly ClusterMember[];
  readonly registerId: string;
  readonly stories: Stories;
  readonly known: Known;
}): Promise<readonly string[]> {
  const { honest, registerId, stories, known } = given;
  const faults: string[] = [];
  const common = Math.min(...known.forks.values());
  for (const member of honest) {
    const path = `/api/registers/${registerId}/transactions`;
    const [fresh] = [...stories.values()].filter(({ isContended }) => !isContended).slice(-1);
    const answer = fresh && (await ask(member, { method: 'POST', path, body: fresh.body }));
    if (answer?.json['code'] !== 'REGISTER_FORKED')
      faults.push(
        `${member.name} answers ${answer?.status} ${answer?.json['code']} to a submission to a forked register.`,
      );
    for (const { body: told, sealed } of stories.values())
      for (const place of sealed) {
        if (place.height > common) continue;
        const shown = await ask(member, { method: 'GET', path: `${path}/${told.transactionId}` });
        if (shown?.status !== 200)
          faults.push(`${member.name} has lost ${told.transactionId}, sealed before the fork.`);
      }
  }
  return faults;
}

function acknowledgedIn(stories: Stories): number {
  return [...stories.values()].filter(({ sealed, promises }) => sealed.length + promises.length > 0).length;
}

function textOf({ offences, forks, score, isBanned }: Known): string {
  const texts = [
    ...offences,
    ...(forks.size > 0 ? [`proof of the fork on ${forks.size} node(s)`] : []),
    ...(isBanned ? ['banned'] : []),
    ...(score < 0 ? [`score ${Math.round(score)}`] : []),
  ];
  return texts.join(', ') || '-';
}
