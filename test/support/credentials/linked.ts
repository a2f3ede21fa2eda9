// A credential of either format that a register issued, shown with the link to its Issuance or without, at the gate of
// `gate.ts`. A record vouches for the key of its issuer.
import { fromBase64Url, toBase64Url } from '../../../core/base/bytes.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { linkCellIn } from '../../../core/credentials/gate/ledger-status.js';
import type { GateParts } from '../../../core/credentials/gate/parts.js';
import type { GateFormat } from '../../../core/credentials/gate/rule.js';
import { draftPlanned, issuanceRoot, linkOf, planCopy } from '../../../core/credentials/issuance/planned.js';
import { heldMdocOf } from '../../../core/credentials/mdoc/issuer-signed.js';
import { draftPresentation as draftMdocPresentation } from '../../../core/credentials/mdoc/present.js';
import { splitSdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { selectClaims } from '../../../core/credentials/sd-jwt/credential.js';
import { draftPresentation } from '../../../core/credentials/sd-jwt/key-binding.js';
import { p256Jwk } from '../../../core/crypto/keys/jwk.js';
import { AT_SECONDS, AUDIENCE, CHALLENGE, ISSUER_LEAF, RESPONSE_URI } from './gate.js';
import { dice } from './licence.js';
import { HOLDER, ISSUER, signedBy } from './shown.js';

export interface Linking {
  readonly tx: string;
  readonly nonce: string;
  readonly isHidden?: boolean;
  /** Names a list too. */
  readonly isListed?: boolean;
  /** Place of the copy among the two. */
  readonly at?: 0 | 1;
}

export interface LinkedShown {
  /** With the link in the cell of the status, where it is shown. */
  readonly parts: GateParts;
  /** That the Issuance seals. */
  readonly root: string;
  readonly copies: number;
}

const DAY = 86_400;
const CLAIMS: Readonly<Record<GateFormat, JsonObject>> = {
  'sd-jwt-vc': { number: 'L-17', classes: ['B', 'C'], holder: { name: 'Ada', born: '1990-01-01' } },
  mso_mdoc: { 'org.example.licence': { number: 'L-17', classes: ['B', 'C'], name: 'Ada' } },
};

export function linkedShown(
  format: GateFormat,
  { tx, nonce, isHidden = false, isListed = false, at = 1 }: Linking,
): LinkedShown {
  const random = dice();
  const copies = [0, 1].map(() =>
    planCopy(format === 'mso_mdoc' ? 'mso_mdoc' : 'dc+sd-jwt', {
      credentialType: format === 'mso_mdoc' ? 'org.example.licence.1' : 'urn:example:licence:1',
      ...{ claims: CLAIMS[format], random, validUntilMs: (AT_SECONDS + DAY) * 1000 },
      disclosable:
        format === 'mso_mdoc' ? [] : [['number'], ['classes', 0], ['classes', 1], ['holder'], ['holder', 'name']],
    }),
  );
  const text = signedBy(
    ISSUER,
    draftPlanned(copies[at]!, {
      ...{ link: linkOf(copies, at, tx), issuerUrl: 'https://issuer.example', issuedAtMs: (AT_SECONDS - DAY) * 1000 },
      ...{ issuer: { chain: [ISSUER_LEAF], notBeforeMs: 0 }, holder: p256Jwk(HOLDER.publicKey) as never },
      ...(isListed && { status: { uri: 'https://issuer.example/lists/1', index: 5 } }),
    }),
  );
  const frame: Json = {
    ...{ v: 1, format, challenge: toBase64Url(CHALLENGE), audience: AUDIENCE },
    ...(format === 'mso_mdoc' && { responseUri: RESPONSE_URI }),
  };
  const cells = format === 'mso_mdoc' ? mdocCells(text, { nonce, isHidden }) : sdJwtCells(text, { nonce, isHidden });
  const link = linkCellIn(cells, format);
  const parts = { frame, ...cells, ...(link && { status: { ...link } }) };
  return { parts, root: issuanceRoot(copies), copies: copies.length };
}

type Hiding = Pick<Linking, 'nonce'> & { readonly isHidden: boolean };

function sdJwtCells(text: string, { nonce, isHidden }: Hiding): GateParts {
  const paths = [['number'], ['classes', 1], ['holder', 'name'], ...(isHidden ? [] : [['quorate_ledger']])];
  const proof = { nonce, audience: AUDIENCE, issuedAtSeconds: AT_SECONDS - 60 };
  const shown = signedBy(HOLDER, draftPresentation(selectClaims(splitSdJwt(text), paths), proof));
  return { claims: shown.disclosures, issued: shown.issued, proof: shown.proof ?? '' };
}

function mdocCells(text: string, { nonce, isHidden }: Hiding): GateParts {
  const held = heldMdocOf(fromBase64Url(text) as Uint8Array);
  const asked = { clientId: AUDIENCE, nonce, responseUri: RESPONSE_URI };
  const isShown = (_: string, name: string) =>
    ['number', 'name', 'classes', ...(isHidden ? [] : ['ledger'])].includes(name);
  return { ...signedBy(HOLDER, draftMdocPresentation(held, asked, isShown)) } as GateParts;
}
