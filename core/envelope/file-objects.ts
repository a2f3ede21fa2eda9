// Objects of the data that stand for a file, held against the manifest of that file: rules read what they say of it,
// its hash above all. Pure; it opens no file, and runs in a page too.
import { escapePointer, isObject, type Json, type JsonObject } from '../base/json.js';

/** A file, in the words of its manifest. */
export interface FileFacts {
  readonly fileId: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** Of its bytes, lower-case hex. */
  readonly sha256: string;
}

/** The members of the object, by those of the manifest. A member that is absent says nothing. */
const STATED: readonly (readonly [member: string, of: (file: FileFacts) => Json])[] = [
  ['fileName', ({ name }) => name],
  ['contentType', ({ contentType }) => contentType],
  ['size', ({ size }) => size],
  ['hash', ({ sha256 }) => `sha256:${sha256}`],
];

/** As the node of a file fills it in, and as rules take it for the hash of its bytes. */
const FILE_HASH = /^sha256:[0-9a-f]{64}$/;

export interface NamedFiles {
  /** The files that the data names. */
  readonly files: readonly FileFacts[];
  /** True for the pointer of a `fileId` that is shown by itself: such a text names no manifest. */
  readonly isApart?: (pointer: string) => boolean;
}

/**
 * Pointers of the members that are false: they differ from the manifest of their file, or state the hash of a file that
 * is not there.
 */
export function falseInFiles(data: JsonObject, named: NamedFiles): readonly string[] {
  const byId = new Map(named.files.map((file) => [file.fileId, file]));
  const names: string[] = [];
  const look = (value: Json, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value) && typeof value.fileId === 'string' && !named.isApart?.(`${pointer}/fileId`))
      names.push(...falseMembers(value, byId.get(value.fileId)).map((member) => `${pointer}/${member}`));
    for (const [name, member] of Object.entries(value)) look(member, `${pointer}/${escapePointer(name)}`);
  };
  look(data, '');
  return names;
}

function falseMembers(value: JsonObject, file: FileFacts | undefined): readonly string[] {
  if (!file) return typeof value.hash === 'string' && FILE_HASH.test(value.hash) ? ['hash'] : [];
  const stated = STATED.filter(([member]) => Object.hasOwn(value, member));
  return stated.flatMap(([member, of]) => (value[member] === of(file) ? [] : [member]));
}
