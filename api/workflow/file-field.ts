// The field that names a file: who sees it sees the file. It is found by its file id, or by its file name, or made
// under a name that the request gives. Pure; it leaves every other field as it is.
import { issue } from '../../core/base/issue.js';
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';
import { fail, type Result } from '../../core/base/result.js';
import { type FileManifest, filesNamedIn } from '../../core/envelope/files.js';

/**
 * The payload with `{fileId, fileName, contentType, size, hash}` in the field that names the file. With a field name:
 * that field becomes it, gets it as its next element where it is a list, or is completed where it is an object. Without
 * one: a field that has the file id, or an object with this `fileName` and no file id, which is completed. BODY_INVALID
 * where there is none.
 */
export function nameFile(
  payload: JsonObject,
  manifest: FileManifest,
  fieldName: string | undefined,
): Result<JsonObject> {
  const { fileId, name: fileName, contentType, size, sha256 } = manifest;
  const view: JsonObject = { fileId, fileName, contentType, size, hash: `sha256:${sha256}` };
  if (fieldName !== undefined) return inField(payload, fieldName, view);
  if (filesNamedIn(payload, [manifest]).length > 0) return payload;
  const named = completeField(payload, view);
  if (named !== undefined) return named as JsonObject;
  return fail(
    issue(
      'BODY_INVALID',
      '/fieldName',
      `No field names the file, so no role would see it: give fieldName, or a field {"fileName": ${JSON.stringify(fileName)}}.`,
    ),
  );
}

function inField(payload: JsonObject, fieldName: string, view: JsonObject): Result<JsonObject> {
  const before = Object.hasOwn(payload, fieldName) ? payload[fieldName] : undefined;
  const isSame = (item: Json): boolean => isObject(item) && item.fileId === view.fileId;
  if (before === undefined || before === null) return { ...payload, [fieldName]: view };
  if (Array.isArray(before)) return before.some(isSame) ? payload : { ...payload, [fieldName]: [...before, view] };
  if (isObject(before) && (before.fileId === undefined || isSame(before)))
    return { ...payload, [fieldName]: { ...before, ...view } };
  return fail(
    issue('BODY_INVALID', '/fieldName', 'The field has another value already: give a list for several files.'),
  );
}

/** The value with the first object in it that waits for a file of this name completed; undefined without one. */
function completeField(value: Json, view: JsonObject): Json | undefined {
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) {
      const outcome = completeField(element, view);
      if (outcome !== undefined) return value.with(i, outcome);
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  if (value.fileName === view.fileName && value.fileId === undefined) return { ...value, ...view };
  for (const [name, member] of Object.entries(value)) {
    const outcome = completeField(member, view);
    if (outcome !== undefined) return { ...value, [name]: outcome };
  }
  return undefined;
}
