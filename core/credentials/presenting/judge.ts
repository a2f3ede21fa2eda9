// Judges one presentation of an answer. It goes in two steps: first all but the status, so that no list is fetched for
// a credential of a stranger; then the whole again, with the token of the list that the credential names.
import { toBase64Url } from '../../base/bytes.js';
import type { Json, JsonObject } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import type { TrustEvidence } from '../../trust/policy.js';
import type { TrustPolicy } from '../../trust/policy-form.js';
import { FormatFault, faultOr } from '../fault.js';
import type { StatedIssuer } from '../jose/jws.js';
import { StepMeter } from '../meter.js';
import type { ClaimQuery, CredentialQuery } from '../query/dcql.js';
import { PresentationRefusal } from '../refusal.js';
import { valuesAt } from '../sd-jwt/paths.js';
import type { ReadStatusList } from '../status/bits.js';
import type { StatusPlace } from '../status/token.js';
import { type AskedClaims, FORMAT_JUDGES, type FormatJudge, type JudgedBy } from './formats.js';
import { type FoundIssuer, findIssuer, statusPolicyOf } from './issuers.js';
import { claimNameOf, type PresentedFormat } from './question.js';

export const STATUS_RESULTS = ['Valid', 'NotListed', 'NotValid', 'Unavailable', 'NotChecked'] as const;

export interface PresentationVerdict {
  readonly isValid: boolean;
  /** Claims that were asked for, by name. */
  readonly verifiedClaims: JsonObject;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  /** The holder proved that the credential is its own, for this request. */
  readonly holderKeyVerified: boolean;
  /** Absent for a credential without certificates. */
  readonly x5cChainValid?: boolean;
  readonly statusCheckResult: (typeof STATUS_RESULTS)[number];
  readonly issuer?: string;
  readonly trustEvidence: readonly TrustEvidence[];
}

/** A presentation that stands but for its status. */
export interface WithoutStatus {
  /** Of an SD-JWT lists are JWTs, of an mdoc CWTs. */
  readonly format: PresentedFormat;
  readonly place: StatusPlace;
  /**
   * The verdict by the token of the list, in the form that cells have it; undefined where it could not be had. `atMs`
   * is when it was had: an issuer may sign it while it is fetched, and a token is not of later than its judgement.
   */
  judge(token: string | undefined, atMs: number, readList?: ReadStatusList): PresentationVerdict;
}

/** The verdict on one presentation of the query, or what stands but for its status. Throws nothing on any text. */
export function judgePresentation(
  query: CredentialQuery,
  text: string,
  by: JudgedBy,
): PresentationVerdict | WithoutStatus {
  const judge = new PresentationJudge(FORMAT_JUDGES[query.format as PresentedFormat], query, by);
  return judge.begin(text);
}

class PresentationJudge {
  #issuer: FoundIssuer | undefined;
  #hasChain = false;
  #reasons: readonly string[] = [];
  /** The claims that are asked for: of sets those of the one that is shown. */
  #chosen: readonly ClaimQuery[];

  constructor(
    private readonly format: FormatJudge<unknown>,
    private readonly query: CredentialQuery,
    private readonly by: JudgedBy,
  ) {
    this.#chosen = query.claims;
  }

  begin(text: string): PresentationVerdict | WithoutStatus {
    const { format, by } = this;
    const cells = faultOr(() => format.read(text));
    if (cells instanceof FormatFault)
      return this.refuse(new PresentationRefusal('form', { message: cells.message, part: undefined }), 'NotChecked');
    const whole = { cells, isBound: this.query.needsHolderKey || format.hasProof(cells) };
    const shown = this.verify(whole, {
      ...{ status: 'elsewhere', by },
      findIssuer: (stated) => this.findIssuer(stated, by.policy),
    });
    if (shown instanceof PresentationRefusal) return this.refuse(shown, 'NotChecked');
    const authority = this.authorityRefusal();
    if (authority !== undefined) return this.refuse(authority, 'NotChecked');
    const place = faultOr(() => format.placeOf(cells));
    if (place === undefined) return this.accept(shown, whole.isBound, 'NotListed');
    // A status that is not read is one that cannot be checked.
    if (place instanceof FormatFault)
      return this.refuse(new PresentationRefusal('status', { message: place.message, part: undefined }), 'Unavailable');
    return {
      format: this.query.format as PresentedFormat,
      place,
      judge: (token, atMs, readList) => this.finish(whole, token, { ...by, atMs, ...(readList && { readList }) }),
    };
  }

  private finish(whole: Whole, token: string | undefined, by: JudgedBy): PresentationVerdict {
    const credentialIssuer = this.#issuer;
    const policy = statusPolicyOf(this.by.policy);
    let asked = 0;
    const shown = this.verify(whole, {
      ...{ status: 'closed', by, ...(token !== undefined && { token }) },
      // The first is asked for the credential, which has its verdict.
      findIssuer: (stated) => (asked++ === 0 ? credentialIssuer : this.findTrusted(stated, policy)),
    });
    this.#issuer = credentialIssuer;
    if (shown instanceof PresentationRefusal)
      return this.refuse(shown, token === undefined ? 'Unavailable' : 'NotValid');
    return this.accept(shown, whole.isBound, 'Valid');
  }

