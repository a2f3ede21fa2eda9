// The survey of one register: which of its dockets, indexes, tip and vote memory are damaged. It takes turns with
// everything else on the node, and names at most so many damaged dockets as one round of repair takes.
import { bodiesOf, isStored } from '../../core/consensus/state.js';
import type { ConsensusRecord } from '../../core/consensus/types.js';
import { awaitedText } from '../../storage/backup/take-back.js';
import { readBody, readHead, readPointer } from '../../storage/chain/chain-read.js';
import { decodeCandidates } from '../../storage/chain/rows.js';
import type { Kv } from '../../storage/engine/kv.js';
import { openJson, sound } from '../../storage/engine/value.js';
import { regKey } from '../../storage/keys/chain-keys.js';
import { isRebuilding } from '../../storage/repair/rebuild.js';
import { resealing } from '../../storage/repair/reseal-note.js';
import { hasStrays } from '../../storage/repair/stray-bodies.js';
import {
  type Below,
  type DocketDamage,
  damagedIndexes,
  highestCertified,
  holdsState,
  isDamaged,
  lookAt,
  soundDocket,
  soundHead,
} from '../../storage/repair/survey.js';

/** Damaged dockets that one round takes: a note for each fits into memory, and the next survey finds the others. */
const DAMAGED_MAX = 1000;

export interface RegisterSurvey {
  readonly dockets: readonly DocketDamage[];
  /** Tip, terms or state cannot be used: the register is sealed again from its dockets. */
  readonly head: boolean;
  /** Of a register that is sealed again because the rules refused this docket, which a quorum decided. */
  readonly refusedHeight: number | undefined;
  /** A restore took the register back, and it waits for what others have: the sentence that says so. */
  readonly takenBack?: string;
  readonly indexes: boolean;
  /** The vote memory cannot be read or lags behind the tip, or a docket that it promised is gone. */
  readonly record: boolean;
  /** The list of bodies of the undecided height cannot be read. */
  readonly candidates: boolean;
  /**
   * There are bodies that no seal will delete any more. Looked for when nothing else is damaged: only then it is known
   * which are sealed.
   */
  readonly strays: boolean;
  /** Dockets up to here were sealed on this node, as far as anything on disk tells. */
  readonly targetHeight: number;
  /** Durable height; -1 without a usable head. */
  readonly height: number;
}

export function isSound(survey: RegisterSurvey): boolean {
  return !survey.strays && holdsRest(survey);
}

function holdsRest(survey: Omit<RegisterSurvey, 'strays'>): boolean {
  const { dockets, head, indexes, record, candidates, targetHeight, height } = survey;
  return dockets.length === 0 && !head && !indexes && !record && !candidates && height >= targetHeight;
}

/**
 * True if the vote memory can be read, is not of a height that is sealed already, and every docket that it promised is
 * there; and if there is none. Every seal moves it on in the same batch, so that one which lags behind the tip has
 * forgotten what was signed since.
 */
export async function holdsVotes(kv: Pick<Kv, 'getSync' | 'getMany'>, reg: number): Promise<boolean> {
  const record = recordOf(kv, reg);
  if (record === undefined || record === 'damaged') return record === undefined;
  const head = sound(() => readHead(kv, reg));
  if (head && (record.height <= head.height || (record.height === head.height + 1 && record.tipHash !== head.hash)))
    return false;
  const promised = bodiesOf(record);
  const stored: string[] = [];
  for (const hash of promised) if (await soundDocket(kv, { reg, height: record.height, hash })) stored.push(hash);
  return promised.every((hash) => isStored(hash, stored));
}

function recordOf(kv: Pick<Kv, 'getSync'>, reg: number): ConsensusRecord | 'damaged' | undefined {
  const bytes = kv.getSync(regKey('consensus', reg));
  return bytes && (sound(() => openJson<ConsensusRecord>(bytes, 'a consensus record')) ?? 'damaged');
}

