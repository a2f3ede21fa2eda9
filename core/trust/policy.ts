// Whether a trust policy accepts who issued a credential: by which source, and for which level of assurance. Pure: the
// lists and records that count at the time are a view that the caller gives.
import { equalBytes } from '../base/bytes.js';
import { sha256Hex } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { keyOfDid } from '../crypto/keys/did-keys.js';
import { isDidWeb } from '../crypto/keys/did-web.js';
import { isIssuerAddress } from '../crypto/keys/issuer-address.js';
import {
  ASSURANCE_LEVELS,
  type AssuranceLevel,
  type SourceKind,
  type TrustPolicy,
  type TrustSource,
} from './policy-form.js';
import { type Anchor, readCertificate } from './x509/certificate.js';
import { type JudgedChain, judgeChain, type Path } from './x509/path.js';

/** The issuer as a credential shows it: certificates with the anchors that come with them, or a name with its key. */
export type ShownIssuer =
  | { readonly chain: readonly Uint8Array[]; readonly anchors: readonly Anchor[] }
  | { readonly issuer: string; readonly spki: Uint8Array };

/** A list of anchors and keys as of the judgement, without those that were withdrawn. */
export interface TrustList {
  readonly id: string;
  readonly sequence: number;
  /** Behind it the list is stale. */
  readonly nextUpdateMs?: number;
  /** No source confers more by it, whatever the policy says. */
  readonly assurance?: AssuranceLevel;
  hasAnchor(hash: string): boolean;
  /** A key (SHA-256 of its SubjectPublicKeyInfo) under the name of its issuer. */
  hasKey(issuer: string, keyHash: string): boolean;
  /** Any key under the name. A view that fetches nothing by it has not the word. */
  hasIssuer?(issuer: string): boolean;
}

export interface TrustView {
  /** The list of the own organisation. */
  readonly tenantList: TrustList | undefined;
  /** The list of this id, and those of the territories that it points to: with `eu` also `eu/CY`. */
  lists(id: string): readonly TrustList[];
  /** The participant in whose active record, of an attested organisation, the key signs credentials. */
  issuerOf(keyHash: string): { readonly participantId: string; readonly did: string } | undefined;
  /** The document of a did:web or an address, as its host gave it just now, has the key. A ledger has no such word. */
  hasDocumentKey?(issuer: string, keyHash: string): boolean;
  /** Anchors and keys that nothing names any more. */
  isDistrusted(hash: string): boolean;
  /** A stale list counts as none. */
  readonly isStrict: boolean;
}

/** How a source vouches. */
export interface TrustEvidence {
  readonly kind: SourceKind;
  readonly level: AssuranceLevel;
  /** `{id}#{sequence}`. */
  readonly trustListId?: string;
  readonly isStale?: boolean;
  /** SHA-256 of the anchor. */
  readonly anchor?: string;
}

export interface Trust {
  readonly level: AssuranceLevel;
  /** Of the source that accepted, or with allOf of each. */
  readonly evidence: readonly TrustEvidence[];
}

interface Asked {
  readonly shown: ShownIssuer;
  readonly view: TrustView;
  readonly atMs: number;
}

/** With the word of the policy beside that of the view. */
interface AskedSource extends Asked {
  readonly isStrict: boolean;
  readonly issuer: JudgedIssuer;
}

/** The issuer as sources ask for it, judged once for all of them: a policy has up to a hundred. */
class JudgedIssuer {
  readonly spki: Result<Uint8Array>;
  readonly #asked: Asked;
  #chain: Result<JudgedChain> | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.spki = spkiOf(asked.shown);
  }

  /** The path of its certificates to one of the anchors. */
  pathTo(chain: readonly Uint8Array[], anchors: readonly Anchor[]): Result<Path> {
    this.#chain ??= judgeChain({ chain, atMs: this.#asked.atMs });
    return isFailure(this.#chain) ? this.#chain : this.#chain.pathTo(anchors);
  }
}

/** Of an issuer that a source has: its names, and what the evidence says of it. */
interface Accepted {
  readonly names: readonly string[];
  readonly list?: TrustList;
  readonly anchor?: string;
}

