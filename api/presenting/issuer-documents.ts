// Documents in which issuers say their keys, for a verifier: of a did:web, and of an address (SD-JWT VC, "JWT VC Issuer
// Metadata"). Each is fetched once while it is kept, from the host that the issuer names and without redirects. A
// document that cannot be had is absent, and the judge then knows no key of the issuer.
import { LRUCache } from 'lru-cache';
import { fromUtf8 } from '../../core/base/bytes.js';
import { isObject, type JsonObject, parseJsonText } from '../../core/base/json.js';
import {
  ISSUER_DOCUMENT_BYTES_MAX,
  ISSUER_DOCUMENT_FETCH_MS,
  ISSUER_DOCUMENT_KEPT_MS,
  ISSUER_DOCUMENTS_KEPT_MAX,
  ISSUERS_FETCHED_MAX,
} from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import { wellKnown } from '../../core/credentials/holding/metadata.js';
import { didWebUrl } from '../../core/crypto/keys/did-web.js';
import { isIssuerAddress } from '../../core/crypto/keys/issuer-address.js';
import type { Outgoing } from '../../core/outgoing/ports.js';

interface KeptDocument {
  readonly document: JsonObject;
  /** By the steady clock. */
  readonly untilMs: number;
}

export class IssuerDocuments {
  private readonly kept = new LRUCache<string, KeptDocument>({ max: ISSUER_DOCUMENTS_KEPT_MAX });
  private readonly fetching = new Map<string, Promise<JsonObject | undefined>>();

  constructor(private readonly ports: { readonly clock: Pick<Clock, 'steady'>; readonly outgoing: Outgoing }) {}

  /**
   * Of the first issuers, as far as their documents can be had. `from` is the turn key of the organisation that asks.
   */
  async documentsOf(issuers: Iterable<string>, from: string): Promise<ReadonlyMap<string, JsonObject>> {
    const documents = new Map<string, JsonObject>();
    for (const issuer of [...new Set(issuers)].slice(0, ISSUERS_FETCHED_MAX)) {
      const document = await this.documentOf(issuer, from);
      if (document !== undefined) documents.set(issuer, document);
    }
    return documents;
  }

  private documentOf(issuer: string, from: string): Promise<JsonObject | undefined> {
    const known = this.kept.get(issuer);
    if (known !== undefined && this.ports.clock.steady() < known.untilMs) return Promise.resolve(known.document);
    const fetching = this.fetching.get(issuer) ?? this.fetch(issuer, from).finally(() => this.fetching.delete(issuer));
    this.fetching.set(issuer, fetching);
    return fetching;
  }

  private async fetch(issuer: string, from: string): Promise<JsonObject | undefined> {
    const url = isIssuerAddress(issuer) ? wellKnown(issuer, 'jwt-vc-issuer') : didWebUrl(issuer);
    const document = url === undefined ? undefined : await this.read(url, from);
    const whole = document && (await this.withKeys(document, from));
    if (whole === undefined) return undefined;
    this.kept.set(issuer, { document: whole, untilMs: this.ports.clock.steady() + ISSUER_DOCUMENT_KEPT_MS });
    return whole;
  }

  /** The keys stand in the document, or where it says. */
  private async withKeys(document: JsonObject, from: string): Promise<JsonObject | undefined> {
    const { jwks, jwks_uri: uri } = document;
    if (jwks !== undefined || typeof uri !== 'string') return document;
    const set = await this.read(uri, from);
    return set && { ...document, jwks: set };
  }

  private async read(url: string, from: string): Promise<JsonObject | undefined> {
    const answer = await this.ports.outgoing.request({
      ...{ purpose: 'issuer-document', from, url, headers: { accept: 'application/did+json, application/json' } },
      ...{ bytesMax: ISSUER_DOCUMENT_BYTES_MAX, timeoutMs: ISSUER_DOCUMENT_FETCH_MS },
    });
    if (isFailure(answer) || answer.status !== 200) return undefined;
    const document = parseJsonText(textIn(answer.body));
    return isFailure(document) || !isObject(document) ? undefined : document;
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