export async function surveyRegister(kv: Kv, reg: number, turn: () => Promise<void>): Promise<RegisterSurvey> {
  const note = resealing(kv, reg);
  const head = note ? undefined : soundHead(kv, reg);
  const record = recordOf(kv, reg);
  const promised = record === undefined || record === 'damaged' ? -1 : record.height - 1;
  // Docket 0 is sealed with the record of a register, whatever is left of either.
  const targetHeight = Math.max(0, head?.height ?? -1, promised, await highestCertified(kv, reg));
  const list = kv.getSync(regKey('candidates', reg));
  const rest = {
    record: !(await holdsVotes(kv, reg)),
    candidates: list !== undefined && sound(() => decodeCandidates(list)) === undefined,
    refusedHeight: note?.refusedHeight,
    ...(note?.isTakenBack && { takenBack: awaitedText(sealedHeight(kv, reg), note.targetHeight) }),
    targetHeight,
    height: head?.height ?? -1,
  };
  const usable = head !== undefined && (await holdsState(kv, reg, turn));
  if (!usable) return { ...rest, dockets: [], head: true, indexes: false, strays: false };
  const rebuilding = isRebuilding(kv, reg);
  const dockets: DocketDamage[] = [];
  let below: Below = { hash: undefined, txCount: 0 };
  for (let height = 0; height <= head.height && dockets.length < DAMAGED_MAX; height++) {
    // From the tip down to here every hash is in the header above it; the pointer has it too, and is checked against
    // the next header.
    const expected = height === head.height ? head.hash : above(kv, reg, height);
    const look = await lookAt(kv, { reg, height, expected }, below);
    // A rebuild of the indexes takes the pointers away and makes them again itself; what lacks besides is found after
    // it.
    const damage = look.damage && { ...look.damage, unsealed: look.damage.unsealed && !rebuilding };
    if (damage && isDamaged(damage)) dockets.push(damage);
    below = look.below;
    if (height % 64 === 63) await turn();
  }
  const indexes = rebuilding || (await damagedIndexes(kv, turn, reg)).has(reg);
  const value = { ...rest, dockets, head: false, indexes };
  return { ...value, strays: holdsRest(value) && (await hasStrays(kv, reg, turn)) };
}

function sealedHeight(kv: Pick<Kv, 'getSync'>, reg: number): number {
  return sound(() => readHead(kv, reg))?.height ?? -1;
}

/** The hash of a height as the header above it names it; undefined when that is damaged. */
function above(kv: Pick<Kv, 'getSync'>, reg: number, height: number): string | undefined {
  const pointer = sound(() => readPointer(kv, reg, height + 1));
  const body = pointer && sound(() => readBody(kv, { reg, height: height + 1, hash: pointer.hash }));
  return body?.header.prevHash;
}

/**
 * The way with dockets whose seal was lost: `none` while there are none or others have to be made whole first; `alone`
 * when every docket is whole here, `copies` when those above the ones that were looked at may not be.
 */
export function resealingWay({ dockets }: RegisterSurvey): 'none' | 'alone' | 'copies' {
  const isWhole = dockets.every(({ body, certificate }) => !body && !certificate);
  if (!isWhole || !dockets.some((docket) => docket.unsealed)) return 'none';
  return dockets.length < DAMAGED_MAX ? 'alone' : 'copies';
}

/** Whether seals are gone: then there may have been more of them, of which nothing here tells. */
export function losesSeals({ head, dockets, height, targetHeight }: RegisterSurvey): boolean {
  return head || targetHeight > height || dockets.some((docket) => docket.unsealed);
}

/** `3, 7-9` for a sentence; at most a few ranges. */
export function heightsText(dockets: readonly DocketDamage[]): string {
  const ranges: [number, number][] = [];
  for (const { height } of dockets) {
    const last = ranges.at(-1);
    if (last && last[1] === height - 1) last[1] = height;
    else ranges.push([height, height]);
  }
  const texts = ranges.slice(0, 8).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return ranges.length > 8 ? `${texts.join(', ')} and more` : texts.join(', ');
}
