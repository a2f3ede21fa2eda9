// SD-JWT VC: the text with tildes that a wallet has, or sent with a proof of its holder.
import { fromUtf8 } from '../../../../core/base/bytes.js';
import { isObject, type Json } from '../../../../core/base/json.js';
import { FormatFault, faultOr } from '../../../../core/credentials/fault.js';
import { linkedSdJwt } from '../../../../core/credentials/issuance/link.js';
import { type Jws, readJws, type StatedIssuer, statedIssuer } from '../../../../core/credentials/jose/jws.js';
import { PresentationRefusal } from '../../../../core/credentials/refusal.js';
import { type SdJwt, splitSdJwt } from '../../../../core/credentials/sd-jwt/compact.js';
import { readIssued } from '../../../../core/credentials/sd-jwt/credential.js';
import { PROOF_TYPE } from '../../../../core/credentials/sd-jwt/key-binding.js';
import type { PresentationQuestion } from '../../../../core/credentials/sd-jwt/presentation.js';
import { type ShownCredential, verifyPresentation } from '../../../../core/credentials/sd-jwt/verify.js';
import { readStatusJwt, statusPlaceIn } from '../../../../core/credentials/status/jwt.js';
import type { StatusToken } from '../../../../core/credentials/status/token.js';
import { CommandError, type Context } from '../../../command/command.js';
import { type CredentialFormat, checkedList, linkIn, statusFacts } from './checked.js';
import { statusToken, timeOfVerdict } from './stated.js';
import { trustedIssuer } from './trusted.js';

export const SD_JWT: CredentialFormat = {
  name: 'SD-JWT VC',
  isText: (text) => text.includes('~'),
  placeOf: (text) => statusPlaceIn(readIssued(partsIn(text).issued).payload),
  statusType: 'application/statuslist+jwt',
  tokenText: (body) => fromUtf8(body).trim(),
  async check(context, text) {
    const sdJwt = partsIn(text);
    const question = await questionOf(context, sdJwt);
    const token = await statusToken(context);
    const { issued, disclosures, proof } = sdJwt;
    const cells = {
      issued,
      claims: disclosures,
      ...(proof !== undefined && { proof }),
      ...(token !== undefined && { status: token }),
    };
    const shown = verifyPresentation(cells, question);
    if (shown instanceof PresentationRefusal) return shown;
    const list = checkedList(shown, token, readStatusJwt);
    const facts = factsOf(shown.claims, { question, list, proof: proofIn(sdJwt) });
    return {
      facts,
      claims: shown.claims,
      readLink: () => linkIn(() => linkedSdJwt(sdJwt)),
      notes: notesOf(context, sdJwt),
    };
  },
};

function partsIn(text: string): SdJwt {
  const parts = faultOr(() => {
    const sdJwt = splitSdJwt(text.trim());
    readIssued(sdJwt.issued);
    return sdJwt;
  });
  if (parts instanceof FormatFault)
    throw new CommandError(`this is not an SD-JWT VC: ${parts.message.replace(/\.$/, '')}`, {
      hint: 'Save the credential as its wallet gives it: three parts with dots, then disclosures with tildes.',
    });
  return parts;
}

async function questionOf(context: Context, sdJwt: SdJwt): Promise<PresentationQuestion> {
  const { input } = context;
  const atMs = timeOfVerdict(context);
  const issued = readIssued(sdJwt.issued);
  const vct = input.text('type') ?? issued.payload.vct;
  const proof = proofIn(sdJwt);
  const { nonce, aud } = proof?.payload ?? {};
  const [statedNonce, statedAudience] = [input.text('nonce'), input.text('audience')];
  const isAsked = sdJwt.proof !== undefined || statedNonce !== undefined || statedAudience !== undefined;
  return {
    atMs,
    types: [String(vct)],
    claims: [],
    findIssuer: await trustedIssuer(context, { atMs, hasLeaf: false, stated: readStated(issued) }),
    status: input.flag('without-status') ? 'open' : 'closed',
    ...(isAsked && {
      binding: {
        nonce: statedNonce ?? String(nonce),
        audiences: [statedAudience ?? String(aud)],
        // A file may be read years later: the time of the proof is shown.
        proofMaxAgeMs: Number.POSITIVE_INFINITY,
      },
    }),
  };
}

/** None where the header is malformed: the judge says so. */
function readStated(issued: Jws): Partial<StatedIssuer> {
  const stated = faultOr(() => statedIssuer(issued));
  return stated instanceof FormatFault ? {} : stated;
}

/** The proof, where there is a good one: the judge says what is wrong with another. */
function proofIn({ proof }: SdJwt): Jws | undefined {
  const jws = proof === undefined ? undefined : faultOr(() => readJws(proof, [PROOF_TYPE]));
  return jws instanceof FormatFault ? undefined : jws;
}

interface CheckedFacts {
  readonly question: PresentationQuestion;
  readonly list: StatusToken | undefined;
  readonly proof: Jws | undefined;
}

function factsOf(
  claims: ShownCredential['claims'],
  { question, list, proof }: CheckedFacts,
): Readonly<Record<string, string>> {
  const { vct, iss, nbf, exp } = claims;
  const { binding } = question;
  return {
    type: String(vct),
    ...(typeof iss === 'string' && { issuer: iss }),
    ...dateFact('validFrom', nbf),
    ...dateFact('validUntil', exp),
    judgedAt: new Date(question.atMs).toISOString(),
    ...statusFacts(isObject(claims.status), list),
    holder: binding === undefined ? 'no proof' : `proven to ${binding.audiences[0]}, for nonce ${binding.nonce}`,
    ...dateFact('provenAt', proof?.payload.iat),
  };
}

function dateFact(name: string, seconds: Json | undefined): Readonly<Record<string, string>> {
  return typeof seconds === 'number' ? { [name]: new Date(seconds * 1000).toISOString() } : {};
}

function notesOf({ input }: Context, sdJwt: SdJwt): readonly string[] {
  if (sdJwt.proof === undefined) return ['There is no proof of a holder: whoever has this text could have sent it.'];
  const open = ['nonce', 'audience'].filter((name) => input.text(name) === undefined);
  if (open.length === 0) return [];
  return [
    `Nothing was stated by ${open.map((name) => `--${name}`).join(' and ')}: compare with your request, or somebody passes on what was shown to another.`,
  ];
}
