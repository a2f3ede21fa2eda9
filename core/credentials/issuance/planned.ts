// Copies of a credential before their holder is there: salted, so that their digests can be sealed. A plan is plain
// JSON, to be kept encrypted, since it has the claims. The copy that is signed later has the same digests, and beside
// them the key of its holder, its status place and its link.
import { fromBase64Url, toBase64Url, toHex } from '../../base/bytes.js';
import type { JsonObject } from '../../base/json.js';
import { PRESENTATION_CLAIMS_MAX } from '../../base/limits/ledger/credentials.js';
import { inclusionPath, merkleRoot } from '../../base/merkle.js';
import { p256OfJwk } from '../../crypto/keys/jwk.js';
import { ALGORITHM } from '../claim-names.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import { type CopyContent, statedIssueMs } from '../issuing/copy-content.js';
import type { IssuedFormat } from '../issuing/formats.js';
import { elementsOf } from '../issuing/mdoc-copy.js';
import { DECOYS_MAX } from '../issuing/sd-jwt-copy.js';
import { digestsOfElements, draftElements, elementOf, type HeldMdoc, writtenElements } from '../mdoc/issuer-signed.js';
import { type Blinded, blind } from '../sd-jwt/blind.js';
import { joinSdJwt } from '../sd-jwt/compact.js';
import { draftIssued } from '../sd-jwt/credential.js';
import { DIGESTS, digestOf, disclosureOf } from '../sd-jwt/disclosure.js';
import { saltsOf } from '../sd-jwt/salts.js';
import { SHA256 } from '../sd-jwt/unfold.js';
import { mdocLeaf, sdJwtLeaf } from './leaf.js';
import { type LedgerLink, LINK_ELEMENT, linkElement, pathTexts } from './link.js';
import { LINK_CLAIM, LINK_NAME_SPACE } from './names.js';

/** A copy that is asked for again has the same bytes: what it is counted by is a digest of them. */
interface Planned {
  /** Of the link, in base64url. */
  readonly salt: string;
}

interface PlannedSdJwt extends Blinded, Planned {
  readonly format: 'dc+sd-jwt';
}

interface PlannedMdoc extends Planned {
  readonly format: 'mso_mdoc';
  readonly docType: string;
  readonly validUntilMs: number;
  /** IssuerSignedItemBytes in base64url, with their name spaces. */
  readonly elements: readonly (readonly [nameSpace: string, bytes: string])[];
}

/** As long as that of an element. */
const SALT_BYTES = 32;

export type PlannedCopy = PlannedSdJwt | PlannedMdoc;

export interface PlannedContent extends Pick<CopyContent, 'credentialType' | 'claims' | 'disclosable' | 'random'> {
  /** Absent for a credential that does not end, which an mdoc always does. */
  readonly validUntilMs?: number | undefined;
}

/** The parts of a copy that come after its plan. */
export interface CopyHolding extends Pick<CopyContent, 'issuerUrl' | 'issuer' | 'holder' | 'issuedAtMs'> {
  readonly link: LedgerLink;
  /** Absent where the ledger alone says whether it is valid. */
  readonly status?: CopyContent['status'] | undefined;
}

/** Throws a fault on claims that cannot be issued. */
export function planCopy(format: IssuedFormat, content: PlannedContent): PlannedCopy {
  const { credentialType, claims, disclosable, validUntilMs, random } = content;
  const salt = toBase64Url(random(SALT_BYTES));
  if (format === 'mso_mdoc') {
    need(validUntilMs !== undefined, 'A credential of mso_mdoc has an end.');
    need(!Object.hasOwn(claims, LINK_NAME_SPACE), 'The issuer states the link itself.', LINK_NAME_SPACE);
    const elements = writtenElements(elementsOf(claims), random).map(
      ({ element, bytes }) => [element.nameSpace, toBase64Url(bytes)] as const,
    );
    return { format, salt, docType: credentialType, validUntilMs, elements };
  }
  need(!Object.hasOwn(claims, LINK_CLAIM), 'The issuer states the link itself.', LINK_CLAIM);
  const clear = {
    ...{ ...claims, vct: credentialType },
    ...(validUntilMs !== undefined && { exp: Math.floor(validUntilMs / 1000) }),
  };
  const decoys = (random(1)[0] as number) & DECOYS_MAX;
  const made = blind(clear, { disclosable, decoys, salt: saltsOf(random, disclosable.length + decoys) });
  need(made.disclosures.length < PRESENTATION_CLAIMS_MAX, 'There is no room for the link among the disclosures.');
  return { format, salt, ...made };
}

