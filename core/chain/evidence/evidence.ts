// A self-contained document about a sealed transaction: built by a node, verified by anybody with no node at all
// (evidence-proof.ts). Version 2 carries a head, and for every docket in it the path that proves it in the history of
// that head; version 1 ends with the docket and is only read.
import { toHex } from '../../base/bytes.js';
import type { JsonObject } from '../../base/json.js';
import { inclusionPath } from '../../base/merkle.js';
import type { Opening } from '../../envelope/cells/opening.js';
import type { Certificate, DocketHeader, Hash, Roster, SealedDocket } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { txLeaf } from '../../register/docket.js';
import type { PinProof } from '../../register/trust/root.js';

export const EVIDENCE_FORMAT = 'quorate-evidence';
/** The version that is built; 1 is verified as well. */
const EVIDENCE_VERSION = 2;

/**
 * Audit path from a docket hash to the historyRoot of the head, hex, from the leaf up; absent in version 1, empty for
 * the head itself.
 */
interface InHistory {
  readonly historyPath?: readonly Hash[];
}

/** A sealed docket that changed the validator roster, and the roster from then on. */
export interface RosterChange extends InHistory {
  readonly header: DocketHeader;
  readonly certificate: Certificate;
  readonly roster: Roster;
}

/** A transaction with its place in a docket, and that in the history of the head. */
export interface EvidencePlace {
  readonly transaction: JsonObject;
  readonly docket: InHistory & {
    readonly header: DocketHeader;
    readonly index: number;
    /** Audit paths to txRoot and bodyRoot, hex, from the leaf up. */
    readonly path: readonly Hash[];
    readonly bodyPath: readonly Hash[];
    readonly certificate: Certificate;
  };
}

export interface Evidence extends EvidencePlace {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly version: number;
  readonly registerId: string;
  readonly txId: string;
  readonly genesis: InHistory & {
    readonly header: DocketHeader;
    readonly transaction: JsonObject;
    readonly certificate: Certificate;
  };
  /** In order of height, from genesis to the head; in version 1 to the docket. */
  readonly rosterChanges: readonly RosterChange[];
  /** The docket in whose history all others lie. Absent in version 1. */
  readonly head?: { readonly header: DocketHeader; readonly certificate: Certificate };
  /**
   * A docket below the transaction's that the reader knows, so that only the keys since then have to be trusted. With
   * the roster that decides the docket above it, the changes begin there and not at genesis: one document has no room
   * for more of them.
   */
  readonly anchor?: InHistory & { readonly header: DocketHeader; readonly roster?: Roster };
  /** The moves of its instance before it, oldest first: the file proves these too. */
  readonly earlier?: readonly EvidencePlace[];
  /** Parts of an encrypted action, shown by a reader of it. A node builds evidence without them. */
  readonly opening?: Opening;
  /** The words of the ledger by which one gate of the action is judged; its evidence stands in `opening`. */
  readonly gate?: GateEvidence;
}

export interface GateEvidence {
  /** Of the requirement. */
  readonly id: string;
  /** The transaction with the definition: the action names it by its TxId. */
  readonly publication: JsonObject;
  /** The anchors and keys that are asked for, under the root that the action states. */
  readonly pins: readonly PinProof[];
  /** Records and Issuances that are asked for. */
  readonly sealed: readonly SealedBelow[];
}

/** A transaction of a docket in the history of that of the action. */
export interface SealedBelow {
  readonly header: DocketHeader;
  readonly transaction: JsonObject;
  readonly index: number;
  /** Audit paths to the txRoot of its docket, and to the historyRoot of the docket of the action. */
  readonly path: readonly Hash[];
  readonly historyPath: readonly Hash[];
}

/** Transaction `index` of a sealed docket. */
interface SealedPlace {
  readonly sealed: SealedDocket;
  readonly index: number;
}

export interface EvidenceParts extends SealedPlace {
  readonly earlier?: readonly SealedPlace[] | undefined;
  readonly genesis: SealedDocket;
  /** All changes below the head, ascending; above the anchor where that has its roster. */
  readonly rosterChanges: readonly Omit<RosterChange, 'historyPath'>[];
  readonly head: { readonly header: DocketHeader; readonly certificate: Certificate };
  /** Audit path of a height in the history of the head; asked for heights below it only. */
  pathOf(height: number): readonly Uint8Array[];
  readonly anchor?: { readonly header: DocketHeader; readonly roster?: Roster };
}

/** The evidence of transaction `index` of a sealed docket. */
export function buildEvidence(parts: EvidenceParts): Evidence {
  const { header, transactions } = parts.sealed.docket;
  const { txId } = transactions[parts.index] as Transaction;
  const genesisTx = parts.genesis.docket.transactions[0] as Transaction;
  const historyPath = ({ height }: DocketHeader): readonly Hash[] =>
    height === parts.head.header.height ? [] : parts.pathOf(height).map(toHex);
  const placeOf = (place: SealedPlace) => placeIn(place, historyPath(place.sealed.docket.header));
  return {
    format: EVIDENCE_FORMAT,
    version: EVIDENCE_VERSION,
    registerId: header.registerId,
    txId,
    ...placeOf(parts),
    genesis: {
      header: parts.genesis.docket.header,
      transaction: documentOf(genesisTx),
      certificate: parts.genesis.certificate,
      historyPath: historyPath(parts.genesis.docket.header),
    },
    rosterChanges: parts.rosterChanges.map((change) => ({ ...change, historyPath: historyPath(change.header) })),
    head: parts.head,
    ...(parts.earlier && { earlier: parts.earlier.map(placeOf) }),
    ...(parts.anchor ? { anchor: { ...parts.anchor, historyPath: historyPath(parts.anchor.header) } } : {}),
  };
}

function placeIn({ sealed, index }: SealedPlace, historyPath: readonly Hash[]): EvidencePlace {
  const { docket, certificate } = sealed;
  const { transactions, header } = docket;
  const path = inclusionPath(transactions.map(txLeaf), index).map(toHex);
  const bodies = transactions.map(({ bytes }) => bytes);
  const bodyPath = inclusionPath(bodies, index).map(toHex);
  const transaction = documentOf(transactions[index] as Transaction);
  return { transaction, docket: { header, index, path, bodyPath, certificate, historyPath } };
}

/** A transaction as evidence has it. */
export function documentOf({ header, payload, signatures }: Transaction): JsonObject {
  return { header, payload, signatures } as unknown as JsonObject;
}
