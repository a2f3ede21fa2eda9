// Settings of trust lists, and of authorities of certificates of organisations.
import { Type } from 'typebox';
import { flag, integer, optionalText, section } from './section.js';

export const trust = section('Trust lists, which organisations import, and authorities of their certificates.', {
  strictFreshness: flag(
    false,
    'Refuses the roots of a list that its operator was to update before now; without it they are told as stale.',
  ),
  operators: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    maxItems: 16,
    description: 'Files of certificates in PEM that may sign a list for which an import pins no others.',
  }),
  lotlUrl: optionalText('URL of the list of lists where an import with followPointers names none.'),
  anchors: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    maxItems: 16,
    description:
      'Files of certificates in PEM of authorities that may issue to the organisations of this node, beside those of trust lists.',
  }),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description:
        'Country (ISO 3166-1, two capital letters such as CY) in the names of the authority of this node and of certificates that it issues. Readers of mdocs ask for one (ISO 18013-5). An authority without it gets a second certificate under the new name.',
    }),
  ),
  refreshHours: integer(6, { minimum: 1, maximum: 720 }, 'Hours after which a list with a URL is fetched again.'),
});
