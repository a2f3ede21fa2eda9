// The docket that is being decided on a register, live: proposer, round and votes.
import { useEffect, useState } from 'react';
import { followStream } from './follow.js';

export interface CandidateSeen {
  readonly height: number;
  readonly round: number;
  readonly state: string;
  /** validatorId. */
  readonly proposer: string;
  /** Bits of the places that prepared it, and that committed to it. */
  readonly prepared: number;
  readonly committed: number;
  readonly busy: boolean;
}

/** Undefined until it is heard of. */
export function useCandidate(registerId: string): CandidateSeen | undefined {
  const [candidate, setCandidate] = useState<CandidateSeen>();
  useEffect(
    () =>
      followStream<CandidateSeen>({
        method: 'FollowConsensus',
        args: async () => [registerId],
        onItem: setCandidate,
        onState: () => undefined,
      }),
    [registerId],
  );
  return candidate;
}
