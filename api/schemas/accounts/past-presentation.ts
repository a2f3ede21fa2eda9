// The history of presentations of a person, as its wallets state it and as it is shown: names of claims, and no value.
import Type from 'typebox';
import {
  PRESENTATION_CLAIM_MAX,
  PRESENTATION_CLAIMS_MAX,
  PRESENTATION_PARTY_MAX,
} from '../../../core/base/limits/node/wallets.js';
import { PRESENTATION_OUTCOMES } from '../../../core/wallet/citizen/presentation-history.js';
import { NextCursor, namedObject, StatedTime, Timestamp, Uuid } from '../base/common.js';

const stated = {
  requestingParty: Type.String({
    minLength: 1,
    maxLength: PRESENTATION_PARTY_MAX,
    description: 'The caller that asked, as its request names it.',
  }),
  disclosedClaims: Type.Array(Type.String({ minLength: 1, maxLength: PRESENTATION_CLAIM_MAX }), {
    maxItems: PRESENTATION_CLAIMS_MAX,
    description: 'Names of claims, and no value of one.',
  }),
  outcome: Type.Enum([...PRESENTATION_OUTCOMES], { title: 'PresentationOutcome' }),
};
export const StatedPresentation = namedObject('StatedPresentation', {
  ...stated,
  presentedAt: Type.Optional({ ...StatedTime, description: 'The present time when absent. Of the last 30 days.' }),
});
export const PastPresentationView = namedObject('PastPresentation', { id: Uuid, ...stated, presentedAt: Timestamp });
export const PresentationHistoryPage = namedObject('PresentationHistory', {
  presentations: Type.Array(PastPresentationView, { description: 'Newest first.' }),
  totalCount: Type.Integer(),
  nextCursor: NextCursor,
});
