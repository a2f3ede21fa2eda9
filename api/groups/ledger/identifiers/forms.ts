// The forms in which DIDs and what they lead to are answered, by Accept, and the headers of such an answer. Resolvers
// ask for the result of a resolution, other programs for the document alone.
import { isFailure, type Result } from '../../../../core/base/result.js';
import {
  type DidService,
  type VerificationMethod,
  versionOf,
  withoutContext,
} from '../../../../core/linked/did-documents.js';
import { canonicalInPieces, linkedDocument } from '../../../../core/linked/document.js';
import { type RawReply, type RawRequest, Refusal } from '../../../define.js';
import { negotiation } from '../../../requests/negotiation.js';
import { inPieces } from '../../../requests/work-scheduler.js';
import type { Content } from './content.js';
import type { DescribedSubject } from './subjects.js';

const LD_TYPE = 'application/ld+json';
const DID_LD_TYPE = 'application/did+ld+json';
const RESULT_CONTEXT = 'https://w3id.org/did-resolution/v1';

interface Form<Value> {
  readonly type: string;
  readonly write: (value: Value, publicUrl: string) => Result<string> | Promise<Result<string>>;
}

type Forms<Value> = Readonly<Record<string, Form<Value>>>;

function formsOf<Value>(writers: Readonly<Record<string, Form<Value>['write']>>): Forms<Value> {
  return Object.fromEntries(Object.entries(writers).map(([type, write]) => [type, { type, write }]));
}

function resolution({ document, metadata }: DescribedSubject): string {
  return JSON.stringify({
    '@context': RESULT_CONTEXT,
    didDocument: document,
    didResolutionMetadata: { contentType: DID_LD_TYPE },
    didDocumentMetadata: { ...metadata, versionId: versionOf(document) },
  });
}

function dereferencing(content: object, contentType: string): string {
  const dereferencingMetadata = { contentType };
  return JSON.stringify({ '@context': RESULT_CONTEXT, dereferencingMetadata, content, contentMetadata: {} });
}

const whole = ({ document }: DescribedSubject): string => JSON.stringify(document);

const DOCUMENT_FORMS = formsOf<DescribedSubject>({
  'application/did-resolution': resolution,
  [DID_LD_TYPE]: whole,
  'application/did+json': ({ document }) => JSON.stringify(withoutContext(document)),
  'application/did': whole,
  [LD_TYPE]: whole,
  'application/json': resolution,
});

type Part = VerificationMethod | DidService;

const PART_FORMS = formsOf<Part>({
  [DID_LD_TYPE]: (part) => JSON.stringify(part),
  'application/did+json': (part) => JSON.stringify(part),
  'application/json': (part) => JSON.stringify(part),
  'application/did-url-dereferencing': (part) => dereferencing(part, DID_LD_TYPE),
});

const CONTENT_FORMS = formsOf<Content>({
  [LD_TYPE]: ({ node }, publicUrl) => JSON.stringify(linkedDocument(node, publicUrl)),
  'application/json': ({ view }) => JSON.stringify(view),
  'application/n-quads': ({ node }) => inPieces(canonicalInPieces(node)),
  'application/did-url-dereferencing': ({ node }, publicUrl) => dereferencing(linkedDocument(node, publicUrl), LD_TYPE),
});

interface Asked {
  readonly request: RawRequest;
  readonly publicUrl: string;
}

type Answering<Value> = (value: Value, asked: Asked, more?: Partial<RawReply>) => Promise<RawReply | Refusal>;

export const documentAnswer = answering(DOCUMENT_FORMS);
export const partAnswer = answering(PART_FORMS);
export const contentAnswer = answering(CONTENT_FORMS);

function answering<Value>(forms: Forms<Value>): Answering<Value> {
  const choose = negotiation(forms);
  return async (value, { request, publicUrl }, { status = 200, headers } = {}) => {
    const form = choose({ headers: { ...request.headers, accept: inShort(request.headers.accept) }, note: () => {} });
    if (form instanceof Refusal) return form;
    const body = await form.write(value, publicUrl);
    if (isFailure(body)) return new Refusal(body.issues);
    return { status, headers: { ...headers, ...OPEN, vary: VARY, 'content-type': form.type }, body };
  };
}

/** Another answer comes to another question. */
const VARY = 'accept, authorization, accept-encoding';

/** The result by its older name, which is that of JSON-LD with a profile. */
const BY_PROFILE = /application\/ld\+json\s*;\s*profile="https:\/\/w3id\.org\/(did-resolution|did-url-dereferencing)"/g;

function inShort(accept: string | readonly string[] | undefined): string | undefined {
  return typeof accept === 'string' ? accept.replaceAll(BY_PROFILE, 'application/$1') : undefined;
}

/** For any page, without its cookies: what needs a token is sent to who has it. */
export const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, content-location',
} as const;
