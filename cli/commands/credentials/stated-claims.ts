// The claims of a credential, as commands that issue one take them.
import type { Context, Option } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';

export const CLAIMS: Option = { flags: '--claims <file>', description: 'claims: a JSON or YAML file with an object' };
export const DISCLOSABLE: Option = {
  flags: '--disclosable <path>',
  description: 'claim that the holder may keep to itself: a name or a JSON Pointer (repeat; default: each)',
  repeat: true,
};

export async function statedClaims(context: Context) {
  const file = context.input.text('claims');
  const disclosable = [...context.input.list('disclosable')];
  return {
    claims: file === undefined ? undefined : objectIn(await readDocument(context, file)),
    disclosable: disclosable.length === 0 ? undefined : disclosable,
  };
}
