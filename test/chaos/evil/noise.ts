// Frames of a node that no peer asked for: heads of heights that do not exist, digests of nothing, and frames as fast
// as the link takes them.
import { randomBytes } from 'node:crypto';
import type { PeerNet } from '../../../actors/mesh/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { Frame, HeadClaim } from '../../../core/mesh/frames.js';
import { docketHash } from '../../../core/register/docket.js';
import type { Inside } from '../../../node/compose/alter.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import { stateIn } from './signing.js';

const HEADS_MS = 200;
const FLOOD_MS = 10;
/** Frames for each peer and tick: far above every budget, and few enough that the link gets its turn. */
const FLOOD_FRAMES = 300;
const TALL = 1_000_000;
const DIGEST_BYTES = 256 * 32;

/** Tells every peer of heads far above and of forged ones below, and sends digests of chance. */
export function tallHeads(inside: Inside, net: PeerNet, lies: () => boolean): void {
  repeat(HEADS_MS, async () => {
    if (!lies()) return;
    for (const record of inside.ledger.registers())
      for (const height of [TALL, 1]) {
        const head = await forgedHead(inside, record, height);
        for (const { peerId } of head ? net.peers() : []) net.send(peerId, { type: 'head', head: head as HeadClaim });
      }
    for (const { peerId } of net.peers()) net.send(peerId, { type: 'digest', buckets: randomBytes(DIGEST_BYTES) });
  });
}

/**
 * Votes and round changes without a good signature, and questions without end. The same few frames again and again:
 * encoding them costs this node nothing then, and what leaves is bounded by the link alone.
 */
export function flooded(inside: Inside, net: PeerNet, lies: () => boolean): void {
  repeat(FLOOD_MS, async () => {
    if (!lies()) return;
    for (const { id: registerId } of inside.ledger.registers()) {
      const frames = noiseAbout(inside, registerId, net.self.peerId);
      for (const { peerId } of net.peers())
        for (let i = 0; i < FLOOD_FRAMES; i++) {
          const frame = frames[i % Math.max(1, frames.length)];
          if (!frame || !net.send(peerId, frame)) break;
        }
    }
  });
}

function noiseAbout(inside: Inside, registerId: string, selfId: string): readonly Frame[] {
  const state = stateIn(inside, registerId);
  const voter = state?.roster.validators.find(({ peerId }) => peerId === selfId)?.validatorId;
  if (!state || voter === undefined) return [];
  const { genesisHash } = state;
  const height = state.height + 1;
  const said = {
    registerId,
    genesisHash,
    height,
    round: 1,
    rosterHash: randomHex(32),
    voter,
    signature: randomHex(64),
  };
  const vote = { ...said, kind: 'COMMIT' as const, docketHash: randomHex(32), approve: true, code: '' };
  const change = { ...said, preparedRound: -1, preparedHash: null };
  const changes = [true, false, true].map(
    (busy): Frame => ({
      type: 'consensus',
      registerId,
      message: { type: 'round-change', change, prepared: null, busy },
    }),
  );
  return [
    ...changes,
    { type: 'consensus', registerId, message: { type: 'vote', vote } },
    { type: 'want-docket', registerId, height: state.height },
  ];
}

async function forgedHead(
  { chain, ledger }: Inside,
  record: RegisterRecord,
  height: number,
): Promise<HeadClaim | undefined> {
  const state = ledger.state(record.id);
  const sealed = isFailure(state) ? undefined : await chain.sealedDocket(record.reg, state.height);
  if (!sealed || sealed.docket.header.height < 1) return undefined;
  const header = { ...sealed.docket.header, height, stateHash: randomHex(32) };
  const signatures = sealed.certificate.signatures.map((one) => ({ ...one, signature: randomHex(64) }));
  const certificate = {
    ...sealed.certificate,
    kind: 'COMMIT' as const,
    height,
    docketHash: docketHash(header),
    signatures,
  };
  return { registerId: record.id, header, certificate, docket: null };
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

function repeat(everyMs: number, act: () => Promise<void>): void {
  let busy = false;
  setInterval(() => {
    if (busy) return;
    busy = true;
    act()
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, everyMs).unref();
}
