// The evidence of a gate in its five cells: the frame of the request that was answered, and a presentation in the parts
// that a format signs apart. Forms are closed and bounded, each cell by itself, so that a false form is shown with one.
import { fromBase64, fromBase64Url, isBase64 } from '../../base/bytes.js';
import { hasOnly, type Json } from '../../base/json.js';
import { CERTIFICATE_BYTES_MAX } from '../../base/limits/ledger/certificates.js';
import {
  GATE_ADDRESS_MAX,
  GATE_CLAIMS_MAX,
  GATE_ISSUED_MAX,
  GATE_LINK_MAX,
  PRESENTATION_CLAIMS_MAX,
  PRESENTATION_PROOF_MAX,
  STATUS_TOKEN_MAX,
} from '../../base/limits/ledger/credentials.js';
import { isFailure } from '../../base/result.js';
import { type Anchor, readAnchor } from '../../trust/x509/certificate.js';
import { need } from '../fault.js';
import type { CredentialCell } from '../refusal.js';
import { CHALLENGE_BYTES } from './bytes.js';
import type { GateCell } from './cells.js';
import { isLinkCell } from './link-cell.js';
import type { GateFormat } from './rule.js';

/** As they were opened; of one ground those that it reads. */
export type GateParts = Readonly<Partial<Record<GateCell, Json>>>;

/** The request that a presentation answers, with what a judge cannot find on the ledger. */
export interface GateFrame {
  readonly format: GateFormat;
  readonly challenge: Uint8Array;
  /** Client id of the verifier, with its prefix. */
  readonly audience: string;
  /** The anchor that the chain of the issuer leads to: the ledger has its hash. */
  readonly anchor?: Anchor;
  /** SubjectPublicKeyInfo of an issuer without certificates: the ledger has its hash, or its DID is the key. */
  readonly issuerKey?: Uint8Array;
  /** Of an mdoc: its transcript has both. */
  readonly responseUri?: string;
  /** Thumbprint (RFC 7638) of the key that the response was encrypted to, 32 bytes. */
  readonly encryptionKey?: Uint8Array;
}

const MEMBERS: Readonly<Record<GateFormat, readonly string[]>> = {
  'sd-jwt-vc': [],
  mso_mdoc: ['responseUri', 'encryptionKey'],
};

/** Throws a fault on a frame of another form, or of a format that the requirement does not take. */
export function frameOf(cell: Json | undefined, formats: readonly GateFormat[]): GateFrame {
  const format = formats.find((name) => hasOnly(cell, ['format', ...FRAME, ...MEMBERS[name]]) && cell.format === name);
  need(format !== undefined, 'The frame is not one of version 1 and of a format that is asked for.');
  const { v, challenge, audience, anchor, issuerKey, responseUri, encryptionKey } = cell as Readonly<
    Record<string, unknown>
  >;
  need(v === 1, 'The frame is not of version 1.');
  need(isAddressText(audience), `The frame has an audience that is not a text of 1 to ${GATE_ADDRESS_MAX} characters.`);
  need(anchor === undefined || issuerKey === undefined, 'The frame has an anchor and a key of the issuer.');
  need(
    format === 'sd-jwt-vc' || isAddressText(responseUri),
    `The frame has a response URI that is not a text of 1 to ${GATE_ADDRESS_MAX} characters.`,
  );
  return {
    ...{ format, audience, challenge: bytesOf(challenge, 'challenge') },
    ...(anchor !== undefined && { anchor: anchorOf(derOf(anchor, 'anchor')) }),
    ...(issuerKey !== undefined && { issuerKey: derOf(issuerKey, 'issuerKey') }),
    ...(responseUri !== undefined && { responseUri: responseUri as string }),
    ...(encryptionKey !== undefined && { encryptionKey: bytesOf(encryptionKey, 'encryptionKey') }),
  };
}

const FRAME = ['v', 'challenge', 'audience', 'anchor', 'issuerKey'];

function isAddressText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= GATE_ADDRESS_MAX;
}

function bytesOf(value: unknown, name: string): Uint8Array {
  const bytes = typeof value === 'string' && value.length <= 64 ? fromBase64Url(value) : undefined;
  need(bytes?.length === CHALLENGE_BYTES, `The frame has a ${name} that is not 32 bytes in base64url.`);
  return bytes;
}

function derOf(value: unknown, name: string): Uint8Array {
  const isBounded = typeof value === 'string' && value.length <= 2 * CERTIFICATE_BYTES_MAX && isBase64(value);
  const bytes = isBounded ? fromBase64(value) : undefined;
  need(
    bytes !== undefined && bytes.length <= CERTIFICATE_BYTES_MAX,
    `The frame has ${name} in other than base64, or of over ${CERTIFICATE_BYTES_MAX} bytes.`,
  );
  return bytes;
}

function anchorOf(der: Uint8Array): Anchor {
  const anchor = readAnchor(der);
  need(!isFailure(anchor), 'The frame has an anchor that is not a certificate.');
  return anchor;
}

/** Throws a fault where a part of the presentation is absent, of another type, or beyond its bound. */
export function needPart(
  cell: CredentialCell,
  { parts, format }: { readonly parts: GateParts; readonly format: GateFormat },
) {
  const part = parts[cell];
  if (cell === 'claims') needClaims(part, format);
  else if (cell === 'status' && part !== undefined && typeof part !== 'string')
    need(isLinkCell(part), `Expected status as a token, or as a link of at most ${GATE_LINK_MAX} characters.`);
  else if (cell !== 'status' || part !== undefined)
    need(
      typeof part === 'string' && part.length <= LENGTHS[cell],
      `Expected ${cell} as a text of at most ${LENGTHS[cell]} characters.`,
    );
}

const LENGTHS = { issued: GATE_ISSUED_MAX, proof: PRESENTATION_PROOF_MAX, status: STATUS_TOKEN_MAX };

function needClaims(part: Json | undefined, format: GateFormat): void {
  const isList = Array.isArray(part) && part.length <= PRESENTATION_CLAIMS_MAX;
  need(isList, `Expected claims as a list of at most ${PRESENTATION_CLAIMS_MAX}.`);
  let characters = 0;
  for (const claim of part as readonly Json[]) {
    const texts: readonly Json[] = format === 'sd-jwt-vc' ? [claim] : Array.isArray(claim) ? claim : [];
    const isClaim =
      texts.length === (format === 'sd-jwt-vc' ? 1 : 2) && texts.every((text) => typeof text === 'string');
    need(isClaim, format === 'sd-jwt-vc' ? 'A disclosure is not a text.' : 'An element is not two texts.');
    characters += texts.reduce<number>((sum, text) => sum + (text as string).length, 0);
  }
  need(characters <= GATE_CLAIMS_MAX, `Expected claims of at most ${GATE_CLAIMS_MAX} characters.`);
}
