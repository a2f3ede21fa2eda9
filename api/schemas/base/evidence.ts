// Schemas of evidence: what is asked for, and the document.
import { Type } from 'typebox';

export const EvidenceQuery = Type.Object({
  head: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Height of the docket that the reader knows. Default: the newest.',
    }),
  ),
});
export const EvidenceView = Type.Record(Type.String(), Type.Unknown(), {
  title: 'Evidence',
  description: 'A self-contained document that `quorate verify` checks offline.',
});
