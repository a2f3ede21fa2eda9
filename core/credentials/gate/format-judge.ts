// A presentation of one format as the judge of gates asks about it.
import type { CredentialCell, Ground, PresentationRefusal } from '../refusal.js';
import type { GatedRun } from './bytes.js';
import type { NamedRun } from './consent.js';
import type { GateIssuers } from './issuers.js';
import type { GateFrame, GateParts } from './parts.js';
import type { GateRule } from './rule.js';

export interface FormatQuestion {
  readonly parts: GateParts;
  readonly frame: GateFrame;
  readonly rule: GateRule;
  readonly run: GatedRun & { readonly header: NamedRun };
  readonly issuers: GateIssuers;
  readonly atMs: number;
}

export interface GateFormatJudge {
  /** The first ground on which it is refused, of those that the format judges. */
  refusal(): PresentationRefusal | undefined;
  /** The same of one ground, by the cells that it reads. */
  refusalOf(ground: Exclude<Ground, 'form'>): PresentationRefusal | undefined;
  /** Throws a fault where the cell, which is of its type, is not of the form that the format gives it. */
  needForm(cell: CredentialCell): void;
  /** Throws a fault on a signed part that names no key: an uncompressed point of P-256. */
  holderKey(): Uint8Array;
  /** The bytes that the issuer signed, without its signature: ECDSA has two of each text. */
  signedBytes(): Uint8Array;
}

/** The cells that a judge of the ground reads, beside the frame. */
export type CellsOfGround = (ground: Exclude<Ground, 'form'>) => readonly CredentialCell[];