/** The leaf of a copy. */
export function leafOf(copy: PlannedCopy): Uint8Array {
  if (copy.format === 'dc+sd-jwt') return sdJwtLeaf(copy.payload, digestsIn(copy.payload));
  return mdocLeaf({ ...copy, digests: digestsOfElements(elementsIn(copy)) });
}

/** The root that an Issuance seals, in lower-case hex. */
export function issuanceRoot(copies: readonly PlannedCopy[]): string {
  return toHex(merkleRoot(copies.map(leafOf)));
}

/** The link of one of the copies; `tx` is the DID URL of the Issuance that sealed their root. */
export function linkOf(copies: readonly PlannedCopy[], index: number, tx: string): LedgerLink {
  return { tx, i: index, path: pathTexts(inclusionPath(copies.map(leafOf), index)) };
}

/** The copy for one key of its holder, as the wallet gets it. */
export function draftPlanned(copy: PlannedCopy, holding: CopyHolding): Draft<string> {
  return copy.format === 'dc+sd-jwt' ? draftSdJwt(copy, holding) : draftMdoc(copy, holding);
}

function draftSdJwt(copy: PlannedSdJwt, holding: CopyHolding): Draft<string> {
  const { link, issuer, issuerUrl, holder, status } = holding;
  const text = disclosureOf(copy.salt, LINK_CLAIM, { ...link });
  const payload = {
    ...copy.payload,
    ...{ iss: issuerUrl, cnf: { jwk: holder }, iat: statedIssueMs(holding) / 1000 },
    ...(status && { status: { status_list: { idx: status.index, uri: status.uri } } }),
    [DIGESTS]: [...digestsIn(copy.payload), digestOf(text)].sort(),
    [ALGORITHM]: SHA256,
  };
  const { toSign, finish } = draftIssued({ payload, disclosures: [...copy.disclosures, text], issuer });
  return { toSign, finish: (signature) => joinSdJwt(finish(signature)) };
}

function draftMdoc(copy: PlannedMdoc, holding: CopyHolding): Draft<string> {
  const { link, issuer, holder, status } = holding;
  const salt = fromBase64Url(copy.salt) as Uint8Array;
  const linked = writtenElements({ [LINK_NAME_SPACE]: { [LINK_ELEMENT]: linkElement(link) } }, () => salt);
  const signedMs = statedIssueMs(holding);
  const { toSign, finish } = draftElements([...elementsIn(copy), ...linked], {
    ...{ docType: copy.docType, deviceKey: p256OfJwk(holder) as Uint8Array, chain: issuer.chain },
    ...{ signedMs, validFromMs: signedMs, validUntilMs: copy.validUntilMs },
    ...(status && { status }),
  });
  return { toSign, finish: (signature) => toBase64Url(finish(signature)) };
}

function digestsIn(payload: JsonObject): readonly string[] {
  return (payload[DIGESTS] ?? []) as readonly string[];
}

function elementsIn({ elements }: PlannedMdoc): HeldMdoc['elements'] {
  return elements.map(([nameSpace, text]) => {
    const bytes = fromBase64Url(text) as Uint8Array;
    return { element: elementOf(nameSpace, bytes), bytes };
  });
}
