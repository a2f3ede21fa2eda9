// Answers that are linked data too, as forms beside JSON: JSON-LD, and canonical N-Quads where the answer is one thing.
import type { Static } from 'typebox';
import { draftListNode, draftNode, publicationNode } from '../../core/linked/blueprint-forms.js';
import type { LinkedNode, NamedNode } from '../../core/linked/document.js';
import { docketNode, registerNode, transactionListNode, transactionNode } from '../../core/linked/ledger-forms.js';
import type { Representation } from '../define.js';
import type { PublicationView } from '../schemas/registers/transactions.js';
import type { DefinitionView } from '../schemas/workflow/blueprint.js';

type Forms = Readonly<Record<string, Representation>>;

const LD_TYPE = 'application/ld+json';
const QUADS_TYPE = 'application/n-quads';

function thing<Value>(node: (value: Value) => NamedNode): Forms {
  return { [LD_TYPE]: { kind: 'linked', nodes: node }, [QUADS_TYPE]: { kind: 'quads', node } };
}

function things<Value>(nodes: (value: Value) => LinkedNode | readonly LinkedNode[]): Forms {
  return { [LD_TYPE]: { kind: 'linked', nodes } };
}

export const LINKED_TRANSACTION = thing(transactionNode);
export const LINKED_TRANSACTIONS = things(transactionListNode);
export const LINKED_DOCKET = thing(docketNode);
export const LINKED_DOCKETS = things((dockets: readonly Parameters<typeof docketNode>[0][]) => dockets.map(docketNode));
export const LINKED_REGISTER = thing(registerNode);
export const LINKED_REGISTERS = things((registers: readonly Parameters<typeof registerNode>[0][]) =>
  registers.map(registerNode),
);
export const LINKED_DRAFT = thing(draftNode);
export const LINKED_DRAFTS = things(draftListNode);
export const LINKED_PUBLICATION = thing((value: Static<typeof PublicationView>) =>
  publicationNode(value, value.definition),
);
export const LINKED_DEFINITION = thing((value: Static<typeof DefinitionView>) =>
  publicationNode(value, value.blueprint),
);
