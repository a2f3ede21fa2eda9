// A credential in `vc+jwt` as its holder shows it: in a presentation that the key of the holder signs for one request
// (`vp+jwt`, VC-JOSE-COSE 1.0 section 3.1.2), or by itself. Nothing of it can be kept back.
import { isObject, type JsonObject } from '../../base/json.js';
import { PRESENTATION_RAW_MAX } from '../../base/limits/ledger/credentials.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import { draftJws, isSignedBy, type Jws, readJws, type StatedIssuer } from '../jose/jws.js';
import type { CredentialCell } from '../refusal.js';
import { type AskedBinding, needDates } from '../sd-jwt/key-binding.js';
import type { PresentationCells, PresentationQuestion, TrustedIssuer } from '../sd-jwt/presentation.js';
import { readStatusJwt, type StatusJwt } from '../status/jwt.js';
import { listOf, needEnvelope, readVc, VC_TYPE, vcHolderKey, vcIssuer } from './credential.js';

export const VP_TYPE = 'vp+jwt';
const CONTEXT = 'https://www.w3.org/ns/credentials/v2';
const BASE_TYPE = 'VerifiablePresentation';
const ENVELOPE = `data:application/${VC_TYPE},`;

/** The text in its cells. Throws a fault on another form. */
export function vcCells(text: string): PresentationCells {
  need(text.length <= PRESENTATION_RAW_MAX, `Expected at most ${PRESENTATION_RAW_MAX} characters.`);
  const jws = readJws(text, [VC_TYPE, VP_TYPE]);
  return jws.header.typ === VC_TYPE ? { issued: text } : { issued: readEnveloped(jws), proof: text };
}

/** The one credential in a presentation. Throws a fault. */
function readEnveloped(jws: Jws): string {
  needEnvelope(jws, { content: 'vp', base: BASE_TYPE });
  const [enveloped, ...others] = listOf(jws.payload.verifiableCredential);
  need(isObject(enveloped) && others.length === 0, 'The presentation has not one verifiableCredential.');
  const { id, type } = enveloped;
  const isEnvelope = typeof id === 'string' && id.startsWith(ENVELOPE);
  need(
    isEnvelope && listOf(type).includes('EnvelopedVerifiableCredential'),
    `The credential of the presentation is not in an envelope of ${VC_TYPE}.`,
  );
  return id.slice(ENVELOPE.length);
}

/** Each member throws a fault where its cell is absent or not of its form. */
export class VcPresentation {
  #issued: Jws | undefined;
  #stated: StatedIssuer | undefined;
  #trusted: TrustedIssuer | undefined;
  #proof: Jws | undefined;
  #status: StatusJwt | undefined;

  constructor(
    private readonly cells: PresentationCells,
    private readonly question: PresentationQuestion,
  ) {}

  get issued(): Jws {
    this.#issued ??= readVc(this.cells.issued ?? '');
    return this.#issued;
  }

  get stated(): StatedIssuer {
    this.#stated ??= vcIssuer(this.issued);
    return this.#stated;
  }

  get issuer(): TrustedIssuer {
    this.#trusted ??= this.question.findIssuer(this.stated);
    need(this.#trusted !== undefined, 'The issuer of the credential is not trusted for it.');
    return this.#trusted;
  }

  get claims(): JsonObject {
    return this.issued.payload;
  }

  get proof(): Jws {
    this.#proof ??= readJws(this.cells.proof ?? '', [VP_TYPE]);
    return this.#proof;
  }

  /** Undefined where the cell is absent. */
  get status(): StatusJwt | undefined {
    const { status } = this.cells;
    if (status !== undefined) this.#status ??= readStatusJwt(status, this.question.statusTokenMax);
    return this.#status;
  }

  /** Throws a fault where the cell is not of its form. */
  needForm(cell: CredentialCell): void {
    const { issued = '', claims, proof, status } = this.cells;
    if (cell === 'issued') void this.stated;
    if (cell === 'claims') need(claims === undefined, 'A credential of this format has no disclosures.');
    if (cell === 'status' && status !== undefined) void this.status;
    if (cell !== 'proof') return;
    // A proof that was not asked for was meant for another question.
    if (this.question.binding === undefined) need(proof === undefined, 'A proof of the holder was not asked for.');
    else need(readEnveloped(this.proof) === issued, 'The presentation is of another credential.');
  }
}

/** Throws a fault unless the holder signed the presentation for this request, at this time or a little before. */
export function needVcProof({ proof, issued }: VcPresentation, asked: AskedBinding & { readonly atMs: number }): void {
  const { nonce, aud, iat = Math.floor(asked.atMs / 1000) } = proof.payload;
  const key = vcHolderKey(issued);
  need(key !== undefined, 'The credential is bound to no key of P-256 of a holder (cnf, or the DID of its subject).');
  need(isSignedBy(proof, key), 'The proof is not signed with ES256 by the key of the holder.');
  need(nonce === asked.nonce, 'The proof has another nonce.');
  const audiences = listOf(aud);
  need(
    audiences.length === 1 && asked.audiences.some((name) => name === audiences[0]),
    'The proof is for another audience.',
  );
  // A presentation need not say when it was signed: the nonce of the request says that it is fresh.
  needDates({ ...proof, payload: { ...proof.payload, iat } }, asked);
}

export interface VpContent {
  readonly nonce: string;
  readonly audience: string;
  readonly issuedAtSeconds: number;
}

/** The presentation of the credential, for the key of its holder. Throws a fault on a text of another form. */
export function draftVp(credential: string, { nonce, audience, issuedAtSeconds }: VpContent): Draft<string> {
  readVc(credential);
  const enveloped = { '@context': CONTEXT, id: `${ENVELOPE}${credential}`, type: 'EnvelopedVerifiableCredential' };
  return draftJws(
    { typ: VP_TYPE, cty: 'vp' },
    {
      ...{ '@context': [CONTEXT], type: [BASE_TYPE], verifiableCredential: [enveloped] },
      ...{ nonce, aud: audience, iat: issuedAtSeconds },
    },
  );
}