/**
 * The trust in the issuer at the time. CREDENTIAL_REFUSED, an issue for each source at `/sources/I` (behind it the
 * place in a path of certificates), or at `/minAssuranceLevel`. anyOf takes the first source that accepts, and its
 * level counts; allOf takes all, and the lowest level.
 */
export function evaluateTrust(policy: TrustPolicy, asked: Asked): Result<Trust> {
  const { sources, combinator, minAssuranceLevel } = policy;
  const of = { ...asked, isStrict: policy.isStrict || asked.view.isStrict, issuer: new JudgedIssuer(asked) };
  const evidence: TrustEvidence[] = [];
  const issues: Issue[] = [];
  for (const [i, source] of sources.entries()) {
    const vouched = evidenceOf(source, of);
    if (isFailure(vouched))
      issues.push(...vouched.issues.map((problem) => ({ ...problem, path: `/sources/${i}${problem.path}` })));
    else evidence.push(vouched);
    if (evidence.length > 0 && combinator === 'anyOf') break;
  }
  const isAccepted = combinator === 'anyOf' ? evidence.length > 0 : evidence.length === sources.length;
  if (!isAccepted || evidence.length === 0) return fail(issues);
  const level = lowest(evidence.map((each) => each.level));
  return rankOf(level) >= rankOf(minAssuranceLevel)
    ? { level, evidence }
    : refuse(`The issuer is trusted at level ${level}; ${minAssuranceLevel} is asked for.`, '/minAssuranceLevel');
}

function evidenceOf(source: TrustSource, asked: AskedSource): Result<TrustEvidence> {
  const { kind, confersAssurance: level, allowedIssuers } = source;
  const { view, issuer } = asked;
  const { spki } = issuer;
  if (isFailure(spki)) return spki;
  const keyHash = sha256Hex(spki);
  if (view.isDistrusted(keyHash)) return refuse('The key of the issuer is distrusted.');
  const accepted = ACCEPT[kind]({ source, spki, keyHash }, asked);
  if (isFailure(accepted)) return accepted;
  const { names, list, anchor } = accepted;
  const isAllowed = allowedIssuers?.some((name) => name === keyHash || names.includes(name)) ?? true;
  if (!isAllowed) return refuse('The issuer is not among the allowed ones.', '/allowedIssuers');
  return {
    ...{ kind, level: list?.assurance === undefined ? level : lowest([level, list.assurance]) },
    ...(list && { trustListId: `${list.id}#${list.sequence}`, isStale: isStale(list, asked) }),
    ...(anchor !== undefined && { anchor }),
  };
}

interface Candidate {
  readonly source: TrustSource;
  readonly spki: Uint8Array;
  readonly keyHash: string;
}

const ACCEPT: Readonly<Record<SourceKind, (candidate: Candidate, asked: AskedSource) => Result<Accepted>>> = {
  register: acceptRecord,
  'did-allowlist': acceptDid,
  'x509-tenant': (candidate, asked) =>
    acceptListed(asked.view.tenantList ? [asked.view.tenantList] : [], candidate, asked),
  'x509-lotl': (candidate, asked) => acceptListed(listsOf(candidate.source, asked), candidate, asked),
};

function listsOf({ trustListId }: TrustSource, { view }: Asked): readonly TrustList[] {
  return trustListId === undefined ? [] : view.lists(trustListId);
}

/** A record vouches for the key, so of its certificate the dates alone are judged. */
function acceptRecord({ keyHash }: Candidate, { shown, view, atMs }: AskedSource): Result<Accepted> {
  const leaf = 'chain' in shown ? readCertificate(shown.chain[0] ?? new Uint8Array(0)) : undefined;
  if (leaf !== undefined && !isFailure(leaf) && !(leaf.notBeforeMs <= atMs && atMs <= leaf.notAfterMs))
    return refuse('The certificate of the issuer is not valid at that time.');
  const record = view.issuerOf(keyHash);
  return record
    ? { names: [record.participantId, record.did] }
    : refuse('No active record of an attested organisation has the key of the issuer.');
}

