// Programs that a document at their client id describes: fetched through the guard of outgoing requests, with bounds,
// and remembered as the headers of the document say, a day at the most. It follows no redirect: the address is the
// name.
import { LRUCache } from 'lru-cache';
import { askForTenant } from '../../actors/tenant-requests.js';
import { growing } from '../../core/base/growing.js';
import { issue } from '../../core/base/issue.js';
import { parseJsonText } from '../../core/base/json.js';
import {
  CLIENT_DOCUMENT_BYTES_MAX,
  CLIENT_DOCUMENT_KEPT_MS,
  CLIENT_DOCUMENT_MS,
  CLIENT_DOCUMENT_RETRY_MS,
  CLIENT_DOCUMENTS_MAX,
} from '../../core/base/limits/node/accounts.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { OutgoingAnswer } from '../../core/outgoing/ports.js';
import { type ProgramClient, readClientDocument } from '../../core/tenant/programs/clients.js';
import type { DocumentPorts } from '../deps/programs.js';

interface Known {
  readonly client: Result<ProgramClient>;
  readonly untilMs: number;
}

export class ClientDocuments {
  private readonly known = new LRUCache<string, Known>(growing(CLIENT_DOCUMENTS_MAX));
  private readonly underWay = new Map<string, Promise<Result<ProgramClient>>>();

  /** CLIENT_DOCUMENT_INVALID, or why the document was not had. */
  async find(clientId: string, ports: DocumentPorts): Promise<Result<ProgramClient>> {
    const known = this.known.get(clientId);
    if (known !== undefined && known.untilMs > ports.clock.steady()) return known.client;
    const begun = this.underWay.get(clientId) ?? this.fetch(clientId, ports);
    this.underWay.set(clientId, begun);
    return begun.finally(() => this.underWay.delete(clientId));
  }

  private async fetch(clientId: string, { outgoing, clock, from }: DocumentPorts): Promise<Result<ProgramClient>> {
    const answer = await askForTenant(
      { outgoing, clock },
      {
        ...{ purpose: 'client-document', from, url: clientId, headers: { accept: 'application/json' } },
        ...{ bytesMax: CLIENT_DOCUMENT_BYTES_MAX, timeoutMs: CLIENT_DOCUMENT_MS, redirectsMax: 0 },
      },
    );
    const client = isFailure(answer) ? answer : clientIn(answer, clientId);
    const keptMs = isFailure(answer) || isFailure(client) ? CLIENT_DOCUMENT_RETRY_MS : keptMsOf(answer.headers);
    this.known.set(clientId, { client, untilMs: clock.steady() + keptMs });
    return client;
  }
}

function clientIn({ status, headers, body }: OutgoingAnswer, clientId: string): Result<ProgramClient> {
  if (status !== 200) return invalid(`The server answered ${status}; a document comes with 200.`);
  if (!/^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i.test(headers['content-type'] ?? ''))
    return invalid('Its media type is not application/json.');
  const document = parseJsonText(new TextDecoder().decode(body));
  return isFailure(document) ? invalid('It is not JSON.') : readClientDocument(document, clientId);
}

/** RFC 9111: an answer that no cache may keep is asked for again soon, and not at each step of a request. */
function keptMsOf(headers: OutgoingAnswer['headers']): number {
  const control = headers['cache-control'] ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return CLIENT_DOCUMENT_RETRY_MS;
  const seconds = Number(/\bmax-age\s*=\s*"?(\d{1,10})/i.exec(control)?.[1] ?? 0);
  return Math.min(Math.max(seconds * 1000, CLIENT_DOCUMENT_RETRY_MS), CLIENT_DOCUMENT_KEPT_MS);
}

function invalid(message: string) {
  return fail(issue('CLIENT_DOCUMENT_INVALID', '/client_id', `The document of the program is not usable. ${message}`));
}
