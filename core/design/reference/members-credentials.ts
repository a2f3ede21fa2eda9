// Texts of the reference about credentials that an action asks for. Data only.
import type { Members } from './member-text.js';

export const REQUIREMENT: Members = {
  type: { says: 'The type of the credential.', example: 'EngineerLicence' },
  format: { says: 'The format: sd-jwt-vc or mso_mdoc.', example: 'sd-jwt-vc' },
  vct: { says: 'The type of an SD-JWT credential.', example: 'https://example.org/licence' },
  doctype: { says: 'The type of an mdoc.', example: 'org.iso.18013.5.1.mDL' },
  acceptedIssuers: { says: 'Issuers that count. Any trusted one unless stated.', example: ['did:example:chamber'] },
  requiredClaims: { says: 'Claims that it has, with their values where stated.', example: [{ claimName: 'valid' }] },
  revocationCheckPolicy: {
    says: 'FailClosed refuses a credential whose status cannot be read, FailOpen takes it.',
    example: 'FailClosed',
  },
  trustPolicy: {
    says: 'How issuers are trusted: `sources`, 1 to 100, each with its `kind` (register, did-allowlist, x509-tenant or x509-lotl) and what that asks for (`allowedIssuers`, `trustListId`, `anchors` by their SHA-256, `confersAssurance`); `combinator` (anyOf or allOf of them); `minAssuranceLevel` (Low, Substantial or High); `strict`, true where a stale list counts as none.',
    example: { sources: [{ kind: 'did-allowlist', allowedIssuers: ['did:example:chamber'] }] },
  },
  anyOfGroup: { says: 'Requirements of one group are alternatives.', example: 'identity' },
  description: { says: 'Why it is asked for, for people.', example: 'Only engineers may certify.' },
  id: { says: 'Its name among the gates of the action: `g0`, `g1` and so on unless stated.', example: 'licence' },
  evidence: {
    says: 'Whether the presentation is encrypted to its readers (sealed, unless stated) or stands in the clear (public), for credentials of organisations and things.',
    example: 'sealed',
  },
  readers: {
    says: 'Roles that read the presentation beside the one that sends, the whole of it.',
    example: ['importer'],
  },
  verifiedBy: {
    says: 'A role whose node verifies the presentation before it is sealed, and signs that.',
    example: 'planner',
  },
  proofMaxAge: {
    says: 'ISO 8601 duration from PT1M to PT1H between the signature of the holder and the judgement, and again up to the docket. PT15M unless stated.',
    example: 'PT10M',
  },
  statusMaxAge: {
    says: 'ISO 8601 duration from the issue of the status token to the judgement. The token says by itself unless stated.',
    example: 'PT12H',
  },
  holder: {
    says: 'Whose key signs: any (unless stated), or one of the record of the sender (record).',
    example: 'record',
  },
  consent: {
    says: 'The holder signs a nonce that binds the action (nonce, unless stated), or transaction data that name it too (transaction-data). Wallets that do not know the type refuse it.',
    example: 'nonce',
  },
  uses: {
    says: 'How often one credential counts. Without a bound unless stated.',
    example: { max: 1, per: 'register' },
  },
};

export const USES: Members = {
  max: { says: 'How often, at most.', example: 1 },
  per: { says: 'Counted in the whole register, or in each instance.', example: 'register' },
};

export const CLAIM: Members = {
  claimName: {
    says: 'The name of the claim, or its path as JSON text; of an mdoc its name space and element.',
    example: 'valid',
  },
  expectedValue: { says: 'The value that it has.', example: true },
};
