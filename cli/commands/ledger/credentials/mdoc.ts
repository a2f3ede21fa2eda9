// Checks an mdoc: an IssuerSigned as an issuer gives it, or a DeviceResponse as a wallet sends it, in base64url.
import { fromBase64Url, toBase64Url } from '../../../../core/base/bytes.js';
import { FormatFault, faultOr } from '../../../../core/credentials/fault.js';
import { linkedMdoc } from '../../../../core/credentials/issuance/link.js';
import { cellsOf, mdocCells, readClaims } from '../../../../core/credentials/mdoc/cells.js';
import { heldMdocOf, issuerAuthOf } from '../../../../core/credentials/mdoc/issuer-signed.js';
import type { MdocEvidence, MdocQuestion } from '../../../../core/credentials/mdoc/presentation.js';
import { verifyMdoc } from '../../../../core/credentials/mdoc/verify.js';
import { PresentationRefusal } from '../../../../core/credentials/refusal.js';
import { readStatusCwt } from '../../../../core/credentials/status/cwt.js';
import { CommandError, type Context } from '../../../command/command.js';
import { type CredentialFormat, checkedList, linkIn, statusFacts } from './checked.js';
import { statusToken, timeOfVerdict } from './stated.js';
import { trustedIssuer } from './trusted.js';

export const MDOC: CredentialFormat = {
  name: 'mdoc',
  isText: (text) => fromBase64Url(text) !== undefined && text.length > 0,
  placeOf: (text) => issuerAuthIn(cellsIn(text)).object.status,
  statusType: 'application/statuslist+cwt',
  tokenText: toBase64Url,
  async check(context, text) {
    const cells = cellsIn(text);
    const { docType, status, validFromMs } = issuerAuthIn(cells).object;
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
        ...statusFacts(status !== undefined, checkedList(shown, token, listIn)),
        holder: binding === undefined ? 'no proof' : `proven to ${binding.clientId}, for nonce ${binding.nonce}`,
      },
      claims: Object.fromEntries([...shown.claims].map(([name, members]) => [name, Object.fromEntries(members)])),
      readLink: () => linkIn(() => linkedMdoc(issuerAuthIn(cells), readClaims(cells.claims))),
      notes: notesOf(proof !== undefined, binding !== undefined),
    };
  },
};

function issuerAuthIn({ issued = '' }: MdocEvidence) {
  return issuerAuthOf(fromBase64Url(issued) ?? new Uint8Array());
}

function listIn(token: string) {
  return readStatusCwt(fromBase64Url(token) ?? new Uint8Array());
}

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
  const atMs = timeOfVerdict(context);
  return {
    atMs,
    docTypes: [input.text('type') ?? docType],
    claims: [],
    findIssuer: await trustedIssuer(context, { atMs, hasLeaf: true }),
    status: input.flag('without-status') ? 'open' : 'closed',
  };
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
