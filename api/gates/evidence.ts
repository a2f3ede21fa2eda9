// From a presentation as it came to the evidence of a gate: the parts that a format signs apart, the anchor or key that
// the ledger has the hash of, and the status token. A list is fetched for an issuer that is trusted alone.
import { anchorsFor } from '../../actors/trust/anchors.js';
import {
  isOfRecord,
  type JudgedNow,
  judgeShown,
  type PreparedGate,
} from '../../actors/workflow/credentials/shown-gates.js';
import { toBase64, toBase64Url } from '../../core/base/bytes.js';
import type { Json } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { FormatFault, faultOr } from '../../core/credentials/fault.js';
import type { HeldGate } from '../../core/credentials/gate/judge.js';
import { linkCellIn } from '../../core/credentials/gate/ledger-status.js';
import type { GateParts } from '../../core/credentials/gate/parts.js';
import type { GateFormat } from '../../core/credentials/gate/rule.js';
import { type StatedIssuer, statedIssuer } from '../../core/credentials/jose/jws.js';
import { bytesOf } from '../../core/credentials/mdoc/cells.js';
import { issuerAuthOf } from '../../core/credentials/mdoc/issuer-signed.js';
import { FORMAT_JUDGES } from '../../core/credentials/presenting/formats.js';
import type { PresentedFormat } from '../../core/credentials/presenting/question.js';
import { PresentationRefusal } from '../../core/credentials/refusal.js';
import { readIssued } from '../../core/credentials/sd-jwt/credential.js';
import { keyOfDid } from '../../core/crypto/keys/did-keys.js';
import { gateViewOf } from '../../core/register/trust/gate-view.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import { evaluateTrust } from '../../core/trust/policy.js';
import { type Anchor, readAnchor } from '../../core/trust/x509/certificate.js';
import type { ApiDeps } from '../deps/deps.js';
import { issuerDocumentsOf, knownIssuers } from '../verifying/known-issuers.js';

export type EvidenceDeps = Pick<
  ApiDeps,
  'certificates' | 'clock' | 'config' | 'credentials' | 'gates' | 'tenants' | 'trustLists' | 'verifier'
>;

/** A presentation as it came, and the request that it answers. */
export interface ShownText {
  readonly text: string;
  /** Client id. */
  readonly audience: string;
  /** Of an mdoc: its transcript has both. */
  readonly responseUri: string;
  readonly encryptionKey?: Uint8Array | undefined;
  /** The challenge of the prepared action, in base64url. */
  readonly challenge: string;
  /** DER of the anchor, where who shows it has that: else it is one that this node knows. */
  readonly anchor?: Uint8Array | undefined;
  /** Whose trust lists are looked into, and whose turn a fetch takes. */
  readonly organisationId: string;
}

export interface JudgedText {
  readonly parts: GateParts;
  readonly verdict: HeldGate | PresentationRefusal;
}

interface Presented {
  readonly format: GateFormat;
  readonly presentedAs: PresentedFormat;
  readonly cells: Readonly<Record<string, Json>>;
  readonly stated: StatedIssuer;
}

/** Judged as of now. The first verdict is without a status: only its ground may be that. */
export async function judgeText(
  deps: EvidenceDeps,
  { gate, shown, now }: { readonly gate: PreparedGate; readonly shown: ShownText; readonly now: JudgedNow },
): Promise<JudgedText> {
  const presented = faultOr(() => readPresented(shown.text));
  if (presented instanceof FormatFault)
    return { parts: {}, verdict: new PresentationRefusal('form', { message: presented.message, part: undefined }) };
  const parts = { frame: await frameOf(deps, { gate, presented, shown, now }), ...presented.cells };
  const verdict = judgeTimed(deps, gate, { parts, now });
  if (verdict instanceof PresentationRefusal && verdict.ground !== 'status') return { parts, verdict };
  return withStatus(deps, gate, { parts, now, organisationId: shown.organisationId });
}

/**
 * With the status of the credential as it is now: the link to its Issuance, or the token of its list; as it was where
 * no list is named, or none can be had.
 */
export async function withStatus(
  deps: EvidenceDeps,
  gate: PreparedGate,
  {
    parts,
    now,
    organisationId,
  }: { readonly parts: GateParts; readonly now: JudgedNow; readonly organisationId: string },
): Promise<JudgedText> {
  // A credential whose issuer a record vouches for has its status on the ledger, where its holder shows the link.
  const link = isOfRecord(gate, parts, now) ? linkCellIn(parts, formatOf(parts)) : undefined;
  if (link !== undefined) {
    const linked = { ...parts, status: { ...link } };
    return { parts: linked, verdict: judgeTimed(deps, gate, { parts: linked, now }) };
  }
  const format = PRESENTED[formatOf(parts)];
  const place = faultOr(() => FORMAT_JUDGES[format].placeOf(parts));
  const from = turnKey({ organisationId, subject: '' });
  const token =
    place === undefined || place instanceof FormatFault
      ? undefined
      : await deps.verifier.statusTokens.tokenOf({ uri: place.uri, format, from, maxAgeMs: gate.rule.statusMaxAgeMs });
  const whole = token === undefined ? parts : { ...parts, status: token };
  // An issuer may sign the token while it is fetched: it is judged at the time at which it was had.
  const then = { ...now, nowMs: deps.clock.now() };
  return { parts: whole, verdict: judgeTimed(deps, gate, { parts: whole, now: then }) };
}

