// A presentation of one format as the judge of gates asks about it.

import { need } from '../fault.js';
import type { CredentialCell, Ground, PresentationRefusal } from '../refusal.js';
import type { GatedRun } from './bytes.js';
import type { NamedRun } from './consent.js';
import type { GateIssuers } from './issuers.js';
import { needValidIssuance, type ShownIssuance } from './ledger-status.js';
import { isLinkCell } from './link-cell.js';
import type { GateFrame, GateParts } from './parts.js';
import type { GateRule } from './rule.js';

export interface FormatQuestion {
  readonly parts: GateParts;
  readonly frame: GateFrame;
  readonly rule: GateRule;
  readonly run: GatedRun & { readonly header: NamedRun };
  readonly issuers: GateIssuers;
  /** Of the register, as of the stated height, by the DID URL of an Issuance. */
  readonly issuanceOf: (tx: string) => ShownIssuance | undefined;
  readonly atMs: number;
}

/** The parts without a link: `judgeLedgerStatus` judges that. */
export function withoutLink({ frame: _, status, ...parts }: GateParts): GateParts {
  return { ...parts, ...(status !== undefined && !isLinkCell(status) && { status }) };
}

/**
 * The status by the ledger: of an issuer that a record of the register vouches for, with a link. True where that is
 * the status. Such an issuer is held to one of both, as who hides a link would hide a revocation. Throws a fault.
 */
export function judgeLedgerStatus({ parts, frame, rule, issuers, issuanceOf }: FormatQuestion): boolean {
  const { issued, status } = parts;
  const isOfRecord = issuers.trust?.evidence.some(({ kind }) => kind === 'register') === true;
  if (!isLinkCell(status)) {
    const isShown = !isOfRecord || status !== undefined || rule.status === 'open';
    need(isShown, 'Neither the link to the Issuance of the credential is shown, nor the token of its list.');
    return false;
  }
  need(isOfRecord, 'The ledger has the status of credentials whose issuer a record vouches for, and of no others.');
  needValidIssuance({ issued: issued as string, link: status.link }, frame.format, issuanceOf);
  return true;
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
