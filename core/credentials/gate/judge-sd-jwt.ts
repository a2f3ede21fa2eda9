// A gate that an SD-JWT VC is shown at: the question about it follows from the requirement, the frame and the action.
import { utf8 } from '../../base/bytes.js';
import { PresentationRefusal } from '../refusal.js';
import { readIssued } from '../sd-jwt/credential.js';
import { holderKeyOf } from '../sd-jwt/key-binding.js';
import { Presentation, type PresentationCells, type PresentationQuestion } from '../sd-jwt/presentation.js';
import { judgeGround, verifyPresentation } from '../sd-jwt/verify.js';
import { nonceOf } from './bytes.js';
import { consentText } from './consent.js';
import { type FormatQuestion, type GateFormatJudge, judgeLedgerStatus, withoutLink } from './format-judge.js';

/** The parts are of their types. */
export function judgeOfSdJwt(asked: FormatQuestion): GateFormatJudge {
  const cells = withoutLink(asked.parts) as PresentationCells;
  const question = questionOf(asked);
  const readSigned = () => readIssued(cells.issued ?? '');
  return {
    refusal: () => {
      const verdict = verifyPresentation(cells, question);
      return verdict instanceof PresentationRefusal ? verdict : undefined;
    },
    refusalOf: (ground) => judgeGround(ground, cells, question),
    needForm: (cell) => new Presentation(cells, question).needForm(cell),
    holderKey: () => holderKeyOf(readSigned()),
    signedBytes: () => utf8(readSigned().input),
  };
}

function questionOf(asked: FormatQuestion): PresentationQuestion {
  const { rule, frame, run, issuers, atMs } = asked;
  const { id, claims, status, statusMaxAgeMs, proofMaxAgeMs, asksConsent } = rule;
  return {
    ...{ atMs, types: [rule.typeOf('sd-jwt-vc')], claims, status },
    findIssuer: (stated) => issuers.find(stated),
    judgeStatus: () => judgeLedgerStatus(asked),
    binding: {
      nonce: nonceOf(run, frame.challenge, id),
      ...{ audiences: [frame.audience], proofMaxAgeMs },
      ...(asksConsent && { transactionData: [consentText(run.header, id)] }),
    },
    ...(statusMaxAgeMs !== undefined && { statusMaxAgeMs }),
  };
}
