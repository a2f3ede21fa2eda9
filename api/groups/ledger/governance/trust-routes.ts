// Whom a register trusts: the lists that governance pinned as of a height, proofs for outsiders, and an imported list
// of the node as a proposal. The acts themselves are those of the governance group.
import Type from 'typebox';
import { JUSTIFICATION_MAX } from '../../../../core/base/limits/ledger/registers.js';
import { PIN_ISSUER_MAX } from '../../../../core/base/limits/ledger/trust.js';
import { route } from '../../../define.js';
import { Hash, namedObject, RegisterId, RegisterParams } from '../../../schemas/base/common.js';
import { GovernedView, ProposalParams } from '../../../schemas/registers/governance.js';
import { SUBMIT_ERRORS } from '../../../schemas/registers/submission-codes.js';
import { Assurance, PinEntry, PinKind, PinnedListId, PinSource } from '../../../schemas/registers/trust.js';

const READ_ERRORS = ['PATH_INVALID', 'QUERY_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_OFFLINE'] as const;
const AsOf = Type.Integer({ minimum: 0, description: 'Number of a docket: what is sealed above it does not count.' });

const PinnedList = Type.Object({
  listId: PinnedListId,
  kind: PinKind,
  sequence: Type.Integer(),
  entryCount: Type.Integer({ description: 'Entries that count: those that were distrusted do not.' }),
  source: Type.Optional(PinSource),
  assurance: Type.Optional(Assurance),
  entries: Type.Optional(Type.Array(PinEntry, { description: 'Of the list that the query names.' })),
});
const RegisterTrust = namedObject('RegisterTrust', {
  registerId: RegisterId,
  asOf: AsOf,
  root: Type.String({ ...Hash, description: 'Over all lists: what a gate states as `trust` (docs/hashes.md 11).' }),
  lists: Type.Array(PinnedList),
});

const Inclusion = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  size: Type.Integer({ minimum: 1 }),
  path: Type.Array(Hash),
});
const PinProof = namedObject('PinProof', {
  registerId: RegisterId,
  asOf: AsOf,
  root: Hash,
  proof: Type.Object(
    {
      list: Type.Object({
        listId: PinnedListId,
        kind: PinKind,
        sequence: Type.Integer(),
        source: Type.Optional(PinSource),
        assurance: Type.Optional(Assurance),
      }),
      entry: PinEntry,
      entryPath: Inclusion,
      listPath: Inclusion,
    },
    { description: 'The audit path of the entry in its list, and of the list under the root.' },
  ),
});

const PinComparison = namedObject('PinComparison', {
  listId: PinnedListId,
  kind: PinKind,
  sequence: Type.Integer(),
  isImported: Type.Boolean({ description: 'Whether the organisation has imported a list of this id.' }),
  isEqual: Type.Boolean({ description: 'The imported list has the same number, bytes and anchors.' }),
  importedSequence: Type.Optional(Type.Integer()),
  isSameSource: Type.Optional(Type.Boolean({ description: 'The act names the bytes that were imported here.' })),
  missing: Type.Array(Hash, { description: 'Anchors of the imported list that the act leaves out.' }),
  strange: Type.Array(Hash, { description: 'Anchors of the act that the imported list has not.' }),
  added: Type.Array(PinEntry, { description: 'Entries that the register would trust from then on.' }),
  dropped: Type.Array(PinEntry, { description: 'Entries that it would trust no more.' }),
});

const PinBody = namedObject('TrustListPin', {
  registerId: RegisterId,
  wallet: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 128 },
      description: 'A wallet of this node that signs for the caller; without it the caller brings the signature.',
    }),
  ),
  justification: Type.Optional(Type.String({ maxLength: JUSTIFICATION_MAX })),
  assurance: Type.Optional(Assurance),
});

export const registerTrustRoutes = {
  getRegisterTrust: route({
    method: 'GET',
    url: '/api/registers/:registerId/trust',
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'Read whom a register trusts',
    description: 'As of the newest docket, or of an earlier one. Entries are those of the list that `listId` names.',
    input: {
      params: RegisterParams,
      query: Type.Object({ asOf: Type.Optional(AsOf), listId: Type.Optional(PinnedListId) }),
    },
    output: RegisterTrust,
    errors: READ_ERRORS,
  }),
  provePin: route({
    method: 'GET',
    url: '/api/registers/:registerId/trust/proof',
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'Prove that a register trusts an anchor or a key',
    description:
      'For outsiders: the proof leads to the root that a gate states, and docket and certificate prove that.',
    input: {
      params: RegisterParams,
      query: Type.Object({
        listId: PinnedListId,
        hash: Type.String({ ...Hash, description: 'SHA-256 of the DER of the anchor, or of the key.' }),
        issuer: Type.Optional(Type.String({ maxLength: PIN_ISSUER_MAX, description: 'The name of a key.' })),
        asOf: Type.Optional(AsOf),
      }),
    },
    output: PinProof,
    errors: [...READ_ERRORS, 'TRUSTLIST_UNAVAILABLE'],
  }),
  comparePin: route({
    method: 'GET',
    url: '/api/registers/:registerId/governance/proposals/:proposalId/trust',
    reads: 'sealed',
    can: 'RequireAdministrator',
    summary: 'Compare a proposed trust list with the one that was imported here',
    description:
      'Before a vote: what differs from the list of the organisation, and from what the register trusts now.',
    input: { params: ProposalParams },
    output: PinComparison,
    errors: ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_OFFLINE', 'GOVERNANCE_PROPOSAL_NOT_FOUND'],
  }),
  pinTrustList: route({
    method: 'POST',
    url: '/api/v1/trust/trustlists/:trustListId/pin',
    writes: 'register',
    can: 'RequireAdministrator',
    summary: 'Propose that a register trusts an imported list',
    description:
      'Proposes set-trust with the hashes of the roots, the sequence number and the source of the list. The answer is that of a proposal.',
    chargesSignatures: true,
    input: { params: Type.Object({ trustListId: PinnedListId }), body: PinBody },
    output: { 200: GovernedView, 202: GovernedView },
    errors: [
      ...SUBMIT_ERRORS,
      'TRUSTLIST_UNAVAILABLE',
      'WALLET_NOT_FOUND',
      'WALLET_ACCESS_DENIED',
      'WALLET_LOCKED',
      'OWNER_WALLET_UNKNOWN',
      'SIGNING_RATE_EXCEEDED',
    ],
  }),
};
