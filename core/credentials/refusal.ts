// Why a presentation is refused, of every format: the ground by which it is objected to, what of it is at fault, and a
// sentence. A ground and its part are stable; the sentence is for people, and has no value of a claim.

export type Ground =
  | 'form'
  | 'issuer'
  | 'signature'
  | 'type'
  | 'validity'
  | 'status'
  | 'claims'
  | 'binding'
  | 'holder'
  | 'use';

/** The parts of a presentation that stand in cells of their own. */
export type CredentialCell = 'issued' | 'claims' | 'proof' | 'status';

export class PresentationRefusal {
  readonly ground: Ground;
  /** Of `form` the cell; of `claims` the name of a claim, where it is of one. */
  readonly part: string | undefined;
  readonly message: string;

  constructor(ground: Ground, { message, part }: { readonly message: string; readonly part: string | undefined }) {
    this.ground = ground;
    this.part = part;
    this.message = message;
  }

  /** `signature`, `claims/NAME`. */
  get code(): string {
    return this.part === undefined ? this.ground : `${this.ground}/${this.part}`;
  }
}
