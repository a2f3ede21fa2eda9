// Checks an mdoc: an IssuerSigned as an issuer gives it, or a DeviceResponse as a wallet sends it, in base64url. The
// certificate of the issuer has to be for the key that the caller states; its path is not judged here.
import { X509Certificate } from 'node:crypto';
import { equalBytes, fromBase64Url } from '../../../../core/base/bytes.js';
import { FormatFault, faultOr } from '../../../../core/credentials/fault.js';
import { linkedMdoc } from '../../../../core/credentials/issuance/link.js';
import { cellsOf, mdocCells, readClaims } from '../../../../core/credentials/mdoc/cells.js';
import { heldMdocOf, issuerAuthOf } from '../../../../core/credentials/mdoc/issuer-signed.js';
import type { MdocEvidence, MdocQuestion, TrustedLeaf } from '../../../../core/credentials/mdoc/presentation.js';
import { verifyMdoc } from '../../../../core/credentials/mdoc/verify.js';
import { PresentationRefusal } from '../../../../core/credentials/refusal.js';
import { p256OfJwk } from '../../../../core/crypto/keys/jwk.js';
import { CommandError, type Context } from '../../../command/command.js';
import { type CredentialFormat, linkIn, statusFact } from './checked.js';
import { issuerKey, statusToken, timeOfVerdict } from './stated.js';

export const MDOC: CredentialFormat = {
  name: 'mdoc',
  isText: (text) => fromBase64Url(text) !== undefined && text.length > 0,
  async check(context, text) {
    const cells = cellsIn(text);
    const { docType, status, validFromMs } = issuerAuthOf(fromBase64Url(cells.issued ?? '') ?? new Uint8Array()).object;
    const binding = bindingOf(context);
    const token = await statusToken(context);
    const { proof, ...unproven } = cells;
    const evidence: MdocEvidence = {
      ...unproven,
      ...(binding !== undefined && proof !== undefined && { proof }),
      ...(token !== undefined && { status: token }),
    };
    const question = await questionOf(context, docType);
    const shown = verifyMdoc(evidence, { ...question, ...(binding && { binding }) });
    if (shown instanceof PresentationRefusal) return shown;
    return {
      facts: {
        type: shown.docType,
        validFrom: new Date(validFromMs).toISOString(),
        validUntil: new Date(shown.validUntilMs).toISOString(),
        judgedAt: new Date(question.atMs).toISOString(),
        status: statusFact(status !== undefined, shown.isStatusChecked),
        holder: binding === undefined ? 'no proof' : `proven to ${binding.clientId}, for nonce ${binding.nonce}`,
      },
      claims: Object.fromEntries([...shown.claims].map(([name, members]) => [name, Object.fromEntries(members)])),
      readLink: () =>
        linkIn(() =>
          linkedMdoc(issuerAuthOf(fromBase64Url(cells.issued ?? '') ?? new Uint8Array()), readClaims(cells.claims)),
        ),
      notes: notesOf(proof !== undefined, binding !== undefined),
    };
  },
};

/** A response of a wallet, or the credential of an issuer. */
function cellsIn(text: string): MdocEvidence {
  const bytes = fromBase64Url(text) ?? new Uint8Array();
  const shown = faultOr(() => mdocCells(bytes));
  if (!(shown instanceof FormatFault)) return shown;
  const held = faultOr(() => {
    const { proof: _, ...cells } = cellsOf(heldMdocOf(bytes), new Uint8Array());
    issuerAuthOf(heldMdocOf(bytes).issuerAuth);
    return cells;
  });
  if (!(held instanceof FormatFault)) return held;
  throw new CommandError(`this is not an mdoc: ${shown.message.replace(/\.$/, '')}`, {
    hint: 'Save the credential as its issuer gives it, or the response as its wallet sends it: base64url, without JSON.',
  });
}

async function questionOf(context: Context, docType: string): Promise<MdocQuestion> {
  const { input } = context;
  const publicKey = await issuerKey(context);
  return {
    atMs: timeOfVerdict(context),
    docTypes: [input.text('type') ?? docType],
    claims: [],
    findIssuer: ({ chain: [leaf] }) => leafOf(leaf, publicKey),
    status: input.flag('without-status') ? 'open' : 'closed',
  };
}

/**
 * The certificate, where it is for the key. A token of a status list may have none: it is signed by the key, or
 * refused.
 */
function leafOf(leaf: Uint8Array | undefined, publicKey: Uint8Array): TrustedLeaf | undefined {
  if (leaf === undefined) return { publicKey, anchor: 'stated', notBeforeMs: 0, notAfterMs: Number.MAX_SAFE_INTEGER };
  try {
    const certificate = new X509Certificate(leaf);
    const key = p256OfJwk(certificate.publicKey.export({ format: 'jwk' }));
    if (key === undefined || !equalBytes(key, publicKey)) return undefined;
    const [notBeforeMs, notAfterMs] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
    return { publicKey, anchor: 'stated', notBeforeMs, notAfterMs };
  } catch {
    return undefined;
  }
}

/** The request, where all of it was stated: the holder signs over each part. */
function bindingOf({ input }: Context): MdocQuestion['binding'] {
  const [nonce, clientId, responseUri] = ['nonce', 'audience', 'response-uri'].map((name) => input.text(name));
  if (nonce === undefined && clientId === undefined && responseUri === undefined) return undefined;
  if (nonce !== undefined && clientId !== undefined && responseUri !== undefined)
    return { nonce, clientId, responseUri };
  throw new CommandError('an mdoc is proven over --nonce, --audience and --response-uri together', {
    hint: 'State all three, as the request had them.',
  });
}

function notesOf(hasProof: boolean, isJudged: boolean): readonly string[] {
  if (!hasProof) return ['There is no proof of a holder: whoever has this text could have sent it.'];
  if (isJudged) return [];
  return ['The proof of the holder was not judged: state --nonce, --audience and --response-uri of your request.'];
}
