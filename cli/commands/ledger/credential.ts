// Checks a credential, or a presentation of one, with no node and no network: signature, type, dates, status, claims
// and the proof of its holder. It trusts the key of the issuer that the caller states, and no other.
import { PresentationRefusal } from '../../../core/credentials/refusal.js';
import { type Command, CommandError } from '../../command/command.js';
import { fields, jsonText } from '../../command/output.js';
import type { CredentialFormat } from './credentials/checked.js';
import { MDOC } from './credentials/mdoc.js';
import { SD_JWT } from './credentials/sd-jwt.js';
import { sealedFacts } from './credentials/sealed.js';
import { textOf } from './credentials/stated.js';
import { statusListCommand } from './credentials/status-list.js';
import { VC_JWT } from './credentials/vc-jwt.js';

/** The first that the text looks like. */
const FORMATS: readonly CredentialFormat[] = [MDOC, VC_JWT, SD_JWT];

function formatOf(text: string): CredentialFormat {
  return FORMATS.find(({ isText }) => isText(text)) ?? SD_JWT;
}

const verify: Command = {
  name: 'credential verify',
  summary: 'check a credential or a presentation offline (SD-JWT VC, mdoc, W3C credential in JWT)',
  examples: [
    'quorate credential verify licence.txt --issuer-key issuer.jwk --status-list list.jwt',
    'quorate credential verify shown.txt --issuer-key issuer.pem --nonce n-0S6 --audience x509_san_dns:shop.example',
    'quorate credential verify mdl.txt --issuer-key issuer.pem --nonce n-0S6 --audience x509_san_dns:shop.example --response-uri https://shop.example/respond',
    'quorate credential verify permit.txt --anchor town-node.pem --status-list list.jwt --evidence issuance.json --head 9f86…@1204',
    'quorate credential verify degree.jwt --issuer-key did.json',
    'quorate credential verify old.txt --issuer-key issuer.jwk --without-status --at 2026-11-21',
  ],
  args: [
    {
      name: '[file]',
      description:
        'the text that a wallet has or sent: with tildes, a JWT, or an mdoc in base64url (default: standard input)',
    },
  ],
  options: [
    {
      flags: '--issuer-key <file>',
      description:
        'public key of the issuer that you trust, of P-256: as JWK or PEM, as its DID document, or in place of a file a did:key or did:jwk',
    },
    {
      flags: '--anchor <file>',
      description: 'PEM of anchors to which the certificates of the issuer lead, in place of its key (repeat)',
      repeat: true,
    },
    {
      flags: '--status-list <file>',
      description:
        'token of the status list that the credential names, signed by the same issuer; of an mdoc the CWT in base64url',
    },
    {
      flags: '--without-status',
      description: 'do without the token of the status list: a revocation is not noticed',
    },
    { flags: '--type <name>', description: 'type that you expect (default: any)' },
    { flags: '--nonce <text>', description: 'nonce of the request that the presentation answers (default: any)' },
    { flags: '--audience <name>', description: 'your name in that request (default: any)' },
    { flags: '--response-uri <uri>', description: 'address in that request to which an mdoc was sent' },
    {
      flags: '--evidence <file>',
      description: 'evidence of the Issuance that the credential names: it has to be what was sealed there',
    },
    {
      flags: '--head <hash@height>',
      description: 'head that you have from somebody else than the giver of the evidence',
    },
    { flags: '--at <time>', description: 'time at which it has to hold (default: now)' },
  ],
  async run(context) {
    const { input, out } = context;
    const text = (await textOf(context, input.optionalArg('file'))).trim();
    const checked = await formatOf(text).check(context, text);
    if (checked instanceof PresentationRefusal) {
      const { code: ground, message } = checked;
      out.show({ verdict: 'refused', ground, message }, '');
      throw new CommandError(`the credential is refused (${ground}): ${message.replace(/\.$/, '')}`, {
        hint: HINTS[ground] ?? 'Ask for it again from its holder, or from its issuer.',
      });
    }
    const { claims, notes, readLink } = checked;
    const facts = { ...checked.facts, ...(await sealedFacts(context, readLink)) };
    out.show({ verdict: 'valid', ...facts, claims }, () =>
      ['The credential is valid.', fields(facts), '', jsonText(claims)].join('\n'),
    );
    for (const note of notes) out.note(note);
  },
};

const HINTS: Readonly<Record<string, string>> = {
  issuer: 'Its certificates lead to no anchor that you stated, or were not valid then. Ask the issuer for its anchor.',
  signature: 'Is it the key of this issuer? Ask the issuer for it, and not the holder.',
  status: 'Fetch the status list anew from the address in the claim "status", and state the file by --status-list.',
  type: 'Leave --type out to see which type it has.',
};

export const credentialCommands: readonly Command[] = [verify, statusListCommand(formatOf)];
