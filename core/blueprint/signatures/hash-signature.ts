// The type of a hash, and of what: of a file object, which its schema says, the bytes of the file are hashed.
import { isNothing, TEXT, type Type } from '../typing/type.js';
import type { Signature } from './signature.js';

/** A record that a schema gives a `fileId`. A record that a rule makes is not one, whatever its members are called. */
function isFile({ kind, member, names }: Type): boolean {
  return kind === 'record' && names === undefined && member?.('fileId')?.kind === 'text';
}

export const hash: Signature = (call) => {
  if (call.rules.length !== 1) {
    call.refuse(
      `"${call.name}" takes 1 value, and has ${call.rules.length}: put several into a list, {"${call.name}": [[a, b]]}, or into a record.`,
    );
    return { type: TEXT };
  }
  const type = call.arg(0);
  if (isFile(type)) call.expect(0, isFile, 'a file');
  // Nothing would say whether it is a file.
  else if (type.kind === 'any' && !isNothing(type)) call.expect(0, () => true, 'a value whose type is known');
  return { type: TEXT, order: isFile(type) ? 'file' : '' };
};
