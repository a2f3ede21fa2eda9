// The client for other programs: a node that lies, and a verifier that has to find what the one of nodes finds.
import type { Mutant } from './mutant.js';

const LYING = 'contract/published/lying-node';
const PLATFORM = 'unit/api/client/platform/crypto';
const RETRYING = 'unit/api/client/retrying';
const CLIENT = 'unit/api/client/published/client';

function one(
  name: string,
  edit: Mutant['edits'][number],
  [test, caught]: readonly [test: string, caught: string],
): Mutant {
  return { name, edits: [edit], test, caught };
}

export const PUBLISHED: readonly Mutant[] = [
  one(
    'a password follows a redirect to another host',
    { file: 'api/client/sending', from: "redirect: 'manual',", to: '' },
    [LYING, 'sent elsewhere'],
  ),
  one(
    'an answer is read without end',
    { file: 'api/client/reading', from: 'if (length > bytesMax)', to: 'if (false)' },
    [LYING, 'is not read without end'],
  ),
  one(
    'dots in a parameter lead to another operation',
    { file: 'api/client/sending', from: "if (value === '.' || value === '..')", to: 'if (false)' },
    [CLIENT, 'takes dots for no name'],
  ),
  one(
    'a change is made twice without a key',
    {
      file: 'api/client/client',
      from: 'retry !== undefined && isRepeatable ?',
      to: 'retry !== undefined ?',
    },
    [RETRYING, 'makes nothing twice without a key'],
  ),
  one(
    'each attempt has a key of its own',
    {
      file: 'api/client/client',
      from: 'idempotencyKey: idempotencyKey === true ? freshKey() : idempotencyKey',
      to: 'idempotencyKey',
    },
    [RETRYING, 'creates again under one key'],
  ),
  one(
    'each waiting call refreshes the session for itself',
    { file: 'api/client/published/tokens', from: 'asked ??= refresh()', to: 'asked = refresh()' },
    [CLIENT, 'gets one fresh token for all calls'],
  ),
  one(
    'a list that leads in a circle is read for ever',
    { file: 'api/client/published/pages', from: 'if (cursor !== undefined && seen.has(cursor))', to: 'if (false)' },
    [CLIENT, 'ends a list that leads in a circle'],
  ),
  one(
    'the padding of an RSA signature is not looked at',
    { file: 'api/client/platform/crypto', from: 'block.slice(2, end).some((byte) => byte !== 0xff)', to: 'false' },
    [PLATFORM, 'takes the padding off a signature'],
  ),
];
