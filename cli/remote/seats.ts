// Says in plain words what is the matter with seats of a roster, and what to run about it. Text only: it asks nothing
// and changes nothing.

/** A seat as the answers of a node show it. */
export interface SeatShown {
  readonly validatorId: string;
  readonly orgId: string;
  /** Empty for a seat that was founded while the mesh of its node was off. */
  readonly peerId: string;
}

/**
 * A paragraph for each seat that no other node can reach, because it is not known which peer holds it; empty when every
 * seat names its peer.
 */
export function seatsWithoutPeer(registerId: string, seats: readonly SeatShown[]): string {
  return seats
    .filter(({ peerId }) => peerId === '')
    .map(({ validatorId }) =>
      [
        `Seat ${validatorId} of register ${registerId} has no peer id, because it was founded with the mesh off: no other node can reach it.`,
        'To give it one, switch the mesh of its node on, and there run:',
        `  quorate validator candidacy ${registerId} --replaces ${validatorId} --out rekey.json`,
        'Then a member of the register runs:',
        `  quorate validator rekey ${registerId} ${validatorId} --candidacy rekey.json --wallet <wallet>`,
      ].join('\n'),
    )
    .join('\n\n');
}
