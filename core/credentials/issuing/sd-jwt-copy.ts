// A copy in the format SD-JWT VC, in its compact form.
import type { Draft } from '../draft.js';
import { blind } from '../sd-jwt/blind.js';
import { joinSdJwt } from '../sd-jwt/compact.js';
import { draftIssued } from '../sd-jwt/credential.js';
import { saltsOf } from '../sd-jwt/salts.js';
import { type CopyContent, statedIssueMs } from './copy-content.js';

/** Up to so many decoys stand among the digests, so that their number does not say how many claims there are. */
export const DECOYS_MAX = 7;

/** The compact form of the issuer, with all disclosures. Throws a fault on claims that cannot be issued. */
export function draftSdJwtCopy(content: CopyContent): Draft<string> {
  const { credentialType, claims, disclosable, issuerUrl, issuer, holder, status, random } = content;
  const clear = {
    ...claims,
    ...{ iss: issuerUrl, vct: credentialType, cnf: { jwk: holder } },
    iat: statedIssueMs(content) / 1000,
    exp: Math.floor(content.validUntilMs / 1000),
    status: { status_list: { idx: status.index, uri: status.uri } },
  };
  const decoys = (random(1)[0] as number) & DECOYS_MAX;
  const { payload, disclosures } = blind(clear, {
    disclosable,
    decoys,
    salt: saltsOf(random, disclosable.length + decoys),
  });
  const { toSign, finish } = draftIssued({ payload, disclosures, issuer });
  return { toSign, finish: (signature) => joinSdJwt(finish(signature)) };
}
