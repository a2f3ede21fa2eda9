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
    says: 'Where the presentation is: encrypted to its readers (sealed, unless stated); in the clear (public), for credentials of organisations and things; or at the nodes of its readers alone, which delete it (kept).',
    example: 'sealed',
  },
  retention: {
    says: 'ISO 8601 duration from P1D to P3650D for which nodes keep evidence that is kept. P30D unless stated.',
    example: 'P90D',
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
    says: 'ISO 8601 duration from the issue of the status token to the judgement. The token says by itself unless stated. Issuers sign their lists anew from time to time, nodes of this program every five minutes (credentials.statusTtlSeconds): state more than that.',
    example: 'PT15M',
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
  schema: {
    says: 'JSON Schema of its value, without references and money. A gate lets no other value pass, and rules of later actions read the claim as `act.2.cred.GATE.CLAIM`.',
    example: { type: 'string', format: 'decimal', 'x-scale': 2 },
  },
};

export const ISSUANCE: Members = {
  credentialType: {
    says: 'The type of the credential: a URI, or a name of which the node makes `urn:quorate:{registerId}:{name}:1`. Of an mdoc its docType.',
    example: 'Permit',
  },
  claimMappings: { says: 'Its claims.', example: [{ claimName: 'number', sourceField: '/permitNumber' }] },
  recipientParticipantId: { says: 'The role that receives it.', example: 'applicant' },
  expiryDuration: { says: 'How long it is valid at most, as an ISO 8601 duration.', example: 'P365D' },
  registerId: {
    says: 'From an older form. It is issued on the register of its action.',
    example: 'town',
    unread: 'kept',
  },
  disclosable: {
    says: 'Claims that its holder shows or keeps one by one. Each mapped claim, unless stated.',
    example: ['number'],
  },
  usagePolicy: { says: 'How often it may be presented: Reusable, SingleUse or LimitedUse.', example: 'Reusable' },
  maxPresentations: { says: 'How often, where usagePolicy is LimitedUse.', example: 3 },
  displayConfig: {
    says: 'How wallets show it: backgroundColor and textColor, each as #RRGGBB.',
    example: { backgroundColor: '#003366', textColor: '#ffffff' },
  },
  format: { says: 'The format: sd-jwt-vc (unless stated) or mso_mdoc.', example: 'sd-jwt-vc' },
  trustAnchor: {
    says: 'How its issuer is found: register, x509-tenant or x509-lotl. By a certificate where its wallet has one, unless stated.',
    example: 'register',
  },
  id: { says: 'Its name among those of the action: `c0`, `c1` and so on unless stated.', example: 'permit' },
  revokedBy: {
    says: 'Roles that suspend, reinstate and revoke it beside the party that issues it.',
    example: ['planner'],
  },
  copies: {
    says: 'How many copies its holder gets, each for a key of its own: 1 to 16; one unless stated.',
    example: 4,
  },
  holder: {
    says: 'For which key of the holder it is: any (unless stated), or one of the record of the recipient (record).',
    example: 'record',
  },
  txCode: {
    says: 'On which way the recipient gets a code that its wallet asks for: none (unless stated), inbox or mail.',
    example: 'inbox',
  },
  attestation: { says: 'Proof of how the wallet keeps its key.', example: { required: true } },
  claims: { says: 'More about claims that are mapped.', example: [{ path: 'number', always: true }] },
};

export const MAPPING: Members = {
  claimName: {
    says: 'The name of the claim, or its path as JSON text; of an mdoc its name space and element.',
    example: 'number',
  },
  sourceField: { says: 'JSON Pointer to its value in the data of the action.', example: '/permitNumber' },
};

export const ATTESTATION: Members = {
  required: { says: 'True where no wallet without one gets it.', example: true },
  trustListId: { says: 'The trust list of those whose attestations count.', example: 'eu' },
};

export const ISSUED_CLAIM: Members = {
  path: { says: 'The claim, as `claimName` of its mapping.', example: 'number' },
  display: {
    says: 'How wallets name it, by language.',
    example: [{ name: 'Number of the permit', locale: 'en' }],
  },
  always: { says: 'True where everybody who sees the credential sees the claim.', example: true },
};

export const STATUS_RULE: Members = {
  of: { says: 'The action that issued them.', example: 2 },
  to: { says: 'Their status: valid, suspended or revoked.', example: 'revoked' },
};
