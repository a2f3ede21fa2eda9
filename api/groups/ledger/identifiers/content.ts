// Things that DID URLs lead to: sealed transactions, definitions that some of them publish, and dockets. A caller finds
// those that it may read by the operations of registers too, and no others.
import { type IssueCode, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { publicationNode } from '../../../../core/linked/blueprint-forms.js';
import type { DidUrl } from '../../../../core/linked/did-syntax.js';
import type { NamedNode } from '../../../../core/linked/document.js';
import { docketNode, transactionNode } from '../../../../core/linked/ledger-forms.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { visibleRegister } from '../../../access/registers.js';
import { docketAt, findSealed, rosterNow } from '../../../access/sealed.js';
import { isAllowed } from '../../../auth/policy.js';
import { publicationView } from '../../../submission/publish.js';
import { docketView } from '../../../views/dockets.js';
import { sealedView } from '../../../views/transactions.js';
import type { Looking } from './looking.js';
import { didNotFound } from './subjects.js';

export interface Content {
  readonly node: NamedNode;
  /** As the operations of registers give it. */
  readonly view: object;
  /** Where they do. */
  readonly path: string;
}

const MISSES: ReadonlySet<IssueCode> = new Set(['TRANSACTION_NOT_FOUND', 'DOCKET_NOT_FOUND', 'PUBLICATION_NOT_FOUND']);

/** DID_NOT_FOUND, REGISTER_FORKED, or REGISTER_BEHIND where others may have sealed what is missing here. */
export async function contentOf(looking: Looking, { subject, resource, fragment }: DidUrl): Promise<Result<Content>> {
  const { caller, deps } = looking;
  if (subject.kind !== 'register' || resource === undefined || !isAllowed('CanReadTransactions', caller))
    return fail(didNotFound());
  const record = visibleRegister(looking, subject.registerId);
  if (isFailure(record)) return fail(didNotFound());
  const read = () => {
    if (resource.kind === 'docket')
      return fragment === undefined ? docketIn(looking, record, resource.number) : NOTHING;
    if (fragment === 'definition') return definitionIn(looking, record, resource.txId);
    return fragment === undefined ? transactionIn(looking, record, resource.txId) : NOTHING;
  };
  const content = await deps.ledger.reads.surely(record.id, read, isMiss);
  if (content === 'behind')
    return fail(
      issue('REGISTER_BEHIND', '/did', 'Others may have sealed what is missing here: ask again in a moment.'),
    );
  return isMiss(content) ? fail(didNotFound()) : content;
}

/** A part that there is not, now or later. */
const NOTHING = fail(didNotFound());

function isMiss(content: Result<Content>): boolean {
  return isFailure(content) && MISSES.has(content.issue.code);
}

function transactionIn(looking: Looking, record: RegisterRecord, txId: string): Result<Content> {
  const sealed = findSealed(looking, record, txId);
  if (isFailure(sealed)) return sealed;
  const view = sealedView(sealed);
  return { node: transactionNode(view), view, path: `/api/registers/${record.id}/transactions/${txId}` };
}

function definitionIn({ deps }: Looking, record: RegisterRecord, txId: string): Result<Content> {
  const view = publicationView(deps, record, txId);
  if (isFailure(view)) return view;
  const { definition } = view;
  return { node: publicationNode(view, definition), view, path: `/api/registers/${record.id}/publications/${txId}` };
}

function docketIn(looking: Looking, record: RegisterRecord, height: number): Result<Content> {
  const at = docketAt(looking, { registerId: record.id, height });
  if (isFailure(at)) return at;
  const view = docketView(at.docket, rosterNow(looking, record));
  return { node: docketNode(view), view, path: `/api/registers/${record.id}/dockets/${height}` };
}
