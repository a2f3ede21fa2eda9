// The name under which a file of a stranger is saved: his, as far as a folder of this machine takes it.
import { basename } from 'node:path';
import { utf8Length } from '../../core/base/bytes.js';

/** Of one name, on the disks that are in use; a name of an action counts characters (FILE_NAME_MAX). */
const NAME_BYTES_MAX = 255;
/** Of an ending that stays, with its dot: a longer one is not a type of file. */
const ENDING_BYTES_MAX = 32;

/** It stays in this folder, hides nothing there, and keeps its ending when it is cut. Empty when nothing is left. */
export function savedName(given: string): string {
  const name = basename(given).replace(/^\.+/, '');
  if (utf8Length(name) <= NAME_BYTES_MAX) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && utf8Length(name.slice(dot)) <= ENDING_BYTES_MAX ? name.slice(dot) : '';
  return cut(name.slice(0, name.length - ending.length), NAME_BYTES_MAX - utf8Length(ending)) + ending;
}

/** The first characters, whole, that have so many bytes at most. */
function cut(text: string, bytesMax: number): string {
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > bytesMax) break;
    kept += character;
  }
  return kept;
}
