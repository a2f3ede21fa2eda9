// Patterns of requests in words of the field. A test holds every pattern of every operation to this table.
import { UUID_PATTERN } from '../../schemas/base/common.js';

const HEX_64 = '64 lower-case hex digits: a hash, or the id of a transaction';
const WALLET = 'the address of a wallet, such as qr1...';
const TEXT = 'a text without control characters';
const DIGITS = 'a whole number in digits';

export const PATTERNS: Readonly<Record<string, string>> = {
  [UUID_PATTERN]: 'a UUID, such as 3b9d2c64-5a0e-4c1b-8f7d-2e6a90c4b815',
  '^[0-9a-f]{32}$': '32 lower-case hex digits',
  '^[0-9a-f]{64}$': HEX_64,
  '^(sha256:)?[0-9a-f]{64}$': '64 lower-case hex digits, with or without sha256: before them',
  '^[0-9a-f]{128}$': '128 lower-case hex digits',
  '^[0-9a-f]{64}@(0|[1-9][0-9]{0,15})$': 'a hash and the number of its docket: HASH@HEIGHT',
  '^msg_[0-9a-f]{32}$': 'the id of a delivery: msg_ and 32 lower-case hex digits',
  '^qr1[0-9a-z]{10,90}$': WALLET,
  [`^(qr1[0-9a-z]{10,90}|${UUID_PATTERN.slice(1, -1)})$`]: 'the address or the id of a wallet',
  '^[0-9]{1,15}-qr1[0-9a-z]{10,90}$': 'the cursor that the page before it told',
  '^[0-9]{1,15}\\.[0-9a-f-]{36}$': 'the cursor that the page before it told',
  '^(?:[0-9]{1,15}\\.[0-9a-f-]{36}(?:@[0-9a-f-]{36})?|@[0-9a-f-]{36})$': 'the cursor that the page before it told',
  '^[^\\s@]+@[^\\s@]+$': 'an e-mail address',
  '^([^\\s@]+@[^\\s@]+)?$': 'an e-mail address, or empty',
  '^https://[^\\s"<>]+$': 'an https address',
  '^[!-~]*$': 'printable ASCII without spaces',
  '^[0-9a-z]{9}-[A-Za-z0-9_-]{22}$': 'an id as this node gives them, such as that of an offer',
  '^[a-z][a-z0-9_]{0,31}$': 'the name of a gate: at most 32 small letters, digits and underscores, a letter first',
  '^#[0-9A-Fa-f]{3,8}$': 'a colour, such as #0b57d0',
  '^[A-Za-z0-9+/_-]*={0,2}$': 'Base64 or Base64url',
  '^[A-Za-z0-9_-]{22,}$': 'the cursor that the page before it told',
  '^[A-Za-z0-9_-]{43}$': '43 characters of Base64url: a SHA-256',
  '^[A-Za-z0-9._~-]{43,128}$': '43 to 128 letters, digits and . _ ~ - (RFC 7636)',
  '^[A-Za-z0-9_.-]+$': 'letters, digits and . _ -',
  '^[0-9]{6}$': 'six digits',
  '^[0-9]+$': DIGITS,
  '^(0|[1-9][0-9]*)$': `${DIGITS}, without zeros before it`,
  '^([0-9]{1,15}|latest)$': 'the number of a docket, or latest',
  '^[a-z]{3,8}$': 'a word of the list of BIP-39, in small letters',
  '^[\\x21-\\x7e]+$': 'of printable ASCII characters without spaces',
  '^[^\\x00-\\x1f\\x7f]+$': TEXT,
  '^/': 'a JSON Pointer, such as /fee',
  '^[a-z0-9][a-z0-9._-]{0,63}$': '1 to 64 small letters, digits and . _ -, with a letter or a digit first',
  '^[a-z0-9][a-z0-9._-]{0,63}(/[A-Z]{2})?$': 'the id of a trust list, such as eu or eu/CZ',
  '^[1-9A-HJ-NP-Za-km-z]+$': 'the id of a peer, such as 12D3KooW...',
  '^[a-z][a-z0-9-]{1,61}[a-z0-9]$': '3 to 63 small letters, digits and hyphens, with a letter first',
  '^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$': '3 to 63 small letters, digits and hyphens, with no hyphen at an end',
  '^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$':
    'a domain in small letters, such as acme.example',
  '^[a-z][a-z-]*$': 'small letters and hyphens, with a letter first',
  '^[a-z][a-z0-9]*(-[a-z0-9]+)*$': 'small letters, digits and single hyphens, with a letter first',
  '^[A-Za-z][A-Za-z0-9.-]{0,59}$': 'at most 60 letters, digits, points and hyphens, with a letter first',
  '^[A-Za-z][A-Za-z0-9]{0,39}$': 'at most 40 letters and digits, with a letter first',
  '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$': 'the tag of a language, such as de or pt-BR',
  '^[0-9a-z.]+$': 'a cursor that an answer gave',
  '^(tenant:)?[a-z0-9][a-z0-9._-]{0,63}(/[A-Z]{2})?$': 'the id of a list of trust, such as eu or eu/CY',
  '^[!-~]+$': 'visible characters of ASCII, without spaces',
  '^[a-z0-9][a-z0-9-]{0,63}$': 'the id of a schema: small letters, digits and hyphens',
};
