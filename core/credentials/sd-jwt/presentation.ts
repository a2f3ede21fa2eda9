// A presentation of an SD-JWT VC as its judge reads it: each cell once, when a step first asks for it. Also the
// question about it.
import type { Json, JsonObject } from '../../base/json.js';
import { need } from '../fault.js';
import { type Jws, readJws, type StatedIssuer, statedIssuer } from '../jose/jws.js';
import type { CredentialCell } from '../refusal.js';
import { readStatusJwt, type StatusJwt } from '../status/jwt.js';
import type { StatusQuestion } from '../status/token.js';
import { needBounds, type SdJwt } from './compact.js';
import { readIssued } from './credential.js';
import { type DisclosedClaim, readDisclosure } from './disclosure.js';
import { type AskedBinding, PROOF_TYPE } from './key-binding.js';
import type { AskedPath } from './paths.js';
import { unfold } from './unfold.js';

/** A presentation in its cells. A judge of one ground has only those that the ground reads. */
export interface PresentationCells {
  readonly issued?: string;
  /** Disclosures, encoded, in the order in which they came. */
  readonly claims?: readonly string[];
  readonly proof?: string;
  /** The token of the list that the credential names. */
  readonly status?: string;
}

/** Whom the caller trusts, by the path of its certificates or by a key that it knows. */
export interface TrustedIssuer {
  /** Uncompressed point of P-256. */
  readonly publicKey: Uint8Array;
  /** Under which anchor: a status token has to be under the same one. */
  readonly anchor: string;
}

export interface AskedClaim {
  readonly name: string;
  readonly path: AskedPath;
  /** The claim has one of these; any value where they are absent. */
  readonly values?: readonly Json[];
}

export interface PresentationQuestion {
  readonly atMs: number;
  readonly types: readonly string[];
  readonly claims: readonly AskedClaim[];
  /** Undefined for one that is not trusted at that time, for this credential. */
  readonly findIssuer: (stated: StatedIssuer) => TrustedIssuer | undefined;
  /** Absent where no proof of a holder was asked: then there must be none. */
  readonly binding?: AskedBinding;
  readonly status: StatusQuestion['status'];
  /**
   * Judges the status of a credential whose issuer is trusted, where the caller knows it by other means than a token:
   * true where it did. Throws a fault.
   */
  readonly judgeStatus?: () => boolean;
  readonly statusMaxAgeMs?: number;
  /** Characters of a status token; STATUS_TOKEN_MAX, that of evidence, when absent. */
  readonly statusTokenMax?: number;
  readonly readList?: StatusQuestion['readList'];
}

/** Each member throws a fault where its cell is absent or not of its form. */
export class Presentation {
  readonly #cells: PresentationCells;
  readonly #question: PresentationQuestion;
  #issued: Jws | undefined;
  #stated: StatedIssuer | undefined;
  #trusted: TrustedIssuer | undefined;
  #disclosures: readonly DisclosedClaim[] | undefined;
  #claims: JsonObject | undefined;
  #proof: Jws | undefined;
  #status: StatusJwt | undefined;
  #isBounded = false;

  constructor(cells: PresentationCells, question: PresentationQuestion) {
    this.#cells = cells;
    this.#question = question;
  }

  get issued(): Jws {
    this.#issued ??= readIssued(there(this.#cells.issued, 'The signed part'));
    return this.#issued;
  }

  /** The words of the signed part about its issuer. */
  get stated(): StatedIssuer {
    this.#stated ??= statedIssuer(this.issued);
    return this.#stated;
  }

  get issuer(): TrustedIssuer {
    this.#trusted ??= this.#question.findIssuer(this.stated);
    need(this.#trusted !== undefined, 'The issuer of the credential is not trusted for it.');
    return this.#trusted;
  }

  get disclosures(): readonly DisclosedClaim[] {
    this.#disclosures ??= there(this.#cells.claims, 'The list of disclosures').map(readDisclosure);
    return this.#disclosures;
  }

  /** All that is shown, without digests. */
  get claims(): JsonObject {
    this.#claims ??= unfold(this.issued.payload, this.disclosures).claims;
    return this.#claims;
  }

  get proof(): Jws {
    this.#proof ??= readJws(there(this.#cells.proof, 'The proof of the holder'), [PROOF_TYPE]);
    return this.#proof;
  }

  /** Undefined where the cell is absent. */
  get status(): StatusJwt | undefined {
    const { status } = this.#cells;
    if (status !== undefined) this.#status ??= readStatusJwt(status, this.#question.statusTokenMax);
    return this.#status;
  }

  /** The parts that the holder signs the hash of. */
  get sdJwt(): SdJwt {
    return { issued: this.#cells.issued ?? '', disclosures: this.#cells.claims ?? [] };
  }

  /** Throws a fault where the cell is not of its form, or the presentation beyond its bounds. */
  needForm(cell: CredentialCell): void {
    const { proof } = this.#cells;
    if (!this.#isBounded) needBounds({ ...this.sdJwt, ...(proof !== undefined && { proof }) });
    this.#isBounded = true;
    // A proof that was not asked for was meant for another question.
    if (cell === 'proof' && this.#question.binding === undefined)
      need(proof === undefined, 'A proof of the holder was not asked for.');
    else void this[READS[cell]];
  }
}

/** The member that reads the form of a cell. */
const READS = { issued: 'stated', claims: 'disclosures', proof: 'proof', status: 'status' } as const satisfies Readonly<
  Record<CredentialCell, keyof Presentation>
>;

function there<T>(cell: T | undefined, what: string): T {
  need(cell !== undefined, `${what} is absent.`);
  return cell;
}
