// The option --format of what is linked data too: JSON-LD, or the canonical quads that hashes and signatures of others
// are made of.
import { CommandError, type Context, EXIT } from '../command/command.js';
import { jsonText } from '../command/output.js';
import type { Send } from './remote.js';

export const FORMAT_OPTION = {
  flags: '--format <form>',
  description: 'ld: as JSON-LD; quads: as canonical N-Quads (RDFC-1.0)',
};

const TYPES: ReadonlyMap<string, string> = new Map([
  ['ld', 'application/ld+json'],
  ['quads', 'application/n-quads'],
]);

interface Asked {
  readonly id: Parameters<Send>[0];
  readonly params: Readonly<Record<string, string>>;
  readonly send: Send;
}

/** Shows the answer of an operation in the form that --format names; false where it names none. */
export async function showLinked({ input, out }: Context, { id, params, send }: Asked): Promise<boolean> {
  const form = input.text('format');
  if (form === undefined) return false;
  const accept = TYPES.get(form);
  if (accept === undefined)
    throw new CommandError(`--format is ${[...TYPES.keys()].join(' or ')}`, { exit: EXIT.usage });
  const { body } = await send(id, { params }, { headers: { accept } });
  out.show(body, () => (typeof body === 'string' ? body.trimEnd() : jsonText(body)));
  return true;
}