/** Whether a source names the issuer, or a list does that a source names. */
export function namesIssuer({ sources }: TrustPolicy, issuer: string, view?: Pick<TrustView, 'lists'>): boolean {
  const isListed = (id: string) => view?.lists(id).some((list) => list.hasIssuer?.(issuer)) ?? false;
  return sources.some(
    ({ allowedIssuers, trustListId }) =>
      allowedIssuers?.includes(issuer) ?? (trustListId !== undefined && isListed(trustListId)),
  );
}

/**
 * A DID that anybody can make is trusted where it is named, and by its own key; did:web by a key that a list has, or
 * that its document has where the view knows that.
 */
function acceptDid({ source, spki, keyHash }: Candidate, asked: AskedSource): Result<Accepted> {
  const { shown, view } = asked;
  if (!('issuer' in shown)) return refuse('An issuer with certificates is not a DID.');
  if (source.allowedIssuers === undefined) return refuse('A did-allowlist names its issuers.', '/allowedIssuers');
  const { issuer } = shown;
  const own = keyOfDid(issuer);
  const isOwn = own !== undefined && equalBytes(own, spki);
  const isOfRecord = view.issuerOf(keyHash)?.did === issuer;
  const isListed = isDidWeb(issuer) && listsOf(source, asked).some((list) => list.hasKey(issuer, keyHash));
  const isHosted = isDidWeb(issuer) || isIssuerAddress(issuer);
  const isInDocument = isHosted && view.hasDocumentKey?.(issuer, keyHash) === true;
  return isOwn || isOfRecord || isListed || isInDocument
    ? { names: [issuer] }
    : refuse('The key is not one of the DID of the issuer.');
}

function acceptListed(
  named: readonly TrustList[],
  { source, keyHash }: Candidate,
  asked: AskedSource,
): Result<Accepted> {
  const { shown, view, isStrict, issuer } = asked;
  const { anchors: pinned = [] } = source;
  const lists = isStrict ? named.filter((list) => !isStale(list, asked)) : named;
  if (lists.length === 0 && pinned.length === 0)
    return refuse(named.length > 0 ? 'The trust list is stale.' : 'There is no such trust list.', '/trustListId');
  if ('issuer' in shown) {
    const list = lists.find((each) => each.hasKey(shown.issuer, keyHash));
    return list ? { names: [shown.issuer], list } : refuse('The trust list has no such key of the issuer.');
  }
  const listOf = (hash: string) => lists.find((list) => list.hasAnchor(hash));
  const anchors = shown.anchors.filter(
    ({ hash }) => (listOf(hash) !== undefined || pinned.includes(hash)) && !view.isDistrusted(hash),
  );
  const path = issuer.pathTo(shown.chain, anchors);
  if (isFailure(path)) return refuseAs(path.issue);
  const { hash: anchor } = path.anchor;
  const list = listOf(anchor);
  return { names: namesOf(path), anchor, ...(list && { list }) };
}

/** DNS names and URIs of the leaf. */
function namesOf({ leaf }: Path): readonly string[] {
  const names = leaf.extensions.subjectAltName ?? [];
  return names.flatMap((name) => (name.kind === 'dns' || name.kind === 'uri' ? [name.text] : []));
}

function spkiOf(shown: ShownIssuer): Result<Uint8Array> {
  if ('issuer' in shown) return shown.spki;
  const leaf = readCertificate(shown.chain[0] ?? new Uint8Array(0));
  return isFailure(leaf) ? refuseAs(leaf.issue) : leaf.key.spki;
}

const lowest = (levels: readonly AssuranceLevel[]) =>
  ASSURANCE_LEVELS.find((rank) => levels.includes(rank)) as AssuranceLevel;
const rankOf = (level: AssuranceLevel) => ASSURANCE_LEVELS.indexOf(level);
const isStale = ({ nextUpdateMs = Number.POSITIVE_INFINITY }: TrustList, { atMs }: AskedSource) => nextUpdateMs < atMs;
const refuse = (message: string, path = '') => fail(issue('CREDENTIAL_REFUSED', path, message));
const refuseAs = ({ path, message }: Issue) => refuse(message, path);
