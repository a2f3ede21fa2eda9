// The form of the evidence of a gate, member by member: one that nothing proves would look as proven as its neighbours.
import { hasOnly, isObject } from '../../base/json.js';
import { GATE_PINS_MAX, GATE_SEALED_MAX } from '../../base/limits/ledger/credentials.js';
import { GATE_ID } from '../../blueprint/definition/choices.js';
import { isAssurance, isEntries, isListId, isPinKind, isPinSource, isSequence } from '../../register/trust/pin.js';
import { isHeader, isPath } from './form.js';

type Members = Readonly<Record<string, unknown>>;

/** Pointer of the first member that is not of its form; undefined where all are. */
export function gateFormFault(value: unknown): string | undefined {
  if (!hasOnly(value, ['id', 'publication', 'pins', 'sealed'])) return '';
  const { id, publication, pins, sealed } = value;
  if (typeof id !== 'string' || !GATE_ID.test(id)) return '/id';
  if (!isObject(publication)) return '/publication';
  return listFault('/pins', pins, [GATE_PINS_MAX, isPin]) ?? listFault('/sealed', sealed, [GATE_SEALED_MAX, isSealed]);
}

function listFault(
  at: string,
  list: unknown,
  [max, isItem]: readonly [max: number, isItem: (item: unknown) => boolean],
): string | undefined {
  if (!Array.isArray(list) || list.length > max) return at;
  const wrong = list.findIndex((item) => !isItem(item));
  return wrong < 0 ? undefined : `${at}/${wrong}`;
}

function isPin(value: unknown): boolean {
  if (!hasOnly(value, ['list', 'entry', 'entryPath', 'listPath'])) return false;
  const { list, entry, entryPath, listPath } = value;
  return isList(list)
    ? [isEntries([entry], list), isInclusion(entryPath), isInclusion(listPath)].every(Boolean)
    : false;
}

function isList(value: unknown): value is Members {
  if (!hasOnly(value, ['listId', 'kind', 'sequence', 'source', 'assurance'])) return false;
  const { listId, kind, sequence, source, assurance } = value;
  const stated = [isListId(listId), isPinKind(kind), isSequence(sequence)];
  return [
    ...stated,
    source === undefined || isPinSource(source),
    assurance === undefined || isAssurance(assurance),
  ].every(Boolean);
}

function isInclusion(value: unknown): boolean {
  if (!hasOnly(value, ['index', 'size', 'path'])) return false;
  return [isCount(value['index']), isCount(value['size']), isPath(value['path'])].every(Boolean);
}

function isSealed(value: unknown): boolean {
  if (!hasOnly(value, ['header', 'transaction', 'index', 'path', 'historyPath'])) return false;
  const { header, transaction, index, path, historyPath } = value;
  return [isHeader(header), isObject(transaction), isCount(index), isPath(path), isPath(historyPath)].every(Boolean);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
