// The settings of credentials that are issued and asked for here. schema.ts takes them into the one table.
import { Type } from 'typebox';
import { LEVEL_NAME_MAX, LEVELS_MAX, OFFER_MS_MAX } from '../../core/base/limits/node/wallets.js';
import { flag, integer, MINUTE, section, text } from './section.js';

/** Nothing is stated at first: a level is the outcome of an evaluation of this installation. */
function levels(what: string) {
  return Type.Array(Type.String({ minLength: 1, maxLength: LEVEL_NAME_MAX }), {
    default: [],
    maxItems: LEVELS_MAX,
    description: `Levels, such as iso_18045_basic, at which the node attests ${what} to issuers that ask (OpenID4VCI 1.0 appendix D.2).`,
  });
}

export const credentials = section(
  'Credentials that the organisations of this node issue (OpenID4VCI), and ask for (OpenID4VP).',
  {
    enabled: flag(
      true,
      'Whether organisations issue credentials. Off, they offer none and wallets get none; statuses of what was issued stay.',
    ),
    allowAnonymousClients: flag(true, 'Whether a wallet exchanges a pre-authorised code without a client_id.'),
    rootIssuer: text(
      'system-admin',
      'Subdomain of the organisation whose issuer is at the root of the node, beside {publicUrl}/credentials/{subdomain} of each.',
    ),
    dpop: Type.Enum(['optional', 'required'], {
      default: 'optional',
      description: 'Whether a wallet has to bind its access token to a key (RFC 9449).',
    }),
    deviceProof: Type.Enum(['optional', 'required'], {
      default: 'optional',
      description:
        'Whether the holder key of a person (sign-kb) signs for enrolled devices alone: each request has a proof of RFC 9449 by the key of its device.',
    }),
    statusListEntries: integer(
      131_072,
      { minimum: 1024, maximum: 1_048_576 },
      'Places of a new status list. A longer list hides better whom a verifier asks about, and makes a larger token.',
    ),
    statusTtlSeconds: integer(
      300,
      { minimum: 10, maximum: 43_200 },
      'How long a verifier may keep the token of a status list before it asks again.',
    ),
    offerMs: integer(
      24 * 60 * MINUTE,
      { minimum: MINUTE, maximum: OFFER_MS_MAX },
      'How long an offer is good for where its maker states nothing.',
    ),
    clientIdPrefix: Type.Enum(['x509_san_dns', 'x509_hash'], {
      default: 'x509_san_dns',
      description:
        'How requests for presentations name their verifier: by the host of its certificate, or by the certificate.',
    }),
    responseMode: Type.Enum(['direct_post', 'direct_post.jwt'], {
      default: 'direct_post',
      description: 'Whether wallets encrypt their answers to the request (direct_post.jwt), beside TLS.',
    }),
    allowUnverifiable: flag(
      false,
      'Whether wallets of this node answer requests without a signature (client_id of the prefix redirect_uri). Of such a verifier nothing is known but where the answer goes.',
    ),
    keyStorage: levels('where the keys of its wallets are kept'),
    userAuthentication: levels('how people unlock them'),
    transactionDataTypes: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
      default: ['urn:quorate:action:1'],
      maxItems: 100,
      description:
        'Types of transaction data that holders are shown and sign. A request with another type is refused whole (OpenID4VP 1.0 section 8.4).',
    }),
  },
);
