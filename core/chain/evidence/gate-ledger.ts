// The ledger as a judge of gates asks it, by what a document proves of it and no more. Pins are proven under the root
// that the action states, records and Issuances by their place in the history of its docket. A document proves no
// absence: so a question that it leaves open is remembered, and so is what an answer rests on.

import type { GateView } from '../../credentials/gate/judge.js';
import type { ShownIssuance } from '../../credentials/gate/ledger-status.js';
import type { Ground } from '../../credentials/refusal.js';
import { walletDid } from '../../register/people/did.js';
import type { ParticipantRecord } from '../../register/people/participants.js';
import { entryText } from '../../register/trust/pin.js';
import type { PinProof } from '../../register/trust/root.js';
import { isPartOf } from '../../trust/lists/snapshot.js';
import type { TrustList } from '../../trust/policy.js';
import type { GateRest } from './checks.js';

/** Everything that a document proves of the ledger for one gate. */
export interface ShownFacts {
  readonly pins: readonly PinProof[];
  /** The newest that is shown of each participant. */
  readonly records: readonly ParticipantRecord[];
  /** By their DID URLs. */
  readonly issuances: ReadonlyMap<string, Omit<ShownIssuance, 'status'>>;
  /** A stale list counts as none. */
  readonly isStrict: boolean;
  /** The time of the judgement. */
  readonly atMs: number;
}

export class ShownLedger implements GateView {
  readonly trust: GateView['trust'];
  readonly #facts: ShownFacts;
  readonly #open = new Set<Ground>();
  readonly #rests = new Set<GateRest>(['distrust']);

  constructor(facts: ShownFacts) {
    this.#facts = facts;
    this.trust = {
      ...{ tenantList: undefined, isStrict: false, isDistrusted: () => false },
      lists: (id) => this.#lists(id),
      issuerOf: (key) => this.#issuerOf(key),
    };
  }

  /** Whether the ledger may have said otherwise about this ground than the document shows. */
  isOpen(ground: Ground): boolean {
    return this.#open.has(ground);
  }

  get rests(): readonly GateRest[] {
    return [...this.#rests].sort();
  }

  isVerifier(clientId: string, wallet?: string): boolean {
    const record = this.#recordWith(
      (shown) => shown.verifierIds?.includes(clientId) === true && (wallet ?? primaryOf(shown)) === primaryOf(shown),
    );
    if (record === undefined) this.#leaveOpen('binding');
    return record !== undefined;
  }

  /** Another version may name other keys, so that a refusal on this ground is never proven. */
  holderKeysOf(wallet: string): readonly string[] {
    this.#leaveOpen('holder');
    return this.#recordWith((shown) => primaryOf(shown) === wallet)?.holderKeys ?? [];
  }

  issuanceOf(tx: string): ShownIssuance | undefined {
    const issuance = this.#facts.issuances.get(tx);
    if (issuance === undefined) this.#leaveOpen('status');
    else this.#rests.add('status');
    return issuance && { ...issuance, status: 'valid' };
  }

  #issuerOf(key: string): { readonly participantId: string; readonly did: string } | undefined {
    const record = this.#recordWith(({ credentialKeys }) => credentialKeys?.includes(key) === true);
    if (record === undefined) this.#leaveOpen('issuer', 'status');
    else this.#rests.add('vouching');
    return record && { participantId: record.participantId, did: walletDid(primaryOf(record)) };
  }

  #recordWith(isAsked: (record: ParticipantRecord) => boolean): ParticipantRecord | undefined {
    const record = this.#facts.records.find((shown) => shown.status === 'Active' && isAsked(shown));
    if (record !== undefined) this.#rests.add('records');
    return record;
  }

  #lists(id: string): readonly TrustList[] {
    const pins = this.#facts.pins.filter(({ list }) => isPartOf(list.listId, id));
    if (pins.length === 0) this.#leaveOpen('issuer', 'status');
    const ids = [...new Set(pins.map(({ list }) => list.listId))];
    return ids.map((listId) => this.#listOf(pins.filter(({ list }) => list.listId === listId)));
  }

  #listOf(pins: readonly PinProof[]): TrustList {
    const { listId: id, sequence, assurance, source } = (pins[0] as PinProof).list;
    const entries = new Set(pins.map(({ entry }) => entryText(entry)));
    const has = (text: string): boolean => {
      if (!entries.has(text)) this.#leaveOpen('issuer', 'status');
      return entries.has(text);
    };
    const nextUpdateMs = source?.nextUpdate === undefined ? undefined : Date.parse(source.nextUpdate);
    const { isStrict, atMs } = this.#facts;
    // Another list may have the anchor too, and be fresh.
    if (isStrict && (nextUpdateMs ?? atMs) < atMs) this.#leaveOpen('issuer', 'status');
    return {
      ...{ id, sequence, hasAnchor: has, hasKey: (issuer, key) => has(entryText({ issuer, key })) },
      ...(assurance !== undefined && { assurance }),
      ...(nextUpdateMs !== undefined && { nextUpdateMs }),
    };
  }

  #leaveOpen(...grounds: readonly Ground[]): void {
    for (const ground of grounds) this.#open.add(ground);
  }
}

function primaryOf({ addresses }: Pick<ParticipantRecord, 'addresses'>): string {
  return addresses.find(({ primary }) => primary)?.walletAddress ?? '';
}
