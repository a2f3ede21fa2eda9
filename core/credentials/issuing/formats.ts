// THE table of the formats that this node issues: how one is told of, and how a copy is made. Another format is a row.
import type { JsonObject } from '../../base/json.js';
import type { Draft } from '../draft.js';
import type { NamedIssuer } from '../jose/jws.js';
import { blind } from '../sd-jwt/blind.js';
import { joinSdJwt } from '../sd-jwt/compact.js';
import { draftIssued } from '../sd-jwt/credential.js';
import type { ClaimPath } from '../sd-jwt/unfold.js';
import type { StatusPlace } from '../status/token.js';
import type { ProofJwk } from './own-key.js';

export interface CopyContent {
  readonly credentialType: string;
  readonly claims: JsonObject;
  readonly disclosable: readonly ClaimPath[];
  /** The identifier of the issuer, where its keys are found. */
  readonly issuerUrl: string;
  readonly issuer: NamedIssuer;
  readonly holder: ProofJwk;
  readonly status: StatusPlace;
  readonly issuedAtMs: number;
  readonly validUntilMs: number;
  /** Fresh randomness. */
  readonly random: (length: number) => Uint8Array;
}

interface FormatRow {
  /** Names of drafts for it, which requests of older wallets have. */
  readonly olderNames: readonly string[];
  /** The members of its row in the metadata of the issuer. */
  readonly describe: (credentialType: string) => JsonObject;
  /** A copy for one key of the holder, as the wallet gets it. Throws a fault on claims that cannot be issued. */
  readonly draft: (content: CopyContent) => Draft<string>;
}

/** Up to so many decoys stand among the digests, so that their number does not say how many claims there are. */
const DECOYS_MAX = 7;
const SALT_BYTES = 16;
/** The time of issue is given to the hour, as the end is: copies tell no more than they have to. */
const HOUR_S = 3600;

const CREDENTIAL_FORMATS = {
  'dc+sd-jwt': {
    olderNames: ['vc+sd-jwt'],
    describe: (credentialType) => ({ vct: credentialType }),
    draft: (content) => {
      const { credentialType, claims, disclosable, issuerUrl, issuer, holder, status, random } = content;
      const clear = {
        ...claims,
        ...{ iss: issuerUrl, vct: credentialType, cnf: { jwk: holder } },
        iat: Math.floor(content.issuedAtMs / 1000 / HOUR_S) * HOUR_S,
        exp: Math.floor(content.validUntilMs / 1000),
        status: { status_list: { idx: status.index, uri: status.uri } },
      };
      const decoys = (random(1)[0] as number) & DECOYS_MAX;
      const { payload, disclosures } = blind(clear, { disclosable, decoys, salt: () => random(SALT_BYTES) });
      const { toSign, finish } = draftIssued({ payload, disclosures, issuer });
      return { toSign, finish: (signature) => joinSdJwt(finish(signature)) };
    },
  },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type IssuedFormat = keyof typeof CREDENTIAL_FORMATS;
export const CREDENTIAL_FORMAT_NAMES = Object.keys(CREDENTIAL_FORMATS) as readonly IssuedFormat[];
export const DEFAULT_FORMAT: IssuedFormat = 'dc+sd-jwt';

export function formatRow(format: string): FormatRow | undefined {
  return Object.hasOwn(CREDENTIAL_FORMATS, format) ? CREDENTIAL_FORMATS[format as IssuedFormat] : undefined;
}
