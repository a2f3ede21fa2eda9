// A presentation of an mdoc as its judge reads it: each cell once, when a step first asks for it. Also what is asked of
// it.
import { fromBase64Url } from '../../base/bytes.js';
import type { Json } from '../../base/json.js';
import { STATUS_TOKEN_MAX } from '../../base/limits/ledger/credentials.js';
import { need } from '../fault.js';
import type { CredentialCell } from '../refusal.js';
import { readStatusCwt, type StatusCwt } from '../status/cwt.js';
import type { StatusQuestion } from '../status/token.js';
import { bytesOf, type MdocCells, readClaims } from './cells.js';
import { type AskedBy, type DeviceSigned, deviceSignedOf } from './device-signed.js';
import { type IssuerAuth, issuerAuthOf, type MdocElement } from './issuer-signed.js';

/** A presentation in its cells. A judge of one ground has only those that the ground reads. */
export interface MdocEvidence extends Partial<MdocCells> {
  /** The token of the list that the credential names: a CWT, base64url. */
  readonly status?: string;
}

/** The key of a leaf that the caller trusts, by the path of its certificates. */
export interface TrustedLeaf {
  /** Uncompressed point of P-256. */
  readonly publicKey: Uint8Array;
  /** Under which anchor: a status token has to be under the same one. */
  readonly anchor: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

export interface AskedElement {
  /** As a refusal names it. */
  readonly name: string;
  /** Name space and name. */
  readonly path: readonly [nameSpace: string, element: string];
  /** The value is one of them; any is taken where they are absent. */
  readonly values?: readonly Json[];
}

export interface MdocQuestion {
  readonly atMs: number;
  readonly docTypes: readonly string[];
  readonly claims: readonly AskedElement[];
  /** The leaf of a chain (DER, the leaf first); undefined where its path does not hold at that time. */
  readonly findIssuer: (stated: { readonly chain: readonly Uint8Array[] }) => TrustedLeaf | undefined;
  /** Absent where no proof of a holder was asked: then there must be none. */
  readonly binding?: AskedBy;
  /** Thumbprints (RFC 7638) of the keys that are taken; any key where it is absent. */
  readonly holderKeys?: readonly string[];
  readonly status: StatusQuestion['status'];
  /**
   * Judges the status of a credential whose issuer is trusted, where the caller knows it by other means than a token:
   * true where it did. Throws a fault.
   */
  readonly judgeStatus?: () => boolean;
  readonly statusMaxAgeMs?: number;
  /** Bytes of a status token, and characters in its cell; STATUS_TOKEN_MAX, that of evidence, when absent. */
  readonly statusTokenMax?: number;
  readonly readList?: StatusQuestion['readList'];
}

/** Each member throws a fault where its cell is absent or not of its form. */
export class MdocPresentation {
  readonly #cells: MdocEvidence;
  readonly #question: MdocQuestion;
  #issued: IssuerAuth | undefined;
  #leaf: TrustedLeaf | undefined;
  #claims: readonly MdocElement[] | undefined;
  #proof: DeviceSigned | undefined;
  #status: StatusCwt | undefined;

  constructor(cells: MdocEvidence, question: MdocQuestion) {
    this.#cells = cells;
    this.#question = question;
  }

  get issued(): IssuerAuth {
    this.#issued ??= issuerAuthOf(bytesOf(this.#cells.issued));
    return this.#issued;
  }

  get leaf(): TrustedLeaf {
    this.#leaf ??= this.#question.findIssuer(this.issued);
    need(this.#leaf !== undefined, 'The issuer of the credential is not trusted for it.');
    return this.#leaf;
  }

  get claims(): readonly MdocElement[] {
    this.#claims ??= readClaims(this.#cells.claims);
    return this.#claims;
  }

  get proof(): DeviceSigned {
    this.#proof ??= deviceSignedOf(bytesOf(this.#cells.proof));
    return this.#proof;
  }

  /** Undefined where the cell is absent. */
  get status(): StatusCwt | undefined {
    const { status } = this.#cells;
    if (status !== undefined && this.#status === undefined) {
      const { statusTokenMax: max = STATUS_TOKEN_MAX } = this.#question;
      const bytes = status.length <= max ? fromBase64Url(status) : undefined;
      need(bytes !== undefined, 'The status token is not base64url in its one spelling, or too long.');
      this.#status = readStatusCwt(bytes, max);
    }
    return this.#status;
  }

  /** Throws a fault where the cell is not of its form. */
  needForm(cell: CredentialCell): void {
    // A proof that was not asked for was meant for another question.
    if (cell === 'proof' && this.#question.binding === undefined)
      need(this.#cells.proof === undefined, 'A proof of the holder was not asked for.');
    else void this[cell];
  }
}