  private verify(
    { cells, isBound }: Whole,
    step: Pick<AskedClaims, 'by' | 'findIssuer' | 'status'> & { readonly token?: string },
  ): Json | PresentationRefusal {
    const { format, query } = this;
    const { claims, claimSets } = query;
    const { token, ...more } = step;
    const asked = { ...more, types: query.types ?? [], isBound };
    const whole = token === undefined ? cells : format.withStatus(cells, token);
    if (claimSets === undefined) return format.verify(whole, { ...asked, claims });
    const shown = format.verify(whole, { ...asked, claims: [] });
    if (shown instanceof PresentationRefusal) return shown;
    const chosen = faultOr(() => chosenSet(query, shown));
    if (chosen instanceof FormatFault)
      return new PresentationRefusal('claims', { message: chosen.message, part: undefined });
    this.#chosen = chosen ?? claims;
    return format.claimsRefusal(whole, { ...asked, claims: this.#chosen }) ?? shown;
  }

  private findIssuer(stated: StatedIssuer, policy: TrustPolicy): FoundIssuer | undefined {
    this.#hasChain = stated.chain.length > 0;
    this.#issuer = this.findTrusted(stated, policy);
    return this.#issuer;
  }

  private findTrusted(stated: StatedIssuer, policy: TrustPolicy): FoundIssuer | undefined {
    const { known, atMs } = this.by;
    const issuer = findIssuer(stated, { policy, known, atMs });
    if (!isFailure(issuer)) return issuer;
    this.#reasons = issuer.issues.map(({ message }) => message);
    return undefined;
  }

  /** The query takes credentials below some authorities alone. */
  private authorityRefusal(): PresentationRefusal | undefined {
    const { authorities } = this.query;
    const own = (this.#issuer?.authorityKeys ?? []).map(toBase64Url);
    if (authorities?.some(({ values }) => values.some((value) => own.includes(value))) ?? true) return undefined;
    const message = 'The issuer stands below none of the authorities that were asked for (aki).';
    return new PresentationRefusal('issuer', { message, part: undefined });
  }

  private accept(root: Json, isBound: boolean, status: PresentationVerdict['statusCheckResult']): PresentationVerdict {
    // No more steps than those by which they were judged.
    const meter = new StepMeter();
    const claims = this.#chosen.map(({ path }): readonly [string, Json] => [
      claimNameOf(path),
      valueAt(root, path, meter),
    ]);
    return {
      ...{ isValid: true, verifiedClaims: Object.fromEntries(claims), errors: [], holderKeyVerified: isBound },
      ...{ statusCheckResult: status, ...this.issuerWords() },
    };
  }

  private refuse(refusal: PresentationRefusal, status: PresentationVerdict['statusCheckResult']): PresentationVerdict {
    const reasons = refusal.ground === 'issuer' ? [refusal.message, ...this.#reasons] : [refusal.message];
    return {
      ...{ isValid: false, verifiedClaims: {}, holderKeyVerified: false },
      errors: [{ code: refusal.code, message: [...new Set(reasons)].join(' ') }],
      ...{ statusCheckResult: status, ...this.issuerWords() },
    };
  }

  private issuerWords() {
    const issuer = this.#issuer;
    return {
      ...(this.#hasChain && { x5cChainValid: issuer?.hasChain === true }),
      ...(issuer && { issuer: issuer.name }),
      trustEvidence: issuer?.evidence ?? [],
    };
  }
}

interface Whole {
  readonly cells: unknown;
  /** A proof of the holder is asked for, or is there. */
  readonly isBound: boolean;
}

/** The claims of the first set that is shown whole. Throws a fault where that takes too many steps. */
function chosenSet({ claims, claimSets = [] }: CredentialQuery, root: Json): readonly ClaimQuery[] | undefined {
  const meter = new StepMeter();
  const known = new Map<number, boolean>();
  const isThere = (at: number): boolean => {
    const isKnown = known.get(at) ?? isShown(claims[at] as ClaimQuery, root, meter);
    known.set(at, isKnown);
    return isKnown;
  };
  return claimSets.find((places) => places.every(isThere))?.map((at) => claims[at] as ClaimQuery);
}

function isShown({ path, values }: ClaimQuery, root: Json, meter: StepMeter): boolean {
  const shown = valuesAt(root, path, meter);
  if (values === undefined) return shown.length > 0;
  const wanted = new Set<Json>(values);
  return shown.some((value) => wanted.has(value));
}

/** All elements of a list where the path asks for them. */
function valueAt(root: Json, path: ClaimQuery['path'], meter: StepMeter): Json {
  const values = valuesAt(root, path, meter);
  return path.includes(null) ? values : (values[0] as Json);
}
