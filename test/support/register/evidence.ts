// Planted lies of the validator of test/support/register/ledger.ts, and of others: every kind of evidence with real
// signatures. Deterministic.
import { toHex } from '../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../core/base/hash.js';
import type { MemberEvidence } from '../../../core/chain/annex.js';
import { roundChangeDigest, voteDigest } from '../../../core/consensus/digest.js';
import type { RoundChange, Vote } from '../../../core/consensus/types.js';
import { generate, sign } from '../../../core/crypto/signing/algorithms.js';
import type { Hash, Validator } from '../../../core/model/register.js';
import { validatorIdOf } from '../../../core/register/roster.js';

export interface Liar {
  readonly seat: Validator;
  sign(digest: Uint8Array): string;
}

/** A seat from a fixed seed; `validator 0` is the one of test/support/register/ledger.ts. */
export function liar(name = 'validator 0'): Liar {
  const pair = generate('ED25519', sha256(name));
  const consensusKey = toHex(pair.publicKey);
  return {
    seat: { validatorId: validatorIdOf(consensusKey), orgId: 'org', consensusKey, peerId: '' },
    sign: (digest) => toHex(sign('ED25519', pair.privateKey, digest)),
  };
}

export interface Scene {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly rosterHash: Hash;
  readonly height: number;
  readonly round: number;
}

export function voteOf(by: Liar, scene: Scene, docket: string, kind: Vote['kind'] = 'PREPARE'): Vote {
  const vote = {
    ...scene,
    kind,
    docketHash: sha256Hex(docket),
    voter: by.seat.validatorId,
    approve: true,
    code: '',
  };
  return { ...vote, signature: by.sign(voteDigest(vote)) };
}

export function changeOf(by: Liar, scene: Scene, prepared: { round: number; docket: string } | null): RoundChange {
  const change = {
    ...scene,
    preparedRound: prepared?.round ?? -1,
    preparedHash: prepared ? sha256Hex(prepared.docket) : null,
    voter: by.seat.validatorId,
  };
  return { ...change, signature: by.sign(roundChangeDigest(change)) };
}

/** Proof of one lie of each kind at a height and round. The lying round change is of the round after it. */
export function lie(kind: MemberEvidence['kind'], by: Liar, scene: Scene): MemberEvidence {
  const voter = by.seat.validatorId;
  switch (kind) {
    case 'DuplicateVote':
      return { kind, voter, votes: [voteOf(by, scene, 'one'), voteOf(by, scene, 'other')] };
    case 'DuplicateRoundChange': {
      const changes = [changeOf(by, scene, null), changeOf(by, scene, { round: 0, docket: 'one' })] as const;
      return { kind, voter, changes };
    }
    case 'LyingRoundChange': {
      const change = changeOf(by, { ...scene, round: scene.round + 1 }, null);
      return { kind, voter, vote: voteOf(by, scene, 'one', 'COMMIT'), change };
    }
  }
}

export const LIES: readonly MemberEvidence['kind'][] = ['DuplicateVote', 'DuplicateRoundChange', 'LyingRoundChange'];
