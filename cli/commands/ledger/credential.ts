// Checks a credential, or a presentation of one, with no node and no network: signature, type, dates, status,
// disclosures and the proof of its holder. It trusts the key of the issuer that the caller states, and no other.
import { createPublicKey } from 'node:crypto';
import { isObject, type Json, type JsonObject, parseJsonText } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { withoutMark } from '../../../core/base/written-text.js';
import { FormatFault, faultOr } from '../../../core/credentials/fault.js';
import { type Jws, readJws } from '../../../core/credentials/jose/jws.js';
import { PresentationRefusal } from '../../../core/credentials/refusal.js';
import { type SdJwt, splitSdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { readIssued } from '../../../core/credentials/sd-jwt/credential.js';
import { PROOF_TYPE } from '../../../core/credentials/sd-jwt/key-binding.js';
import type { PresentationQuestion } from '../../../core/credentials/sd-jwt/presentation.js';
import { type ShownCredential, verifyPresentation } from '../../../core/credentials/sd-jwt/verify.js';
import { p256OfJwk } from '../../../core/crypto/keys/jwk.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { readText } from '../../command/documents.js';
import { withFile } from '../../command/failure.js';
import { fields, jsonText } from '../../command/output.js';
import { timeOption } from '../../command/times.js';

const verify: Command = {
  name: 'credential verify',
  summary: 'check a credential or a presentation offline (SD-JWT VC)',
  examples: [
    'quorate credential verify licence.txt --issuer-key issuer.jwk --status-list list.jwt',
    'quorate credential verify shown.txt --issuer-key issuer.pem --nonce n-0S6 --audience x509_san_dns:shop.example',
    'quorate credential verify old.txt --issuer-key issuer.jwk --without-status --at 2026-11-21',
  ],
  args: [{ name: '[file]', description: 'the text with tildes that a wallet has or sent (default: standard input)' }],
  options: [
    {
      flags: '--issuer-key <file>',
      description: 'public key of the issuer that you trust, of P-256, as JWK or PEM',
      required: true,
    },
    {
      flags: '--status-list <file>',
      description: 'token of the status list that the credential names, signed by the same key',
    },
    {
      flags: '--without-status',
      description: 'do without the token of the status list: nobody says that it was not revoked',
    },
    { flags: '--type <vct>', description: 'type that you expect (default: any)' },
    { flags: '--nonce <text>', description: 'nonce of the request that the presentation answers (default: any)' },
    { flags: '--audience <name>', description: 'your name in that request (default: any)' },
    { flags: '--at <time>', description: 'time at which it has to hold (default: now)' },
  ],
  async run(context) {
    const { input, out } = context;
    const sdJwt = partsIn(await textOf(context, input.optionalArg('file')));
    const question = await questionOf(context, sdJwt);
    const status = input.text('status-list');
    const token = status === undefined ? undefined : (await textOf(context, status)).trim();
    const { issued, disclosures, proof } = sdJwt;
    const cells = {
      issued,
      claims: disclosures,
      ...(proof !== undefined && { proof }),
      ...(token !== undefined && { status: token }),
    };
    const shown = verifyPresentation(cells, question);
    if (shown instanceof PresentationRefusal) {
      const { code: ground, message } = shown;
      out.show({ verdict: 'refused', ground, message }, '');
      throw new CommandError(`the credential is refused (${ground}): ${message.replace(/\.$/, '')}`, {
        hint: HINTS[ground] ?? 'Ask for it again from its holder, or from its issuer.',
      });
    }
    const facts = factsOf(shown, { question, proof: proofIn(sdJwt) });
    out.show({ verdict: 'valid', ...facts, claims: shown.claims }, () =>
      ['The credential is valid.', fields(facts), '', jsonText(shown.claims)].join('\n'),
    );
    for (const note of notesOf(context, sdJwt)) out.note(note);
  },
};

const HINTS: Readonly<Record<string, string>> = {
  signature: 'Is it the key of this issuer? Ask the issuer for it, and not the holder.',
  status: 'Fetch the status list anew from the address in the claim "status", and state the file by --status-list.',
  type: 'Leave --type out to see which type it has.',
};

/** The text of a file; nothing and `-` are standard input. */
async function textOf({ terminal }: Context, file?: string): Promise<string> {
  if (file === undefined || file === '-') return withoutMark(await terminal.readStdin());
  return withFile(file, () => withoutMark(readText(file)));
}

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
  const { input, terminal } = context;
  const file = input.requiredText('issuer-key');
  const publicKey = publicKeyIn(await textOf(context, file), file);
  const at = timeOption('at', input.text('at'), terminal.now());
  const vct = input.text('type') ?? readIssued(sdJwt.issued).payload.vct;
  const proof = proofIn(sdJwt);
  const { nonce, aud } = proof?.payload ?? {};
  const [statedNonce, statedAudience] = [input.text('nonce'), input.text('audience')];
  const isAsked = sdJwt.proof !== undefined || statedNonce !== undefined || statedAudience !== undefined;
  return {
    atMs: at === undefined ? terminal.now() : Date.parse(at),
    types: [String(vct)],
    claims: [],
    findIssuer: () => ({ publicKey, anchor: file }),
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

/** The proof, where there is a good one: the judge says what is wrong with another. */
function proofIn({ proof }: SdJwt): Jws | undefined {
  const jws = proof === undefined ? undefined : faultOr(() => readJws(proof, [PROOF_TYPE]));
  return jws instanceof FormatFault ? undefined : jws;
}

function publicKeyIn(text: string, file: string): Uint8Array {
  const key = p256OfJwk(text.trimStart().startsWith('{') ? jwkIn(text) : jwkOfPem(text));
  if (key !== undefined) return key;
  throw new CommandError(`${file} has no public key of P-256`, {
    exit: EXIT.usage,
    hint: 'State a JWK with kty EC and crv P-256, without its private part, or a PEM that begins with BEGIN PUBLIC KEY.',
  });
}

function jwkIn(text: string): Json | undefined {
  const jwk = parseJsonText(text);
  return isFailure(jwk) ? undefined : jwk;
}

function jwkOfPem(text: string): unknown {
  try {
    return /-----BEGIN PUBLIC KEY-----/.test(text) ? createPublicKey(text).export({ format: 'jwk' }) : undefined;
  } catch {
    return undefined;
  }
}

function factsOf(
  { claims, isStatusChecked }: ShownCredential,
  { question, proof }: { readonly question: PresentationQuestion; readonly proof: Jws | undefined },
): Readonly<Record<string, string>> {
  const { vct, iss, nbf, exp } = claims;
  const { binding } = question;
  return {
    type: String(vct),
    ...(typeof iss === 'string' && { issuer: iss }),
    ...dateFact('validFrom', nbf),
    ...dateFact('validUntil', exp),
    judgedAt: new Date(question.atMs).toISOString(),
    status: statusFact(claims, isStatusChecked),
    holder: binding === undefined ? 'no proof' : `proven to ${binding.audiences[0]}, for nonce ${binding.nonce}`,
    ...dateFact('provenAt', proof?.payload.iat),
  };
}

function dateFact(name: string, seconds: Json | undefined): Readonly<Record<string, string>> {
  return typeof seconds === 'number' ? { [name]: new Date(seconds * 1000).toISOString() } : {};
}

function statusFact({ status }: JsonObject, isChecked: boolean): string {
  if (isChecked) return 'valid by its list';
  return isObject(status) ? 'not checked' : 'it has none';
}

/** Anything that the caller did not state, and what it would have said. */
function notesOf({ input }: Context, sdJwt: SdJwt): readonly string[] {
  if (sdJwt.proof === undefined) return ['There is no proof of a holder: whoever has this text could have sent it.'];
  const open = ['nonce', 'audience'].filter((name) => input.text(name) === undefined);
  if (open.length === 0) return [];
  return [
    `Nothing was stated by ${open.map((name) => `--${name}`).join(' and ')}: compare with your request, or somebody passes on what was shown to another.`,
  ];
}

export const credentialCommands: readonly Command[] = [verify];
