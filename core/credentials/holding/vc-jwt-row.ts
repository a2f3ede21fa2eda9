// The form of a credential in `vc+jwt` that a wallet holds: the JWS as its issuer signed it.
import { isObject, type Json } from '../../base/json.js';
import { need } from '../fault.js';
import { statedIssuer } from '../jose/jws.js';
import { readStatusJwt } from '../status/jwt.js';
import { readVc, VC_JWT, vcDates, vcHolderKey, vcIssuer, vcStatusPlace, vcTypes } from '../vc-jwt/credential.js';
import { draftVp } from '../vc-jwt/presentation.js';
import { verifyVc } from '../vc-jwt/verify.js';
import type { HeldAsked, HeldContent, HeldFormat, HeldQuestion } from './format-row.js';

export const vcJwtRow: HeldFormat = {
  ...{ format: VC_JWT, signedAs: 'jose', isLike: (text) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) },
  ...{ typeIn, read, refusalOf, draft, readLink: () => undefined },
  // Nothing of it can be kept back.
  claimsShown: (text) => readVc(text).payload,
  status: {
    accept: 'application/statuslist+jwt',
    cellOf: ({ text }) => text.trim(),
    signerOf: (cell) => statedIssuer(readStatusJwt(cell).jws),
  },
};

/** OpenID4VCI 1.0 appendix A.1.1.2. */
function typeIn({ credential_definition: definition }: Parameters<HeldFormat['typeIn']>[0]): Json | undefined {
  const types = isObject(definition) && Array.isArray(definition.type) ? (definition.type as readonly Json[]) : [];
  return types.find((type) => type !== 'VerifiableCredential');
}

function read(text: string): HeldContent {
  const jws = readVc(text);
  const [credentialType, ...otherTypes] = vcTypes(jws);
  need(credentialType !== undefined, 'The credential has no type beside VerifiableCredential.');
  const holderKey = vcHolderKey(jws);
  const { iat, credentialStatus } = jws.payload;
  const [fromMs, untilMs] = vcDates(jws.payload);
  const issuedAtMs = typeof iat === 'number' ? iat * 1000 : fromMs;
  // A wallet keeps what it cannot ask about: its verifier judges it.
  const status = credentialStatus === undefined ? vcStatusPlace(jws) : undefined;
  return {
    ...{ format: VC_JWT, credentialType, otherTypes, stated: vcIssuer(jws), claims: jws.payload },
    ...(holderKey && { holderKey }),
    ...(status && { status }),
    ...(issuedAtMs !== undefined && { issuedAtMs }),
    ...(untilMs !== undefined && { validUntilMs: untilMs }),
  };
}

function refusalOf(text: string, { atMs, findIssuer, statusToken }: HeldQuestion) {
  const cells = { issued: text, ...(statusToken !== undefined && { status: statusToken }) };
  const verdict = verifyVc(cells, { atMs, findIssuer, types: vcTypes(readVc(text)), claims: [], status: 'open' });
  return 'ground' in verdict ? verdict : undefined;
}

function draft(text: string, _: Parameters<HeldFormat['draft']>[1], asked: HeldAsked) {
  const { clientId: audience, nonce, atSeconds: issuedAtSeconds, transactionData = [] } = asked;
  need(transactionData.length === 0, 'A presentation of this format signs no transaction data.');
  return draftVp(text, { nonce, audience, issuedAtSeconds });
}
