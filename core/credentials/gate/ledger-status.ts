// The status of a credential that the register of a gate issued: the row of its Issuance as of the stated height, found
// by the link that its holder shows. It stands in the cell of the status, in the place of a token, so that a judge of
// the status sees no claim.
import { equalBytes } from '../../base/bytes.js';
import type { Json } from '../../base/json.js';
import type { CredentialStatus } from '../../blueprint/definition/choices.js';
import { FormatFault, faultOr, need } from '../fault.js';
import {
  LINK_ELEMENT,
  type LinkedCopy,
  linkedMdoc,
  linkedSdJwt,
  linkProblem,
  type SealedCopies,
} from '../issuance/link.js';
import { LINK_CLAIM, LINK_NAME_SPACE } from '../issuance/names.js';
import { bytesOf, readClaims } from '../mdoc/cells.js';
import { elementOf, issuerAuthOf } from '../mdoc/issuer-signed.js';
import { readDisclosure } from '../sd-jwt/disclosure.js';
import type { LinkCell } from './link-cell.js';
import type { GateParts } from './parts.js';
import type { GateFormat } from './rule.js';

/** An Issuance with its status as of a height. */
export interface ShownIssuance extends SealedCopies {
  readonly status: CredentialStatus;
}

const COPIES: Readonly<Record<GateFormat, (issued: string, link: string) => LinkedCopy | undefined>> = {
  'sd-jwt-vc': (issued, link) => linkedSdJwt({ issued, disclosures: [link] }),
  mso_mdoc: mdocCopy,
};

/** That the issuer signed the element is judged here: the cell is not among the claims. */
function mdocCopy(issued: string, link: string): LinkedCopy | undefined {
  const auth = issuerAuthOf(bytesOf(issued));
  const element = elementOf(LINK_NAME_SPACE, bytesOf(link));
  const stated = auth.object.digests.get(LINK_NAME_SPACE)?.get(element.digestId);
  need(stated !== undefined && equalBytes(stated, element.digest), 'The issuer did not sign this link.');
  return linkedMdoc(auth, [element]);
}

/** Throws a fault unless the link leads to an Issuance that is valid. `issuanceOf` finds one by its DID URL. */
export function needValidIssuance(
  { issued, link }: { readonly issued: string; readonly link: string },
  format: GateFormat,
  issuanceOf: (tx: string) => ShownIssuance | undefined,
): void {
  const copy = COPIES[format](issued, link);
  need(copy !== undefined, 'The status is not a link of the credential.');
  const issuance = issuanceOf(copy.link.tx);
  need(issuance !== undefined, 'The register had no Issuance by then that the link names.');
  const problem = linkProblem(copy, issuance);
  need(problem === undefined, problem ?? '');
  need(issuance.status === 'valid', 'The status of the credential is not valid: it was revoked or suspended.');
}

/** The link among what is shown, as the cell of the status has it; undefined where it is not shown. */
export function linkCellIn({ claims }: GateParts, format: GateFormat): LinkCell | undefined {
  const link = faultOr(() => LINKS[format](claims));
  return link === undefined || link instanceof FormatFault ? undefined : { link };
}

const LINKS: Readonly<Record<GateFormat, (claims: Json | undefined) => string | undefined>> = {
  'sd-jwt-vc': (claims) => (claims as readonly string[]).find((text) => readDisclosure(text).name === LINK_CLAIM),
  mso_mdoc: (claims) => {
    const shown = claims as readonly (readonly [nameSpace: string, item: string])[];
    const at = readClaims(shown).findIndex(
      ({ nameSpace, name }) => nameSpace === LINK_NAME_SPACE && name === LINK_ELEMENT,
    );
    return shown[at]?.[1];
  },
};

/** The path of the claim that a query asks for. */
export const LINK_PATHS: Readonly<Record<GateFormat, readonly string[]>> = {
  'sd-jwt-vc': [LINK_CLAIM],
  mso_mdoc: [LINK_NAME_SPACE, LINK_ELEMENT],
};
