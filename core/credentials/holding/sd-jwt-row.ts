// The form of an SD-JWT VC that a wallet holds: the text with all disclosures, and no proof of a holder.
import { isObject } from '../../base/json.js';
import { need } from '../fault.js';
import { linkedSdJwt } from '../issuance/link.js';
import { statedIssuer } from '../jose/jws.js';
import { joinSdJwt, splitSdJwt } from '../sd-jwt/compact.js';
import { claimsOf, readIssued, selectClaims } from '../sd-jwt/credential.js';
import { draftPresentation, holderKeyOf } from '../sd-jwt/key-binding.js';
import { verifyPresentation } from '../sd-jwt/verify.js';
import { readStatusJwt, statusPlaceIn } from '../status/jwt.js';
import type { HeldAsked, HeldContent, HeldFormat, HeldQuestion } from './format-row.js';

const SD_JWT = 'dc+sd-jwt';

export const sdJwtRow: HeldFormat = {
  ...{ format: SD_JWT, typeIn: ({ vct }) => vct, signedAs: 'jose', isLike: (text) => text.includes('~') },
  ...{ read, refusalOf, claimsShown, draft, readLink: (text) => linkedSdJwt(splitSdJwt(text)) },
  status: {
    accept: 'application/statuslist+jwt',
    cellOf: ({ text }) => text.trim(),
    signerOf: (cell) => statedIssuer(readStatusJwt(cell).jws),
  },
};

function read(text: string): HeldContent {
  const parts = splitSdJwt(text);
  need(parts.proof === undefined, 'The credential has a proof of a holder: keep it as the issuer gave it.');
  const issued = readIssued(parts.issued);
  const { vct, iat, exp, cnf } = issued.payload;
  need(typeof vct === 'string' && vct !== '', 'The credential has no vct.');
  const status = statusPlaceIn(issued.payload);
  return {
    ...{ format: SD_JWT, credentialType: vct, stated: statedIssuer(issued), claims: claimsOf(parts) },
    ...(isObject(cnf) && { holderKey: holderKeyOf(issued) }),
    ...(status && { status }),
    ...(typeof iat === 'number' && { issuedAtMs: iat * 1000 }),
    ...(typeof exp === 'number' && { validUntilMs: exp * 1000 }),
  };
}

function refusalOf(text: string, { atMs, findIssuer, statusToken }: HeldQuestion) {
  const { issued, disclosures } = splitSdJwt(text);
  const { vct } = readIssued(issued).payload;
  const refusal = verifyPresentation(
    { issued, claims: disclosures, ...(statusToken !== undefined && { status: statusToken }) },
    { atMs, findIssuer, types: [String(vct)], claims: [], status: 'open' },
  );
  return 'ground' in refusal ? refusal : undefined;
}

function claimsShown(text: string, paths: Parameters<HeldFormat['claimsShown']>[1]) {
  return claimsOf(selectClaims(splitSdJwt(text), paths));
}

function draft(text: string, paths: Parameters<HeldFormat['draft']>[1], asked: HeldAsked) {
  const { clientId: audience, nonce, atSeconds: issuedAtSeconds, transactionData = [] } = asked;
  const selected = selectClaims(splitSdJwt(text), paths);
  const { toSign, finish } = draftPresentation(selected, { nonce, audience, issuedAtSeconds, transactionData });
  return { toSign, finish: (signature: Uint8Array) => joinSdJwt(finish(signature)) };
}
