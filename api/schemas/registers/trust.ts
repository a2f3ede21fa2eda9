// Schemas of whom a register trusts: lists of anchors or keys that governance pinned. The rules about them are in
// core/register/trust/.
import Type from 'typebox';
import { PIN_ISSUER_MAX, PIN_URL_MAX } from '../../../core/base/limits/ledger/trust.js';
import { PIN_KINDS } from '../../../core/register/trust/pin.js';
import { ASSURANCE_LEVELS } from '../../../core/trust/policy-form.js';
import { Hash, Timestamp } from '../base/common.js';

export const PinnedListId = Type.String({
  pattern: '^(tenant:)?[a-z0-9][a-z0-9._-]{0,63}(/[A-Z]{2})?$',
  description: 'Name of a list on the register; tenant:{organisation} for the anchors of an organisation.',
});
export const PinKind = Type.Enum([...PIN_KINDS], {
  title: 'PinnedKind',
  description: 'Anchors of certificates, or keys under the names of their issuers.',
});
export const Assurance = Type.Enum([...ASSURANCE_LEVELS], {
  title: 'AssuranceLevel',
  description: 'No trust policy confers more by the list.',
});
const PinnedKey = Type.Object({
  issuer: Type.String({ pattern: '^[!-~]+$', maxLength: PIN_ISSUER_MAX, description: 'DID or URI of the issuer.' }),
  key: Type.String({ ...Hash, description: 'SHA-256 of its SubjectPublicKeyInfo.' }),
});
export const PinEntry = Type.Union([Hash, PinnedKey], {
  description: 'SHA-256 of the DER of an anchor, or a key under the name of its issuer.',
});
export const PinSource = Type.Object(
  {
    sha256: Hash,
    issuedAt: Timestamp,
    nextUpdate: Type.Optional(Type.String({ ...Timestamp, description: 'Behind it the list is stale.' })),
    url: Type.Optional(Type.String({ pattern: '^[!-~]+$', maxLength: PIN_URL_MAX })),
  },
  { description: 'The signed list that the entries were taken from.' },
);
