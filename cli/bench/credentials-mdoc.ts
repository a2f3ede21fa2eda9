// The rows of the bench of credentials for the mdoc format, and for a query over a full wallet.
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { assert } from '../../core/base/assert.js';
import { toBase64Url } from '../../core/base/bytes.js';
import type { Draft } from '../../core/credentials/draft.js';
import { mdocCells, mdocResponse } from '../../core/credentials/mdoc/cells.js';
import { draftMdoc, type HeldMdoc, heldMdocOf } from '../../core/credentials/mdoc/issuer-signed.js';
import { draftPresentation } from '../../core/credentials/mdoc/present.js';
import type { MdocEvidence, MdocQuestion } from '../../core/credentials/mdoc/presentation.js';
import { verifyMdoc } from '../../core/credentials/mdoc/verify.js';
import { readDcql } from '../../core/credentials/query/dcql.js';
import { type HeldCredential, matchDcql } from '../../core/credentials/query/match.js';
import { PresentationRefusal } from '../../core/credentials/refusal.js';
import type { StatusList } from '../../core/credentials/status/bits.js';
import { draftStatusCwt } from '../../core/credentials/status/cwt.js';

export type BenchOperation = readonly [name: string, to: 'sign' | 'verify', run: () => unknown];

/** A key of the bench, by its public point and the way in which it signs. */
export interface BenchSigner {
  readonly publicKey: Uint8Array;
  readonly sign: <T>(draft: Draft<T>) => T;
}

const SPACE = 'org.example.licence';
const DOC_TYPE = `${SPACE}.1`;
const NAMES = ['given', 'family', 'born', 'place', 'street', 'town', 'postcode', 'country', 'number', 'class'];
const ELEMENTS = { [SPACE]: Object.fromEntries(NAMES.map((name) => [name, `value of ${name}`])) };
const STATUS = { uri: 'https://issuer.example/lists/1', index: 7 };
const ASKED = {
  nonce: 'WXZxr768rz9c7Dj6Z4ThbBOV46KXIAebZW7NE5nEH6E',
  clientId: 'x509_san_dns:verifier.example',
  responseUri: 'https://verifier.example/respond',
};
/** Stands for a certificate: its path is judged, and kept, elsewhere. */
const CHAIN = [new Uint8Array(600)];
const HOUR = 3600;
const WALLET = 1000;

/** The operations on an mdoc with this status list. */
export function mdocOperations(issuer: BenchSigner, holder: BenchSigner, list: StatusList): readonly BenchOperation[] {
  const atSeconds = Math.floor(Date.now() / 1000);
  const issue = () => issuer.sign(draftIssued(holder.publicKey, atSeconds));
  const held = heldMdocOf(issue());
  const show = () => holder.sign(draftPresentation(held, ASKED, isShown));
  const response = mdocResponse(show());
  const token = issuer.sign(draftList(list, atSeconds));
  const question = questionOf(issuer, atSeconds);
  const judge = (cells: MdocEvidence, status: MdocQuestion['status']) => {
    const verdict = verifyMdoc(cells, { ...question, status });
    assert(!(verdict instanceof PresentationRefusal), 'the bench shows good credentials');
  };
  // A gate is judged by its cells, as they are sealed; of a phone they are made once.
  const sealed: MdocEvidence = { ...mdocCells(response), status: toBase64Url(token) };
  return [
    ['mdoc: issue, 10 elements', 'sign', issue],
    ['mdoc: show, 2 of 10 elements', 'sign', show],
    ['mdoc: verify a response', 'verify', () => judge(mdocCells(response), 'open')],
    ['mdoc: gate, with its status list', 'verify', () => judge(sealed, 'closed')],
    [`match a query over ${WALLET.toLocaleString('en')} credentials`, 'verify', matching(held)],
  ];
}

const isShown = (_: string, name: string) => name === 'number' || name === 'class';

function draftIssued(deviceKey: Uint8Array, atSeconds: number): Draft<Uint8Array> {
  const [signedMs, validUntilMs] = [atSeconds * 1000, (atSeconds + HOUR) * 1000];
  const dates = { signedMs, validFromMs: signedMs, validUntilMs };
  const content = { docType: DOC_TYPE, elements: ELEMENTS, deviceKey, chain: CHAIN, status: STATUS, ...dates };
  return draftMdoc(content, (bytes) => randomBytes(bytes));
}

function draftList(list: StatusList, atSeconds: number): Draft<Uint8Array> {
  const dates = { issuedAtSeconds: atSeconds, expiresAtSeconds: atSeconds + HOUR, ttlSeconds: 300 };
  return draftStatusCwt({ uri: STATUS.uri, list, chain: CHAIN, ...dates }, (bytes) => deflateSync(bytes));
}

function questionOf({ publicKey }: BenchSigner, atSeconds: number): MdocQuestion {
  const leaf = { publicKey, anchor: 'bench', notBeforeMs: 0, notAfterMs: Number.MAX_SAFE_INTEGER };
  return {
    ...{ atMs: atSeconds * 1000, docTypes: [DOC_TYPE], status: 'closed', binding: ASKED },
    claims: [{ name: 'number', path: [SPACE, 'number'] }],
    findIssuer: () => leaf,
  };
}

/** A query of two credentials, each with three claims. */
function matching(held: HeldMdoc): () => unknown {
  const claims = { [SPACE]: Object.fromEntries(held.elements.map(({ element }) => [element.name, 'a value'])) };
  const wallet = Array.from({ length: WALLET }, (_, i): HeldCredential => {
    const types = [i % 10 === 0 ? DOC_TYPE : 'org.example.other.1'];
    return { id: String(i), format: 'mso_mdoc', types, claims, authorityKeys: [], hasHolderKey: true };
  });
  const credentials = ['a', 'b'].map((id) => ({
    ...{ id, format: 'mso_mdoc', meta: { doctype_value: DOC_TYPE } },
    claims: ['given', 'family', 'number'].map((name) => ({ path: [SPACE, name] })),
  }));
  return () => matchDcql(readDcql({ credentials }), wallet);
}
