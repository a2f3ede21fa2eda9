// A credential of the W3C data model 2.0 in JWT (`vc+jwt`): as its issuer signed it, or in a presentation (`vp+jwt`)
// that its holder signed.
import { fromUtf8 } from '../../../../core/base/bytes.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { FormatFault, faultOr } from '../../../../core/credentials/fault.js';
import { type Jws, readJws } from '../../../../core/credentials/jose/jws.js';
import { PresentationRefusal } from '../../../../core/credentials/refusal.js';
import type { PresentationCells, PresentationQuestion } from '../../../../core/credentials/sd-jwt/presentation.js';
import { readStatusJwt } from '../../../../core/credentials/status/jwt.js';
import type { StatusToken } from '../../../../core/credentials/status/token.js';
import { readVc, VC_TYPE, vcIssuer, vcStatusPlace, vcTypes } from '../../../../core/credentials/vc-jwt/credential.js';
import { VP_TYPE, vcCells } from '../../../../core/credentials/vc-jwt/presentation.js';
import { verifyVc } from '../../../../core/credentials/vc-jwt/verify.js';
import { CommandError, type Context } from '../../../command/command.js';
import { type CredentialFormat, checkedList, statusFacts } from './checked.js';
import { statusToken, timeOfVerdict } from './stated.js';
import { trustedIssuer } from './trusted.js';

export const VC_JWT: CredentialFormat = {
  name: 'W3C credential in JWT',
  isText: (text) => !(faultOr(() => readJws(text, [VC_TYPE, VP_TYPE])) instanceof FormatFault),
  placeOf: (text) => vcStatusPlace(partsIn(text).issued),
  statusType: 'application/statuslist+jwt',
  tokenText: (body) => fromUtf8(body).trim(),
  async check(context, text) {
    const { cells, issued } = partsIn(text);
    const token = await statusToken(context);
    const question = await questionOf(context, cells, issued);
    const shown = verifyVc({ ...cells, ...(token !== undefined && { status: token }) }, question);
    if (shown instanceof PresentationRefusal) return shown;
    return {
      facts: factsOf(issued, { question, list: checkedList(shown, token, readStatusJwt) }),
      claims: shown.claims,
      readLink: () => undefined,
      notes: notesOf(context, cells),
    };
  },
};

function partsIn(text: string): { readonly cells: PresentationCells; readonly issued: Jws } {
  const parts = faultOr(() => {
    const cells = vcCells(text);
    const issued = readVc(cells.issued ?? '');
    vcIssuer(issued);
    return { cells, issued };
  });
  if (parts instanceof FormatFault)
    throw new CommandError(`this is not a W3C credential in JWT: ${parts.message.replace(/\.$/, '')}`, {
      hint: 'Save it as its issuer gave it, or the presentation as the wallet sent it: three parts with dots between them.',
    });
  return parts;
}

async function questionOf(context: Context, { proof }: PresentationCells, issued: Jws): Promise<PresentationQuestion> {
  const { input } = context;
  const atMs = timeOfVerdict(context);
  const type = input.text('type');
  const { nonce, aud } = proof === undefined ? ({} as JsonObject) : readJws(proof, [VP_TYPE]).payload;
  const [statedNonce, statedAudience] = [input.text('nonce'), input.text('audience')];
  const isAsked = proof !== undefined || statedNonce !== undefined || statedAudience !== undefined;
  return {
    atMs,
    types: type === undefined ? vcTypes(issued) : [type],
    claims: [],
    findIssuer: await trustedIssuer(context, { atMs, hasLeaf: false, stated: vcIssuer(issued) }),
    status: input.flag('without-status') ? 'open' : 'closed',
    ...(isAsked && {
      binding: {
        nonce: statedNonce ?? String(nonce),
        audiences: [statedAudience ?? String(aud)],
        // A file may be read years later.
        proofMaxAgeMs: Number.POSITIVE_INFINITY,
      },
    }),
  };
}

function factsOf(
  issued: Jws,
  {
    question: { binding, atMs },
    list,
  }: { readonly question: PresentationQuestion; readonly list: StatusToken | undefined },
): Readonly<Record<string, string>> {
  const { validFrom, validUntil, status, credentialStatus } = issued.payload;
  return {
    type: vcTypes(issued).join(', '),
    issuer: vcIssuer(issued).issuer ?? '',
    ...(typeof validFrom === 'string' && { validFrom }),
    ...(typeof validUntil === 'string' && { validUntil }),
    judgedAt: new Date(atMs).toISOString(),
    ...statusFacts(status !== undefined || credentialStatus !== undefined, list),
    holder: binding === undefined ? 'no proof' : `proven to ${binding.audiences[0]}, for nonce ${binding.nonce}`,
  };
}

function notesOf({ input }: Context, { proof }: PresentationCells): readonly string[] {
  if (proof === undefined) return ['There is no proof of a holder: whoever has this text could have sent it.'];
  const open = ['nonce', 'audience'].filter((name) => input.text(name) === undefined);
  if (open.length === 0) return [];
  return [
    `Nothing was stated by ${open.map((name) => `--${name}`).join(' and ')}: compare with your request, or somebody passes on what was shown to another.`,
  ];
}
