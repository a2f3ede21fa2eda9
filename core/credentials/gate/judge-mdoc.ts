// A gate that an mdoc is shown at: the question about it follows from the requirement, the frame and the action.
import { signedBytesOf } from '../cose/sign1.js';
import { bytesOf } from '../mdoc/cells.js';
import { issuerAuthOf } from '../mdoc/issuer-signed.js';
import { type AskedElement, type MdocEvidence, MdocPresentation, type MdocQuestion } from '../mdoc/presentation.js';
import { judgeMdocGround, verifyMdoc } from '../mdoc/verify.js';
import { PresentationRefusal } from '../refusal.js';
import { nonceOf } from './bytes.js';
import { type FormatQuestion, type GateFormatJudge, judgeLedgerStatus, withoutLink } from './format-judge.js';
import type { GateClaim } from './rule.js';

/** The parts are of their types. */
export function judgeOfMdoc(asked: FormatQuestion): GateFormatJudge {
  const cells = withoutLink(asked.parts) as unknown as MdocEvidence;
  const question = questionOf(asked);
  const readIssued = () => issuerAuthOf(bytesOf(cells.issued));
  return {
    refusal: () => {
      const verdict = verifyMdoc(cells, question);
      return verdict instanceof PresentationRefusal ? verdict : undefined;
    },
    refusalOf: (ground) => judgeMdocGround(ground, cells, question),
    needForm: (cell) => new MdocPresentation(cells, question).needForm(cell),
    holderKey: () => readIssued().object.deviceKey,
    signedBytes: () => signedBytesOf(readIssued().sign1),
  };
}

function questionOf(asked: FormatQuestion): MdocQuestion {
  const { rule, frame, run, issuers, atMs } = asked;
  const { id, claims, status, statusMaxAgeMs } = rule;
  const { audience: clientId, challenge, responseUri = '', encryptionKey } = frame;
  return {
    ...{ atMs, docTypes: [rule.typeOf('mso_mdoc')], claims: claims.map(elementOf), status },
    findIssuer: ({ chain }) => issuers.find({ chain }),
    judgeStatus: () => judgeLedgerStatus(asked),
    binding: {
      ...{ clientId, responseUri, nonce: nonceOf(run, challenge, id) },
      ...(encryptionKey && { encryptionKey }),
    },
    ...(statusMaxAgeMs !== undefined && { statusMaxAgeMs }),
  };
}

/** A path of another form leads to a name space without a name: issuers give each a name. */
function elementOf({ name, path, values }: GateClaim): AskedElement {
  const [nameSpace, element] = path;
  const isElement = path.length === 2 && typeof nameSpace === 'string' && typeof element === 'string';
  return { name, path: isElement ? [nameSpace, element] : ['', name], ...(values && { values }) };
}