function judgeTimed(
  { clock, gates }: EvidenceDeps,
  gate: PreparedGate,
  { parts, now }: { readonly parts: GateParts; readonly now: JudgedNow },
) {
  const beganMs = clock.steady();
  const verdict = judgeShown(gate, parts, now);
  gates.metrics?.observeGate((clock.steady() - beganMs) / 1000);
  return verdict;
}

const PRESENTED: Readonly<Record<GateFormat, PresentedFormat>> = { 'sd-jwt-vc': 'dc+sd-jwt', mso_mdoc: 'mso_mdoc' };

/** An SD-JWT has tildes, which no base64url has. */
function readPresented(text: string): Presented {
  const format = text.includes('~') ? 'sd-jwt-vc' : 'mso_mdoc';
  const presentedAs = PRESENTED[format];
  const cells = FORMAT_JUDGES[presentedAs].read(text) as Presented['cells'];
  const { issued = '' } = cells;
  const stated = format === 'mso_mdoc' ? issuerAuthOf(bytesOf(issued)) : statedIssuer(readIssued(String(issued)));
  return { format, presentedAs, cells, stated };
}

function formatOf({ frame }: GateParts): GateFormat {
  return (frame as { readonly format: GateFormat }).format;
}

interface Framing {
  readonly gate: PreparedGate;
  readonly presented: Presented;
  readonly shown: ShownText;
  readonly now: JudgedNow;
}

async function frameOf(deps: EvidenceDeps, { gate, presented, shown, now }: Framing): Promise<Json> {
  const { format, stated } = presented;
  const { audience, challenge, responseUri, encryptionKey } = shown;
  const anchor = stated.chain.length > 0 ? await anchorOf(deps, { gate, presented, shown, now }) : undefined;
  const key = stated.chain.length > 0 ? undefined : await issuerKey(deps, { gate, presented, shown, now });
  return {
    ...{ v: 1, format, challenge, audience },
    ...(anchor && { anchor: toBase64(anchor) }),
    ...(key && { issuerKey: toBase64(key) }),
    ...(format === 'mso_mdoc' && { responseUri }),
    ...(format === 'mso_mdoc' && encryptionKey && { encryptionKey: toBase64Url(encryptionKey) }),
  };
}

/** DER of the anchor that the policy takes; undefined where it takes none, or where a record vouches for the key. */
async function anchorOf(deps: EvidenceDeps, { gate, presented, shown, now }: Framing): Promise<Uint8Array | undefined> {
  const policy = gate.rule.policyOf(presented.format);
  if (policy === undefined) return undefined;
  const { chain } = presented.stated;
  const { organisationId } = shown;
  const listed = await anchorsFor({ lists: deps.trustLists, configured: [] }, { organisationId, chain });
  const known = listed.map(({ anchor }) => anchor);
  const anchors = [...shownAnchors(shown), ...known, ...deps.certificates.tenantAnchors()];
  const view = gateViewOf(now.view, now.height).trust;
  const trust = evaluateTrust(policy, { shown: { chain, anchors }, view, atMs: now.nowMs });
  const hash = isFailure(trust) ? undefined : trust.evidence.find(({ anchor }) => anchor !== undefined)?.anchor;
  return anchors.find((anchor) => anchor.hash === hash)?.der;
}

function shownAnchors({ anchor }: ShownText): readonly Anchor[] {
  const read = anchor && readAnchor(anchor);
  return read === undefined || isFailure(read) ? [] : [read];
}

/**
 * SubjectPublicKeyInfo of an issuer without certificates: of its DID, of an issuer of this node, or as the host of the
 * issuer says it. The register decides, by the hash that it has.
 */
async function issuerKey(
  deps: EvidenceDeps,
  { gate, presented, shown, now }: Framing,
): Promise<Uint8Array | undefined> {
  const { stated, format } = presented;
  const policy = gate.rule.policyOf(format);
  const own = stated.issuer === undefined ? undefined : keyOfDid(stated.issuer);
  if (own !== undefined || policy === undefined) return own;
  const { organisationId } = shown;
  const view = gateViewOf(now.view, now.height).trust;
  const documents = await issuerDocumentsOf(deps, [stated], { policy, organisationId, view });
  return (await knownIssuers(deps, organisationId, { policy, documents })).keyOf(stated)?.spki;
}
