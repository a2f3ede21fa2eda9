// Members of publications that several answers show: who signed what is said of their author and time. Schemas only.
import Type from 'typebox';

export const IsPublisherSigned = Type.Boolean({
  description:
    'The sender signed the header, with publishedBy and the time. False for a publication under rules 1 without a statement: the docket alone says it.',
});
export const StatementDigest = Type.String({
  description:
    'Of a publication: 32 bytes, hex, that its sender signs as well; the signature in base64 is metadata.statement.',
});
