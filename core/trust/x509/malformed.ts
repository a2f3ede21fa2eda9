// Why a certificate or a path of certificates is refused: a short name that stays, and a sentence. Readers throw it and
// those who ask make a Failure of it by `refusalsOf`.
import { issue } from '../../base/issue.js';
import { type Failure, fail } from '../../base/result.js';

/** Of one certificate, in the order in which it is read. */
export type CertificateGround =
  | 'size'
  | 'der'
  | 'version'
  | 'serial'
  | 'algorithm'
  | 'name'
  | 'validity'
  | 'key'
  | 'unique-id'
  | 'extension';

/** Of a path, in the order in which it is judged. */
export type PathGround =
  | CertificateGround
  | 'length'
  | 'order'
  | 'repeated'
  | 'authority'
  | 'path-length'
  | 'identifier'
  | 'constraint'
  | 'signature'
  | 'date'
  | 'leaf'
  | 'purpose'
  | 'subject'
  | 'anchor';

/** A certificate that is not taken. */
class RefusedCertificate extends Error {
  readonly ground: PathGround;

  constructor(ground: PathGround, reason: string) {
    super(reason);
    this.ground = ground;
  }
}

/** Throws where the condition does not hold. */
export function demand(condition: boolean, ground: PathGround, reason: string): asserts condition {
  if (!condition) throw new RefusedCertificate(ground, reason);
}

/** The value of `read`, or its refusal as an issue whose path is `place`, a stroke and the ground: `/1/date`. */
export function refusalsOf<T>(place: () => string, read: () => T): T | Failure {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RefusedCertificate)) throw error;
    return fail(issue('CERT_CHAIN_INVALID', `${place()}/${error.ground}`, error.message));
  }
}
