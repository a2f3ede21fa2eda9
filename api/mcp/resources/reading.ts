// Reads resources for a caller: finds the row of an address, calls the operations that it names, and writes their
// answer within its bound. It knows no transport.
import { showHidden } from '../../../core/base/hidden.js';
import { issue } from '../../../core/base/issue.js';
import { RESOURCE_BYTES_MAX, RESOURCE_URI_MAX } from '../../../core/base/limits/node/requests.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Caller } from '../../auth/caller.js';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import { LocalCall } from '../../requests/incoming.js';
import type { Limit } from '../../requests/rate.js';
import { operationsFor, type ToolCaller } from '../operations.js';
import { mayUse } from '../rights.js';
import type { ListedResource, ResourceContent, ResourceNames, ResourceRow } from './define.js';

export interface ResourcePorts {
  readonly dispatcher: Pick<Dispatcher, 'call'>;
  /** Of all members of an organisation: that of calls of tools. */
  readonly limit: Limit | undefined;
}

export interface ReadResource {
  readonly mimeType: string;
  readonly text: string;
}

export class ResourceReads {
  constructor(
    private readonly rows: readonly ResourceRow[],
    private readonly ports: ResourcePorts,
  ) {}

  /** Templates that the caller may read by, in the order of the table. */
  templates(caller: Caller): readonly ResourceRow[] {
    return this.visible(caller).filter(({ template }) => template.includes('{'));
  }

  /** Resources of the caller that are few enough to be listed one by one. */
  async list(from: ToolCaller): Promise<readonly (ListedResource & Pick<ResourceRow, 'mimeType'>)[]> {
    const lists = this.visible(from.caller).map(async (row) => {
      const { template: uri, name, title, description, mimeType } = row;
      if (!uri.includes('{')) return [{ uri, name, title, description, mimeType }];
      const listed = await row.list?.(operationsFor(row, from, this.ports.dispatcher));
      return listed === undefined || isFailure(listed) ? [] : listed.map((entry) => ({ ...entry, mimeType }));
    });
    return (await Promise.all(lists)).flat();
  }

  /** Undefined for an address that no row has. */
  async read(uri: string, from: ToolCaller): Promise<Result<ReadResource> | undefined> {
    const place = this.find(uri);
    if (place === undefined) return undefined;
    const { caller, address } = from;
    const often = this.ports.limit?.(new LocalCall({ caller, address, traceId: '', url: '' }));
    if (often !== undefined) return fail(often.issues);
    const { row, names } = place;
    const content = await row.read(names, operationsFor(row, from, this.ports.dispatcher));
    return isFailure(content) ? content : writeContent(row, content);
  }

  private visible(caller: Caller): readonly ResourceRow[] {
    return this.rows.filter((row) => mayUse(row, caller));
  }

  /** A name is one part of the address: it has no slash, and none that is written as %2F. */
  find(uri: string): { readonly row: ResourceRow; readonly names: ResourceNames } | undefined {
    if (uri.length > RESOURCE_URI_MAX) return undefined;
    const parts = uri.split('/');
    for (const row of this.rows) {
      const names = namesIn(parts, row.template.split('/'));
      if (names !== undefined) return { row, names };
    }
    return undefined;
  }
}

function namesIn(parts: readonly string[], pattern: readonly string[]): ResourceNames | undefined {
  if (parts.length !== pattern.length) return undefined;
  const names: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const part = parts[i] as string;
    if (!expected.startsWith('{')) {
      if (part !== expected) return undefined;
      continue;
    }
    const name = decodeName(part);
    if (name === undefined) return undefined;
    names[expected.slice(1, -1)] = name;
  }
  return names;
}

function decodeName(part: string): string | undefined {
  if (part === '' || /[?#]/.test(part)) return undefined;
  try {
    const name = decodeURIComponent(part);
    return name.includes('/') ? undefined : name;
  } catch {
    return undefined;
  }
}

function writeContent({ mimeType, operations }: ResourceRow, content: ResourceContent): Result<ReadResource> {
  const text = 'text' in content ? content.text : showHidden(JSON.stringify(content.data), asJson);
  const bytes = Buffer.byteLength(text);
  if (bytes <= RESOURCE_BYTES_MAX) return { mimeType, text };
  const message = `The resource has ${bytes} bytes, and a client takes ${RESOURCE_BYTES_MAX}. Ask the operation ${operations[0]} over REST.`;
  return fail(issue('RESOURCE_TOO_LARGE', '', message));
}

/** A character that people do not see is written out, as JSON writes it. */
function asJson(character: string): string {
  return Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
