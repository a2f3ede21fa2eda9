// Documents of did:web for a verifier: fetched once while they are kept, from the host that the DID names and from no
// other. A document that cannot be had is absent, and the judge then knows no key of the issuer.
import { LRUCache } from 'lru-cache';
import { fromUtf8 } from '../../core/base/bytes.js';
import { isObject, type JsonObject, parseJsonText } from '../../core/base/json.js';
import {
  DID_DOCUMENT_BYTES_MAX,
  DID_DOCUMENT_KEPT_MS,
  DID_DOCUMENTS_KEPT_MAX,
  DID_FETCH_MS,
  DIDS_FETCHED_MAX,
} from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import { didWebUrl } from '../../core/crypto/keys/did-web.js';
import type { Outgoing } from '../../core/outgoing/ports.js';

interface KeptDocument {
  readonly document: JsonObject;
  /** By the steady clock. */
  readonly untilMs: number;
}

export class DidDocuments {
  private readonly kept = new LRUCache<string, KeptDocument>({ max: DID_DOCUMENTS_KEPT_MAX });
  private readonly fetching = new Map<string, Promise<JsonObject | undefined>>();

  constructor(private readonly ports: { readonly clock: Pick<Clock, 'steady'>; readonly outgoing: Outgoing }) {}

  /** Of the first DIDs, as far as their documents can be had. `from` is the turn key of the organisation that asks. */
  async documentsOf(dids: Iterable<string>, from: string): Promise<ReadonlyMap<string, JsonObject>> {
    const documents = new Map<string, JsonObject>();
    for (const did of [...new Set(dids)].slice(0, DIDS_FETCHED_MAX)) {
      const document = await this.documentOf(did, from);
      if (document !== undefined) documents.set(did, document);
    }
    return documents;
  }

  private documentOf(did: string, from: string): Promise<JsonObject | undefined> {
    const known = this.kept.get(did);
    if (known !== undefined && this.ports.clock.steady() < known.untilMs) return Promise.resolve(known.document);
    const fetching = this.fetching.get(did) ?? this.fetch(did, from).finally(() => this.fetching.delete(did));
    this.fetching.set(did, fetching);
    return fetching;
  }

  private async fetch(did: string, from: string): Promise<JsonObject | undefined> {
    const url = didWebUrl(did);
    if (url === undefined) return undefined;
    const answer = await this.ports.outgoing.request({
      ...{ purpose: 'did-document', from, url, headers: { accept: 'application/did+json, application/json' } },
      ...{ bytesMax: DID_DOCUMENT_BYTES_MAX, timeoutMs: DID_FETCH_MS },
    });
    if (isFailure(answer) || answer.status !== 200) return undefined;
    const document = parseJsonText(textIn(answer.body));
    if (isFailure(document) || !isObject(document)) return undefined;
    this.kept.set(did, { document, untilMs: this.ports.clock.steady() + DID_DOCUMENT_KEPT_MS });
    return document;
  }
}

/** Empty where the bytes are not UTF-8. */
function textIn(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    return '';
  }
}
