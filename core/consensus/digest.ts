// The bytes that consensus signatures cover: fixed fields, big-endian, hashes raw, one tagged SHA-256. A signature
// binds register, genesis and roster, so nothing replays across registers, forks of an id, or rosters. Pure.
import { concat, fromHex, u16, u32, u64, utf8, uuidToBytes } from '../base/bytes.js';
import { hash } from '../base/hash.js';
import type { Hash } from '../model/register.js';
import type { RoundChange, Vote } from './types.js';

const KINDS = { PREPARE: 1, COMMIT: 2 } as const;
const NO_HASH = new Uint8Array(32);

/** 32 bytes that a vote's signature covers; `code` is last because it alone has no fixed length. */
export function voteDigest(vote: Omit<Vote, 'signature'>): Uint8Array {
  return hash(
    'vote',
    concat(
      u16(KINDS[vote.kind]),
      uuidToBytes(vote.registerId),
      fromHex(vote.genesisHash),
      u64(vote.height),
      u32(vote.round),
      fromHex(vote.docketHash),
      fromHex(vote.rosterHash),
      fromHex(vote.voter),
      u16(vote.approve ? 1 : 0),
      utf8(vote.code),
    ),
  );
}

/**
 * 32 bytes that a round change's signature covers. The proof that travels beside it is not covered: it proves itself.
 */
export function roundChangeDigest(change: Omit<RoundChange, 'signature'>): Uint8Array {
  return hash(
    'round-change',
    concat(
      uuidToBytes(change.registerId),
      fromHex(change.genesisHash),
      u64(change.height),
      u32(change.round),
      u32(change.preparedRound + 1),
      change.preparedHash === null ? NO_HASH : fromHex(change.preparedHash),
      fromHex(change.rosterHash),
      fromHex(change.voter),
    ),
  );
}

/** 32 bytes that every member of the initial roster signs to attest docket 0. */
export function genesisAttestationDigest(registerId: string, genesisHash: Hash): Uint8Array {
  return hash('genesis-attestation', concat(uuidToBytes(registerId), fromHex(genesisHash)));
}
