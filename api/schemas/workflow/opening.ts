// Schemas of openings: parts of an encrypted action shown with what proves them (core/chain/evidence/opening.ts).
import Type from 'typebox';
import { CELL_CLASSES_MAX } from '../../../core/base/limits/ledger/cells.js';
import { GATE_PINS_MAX, GATE_SEALED_MAX } from '../../../core/base/limits/ledger/credentials.js';
import { OPENING_POINTERS_MAX } from '../../../core/base/limits/node/reading.js';
import { GATE_ID } from '../../../core/blueprint/definition/choices.js';
import { Address, Hash, namedObject, nullable, OpenObject } from '../base/common.js';
import { Id } from '../base/ids.js';
import { ActionId } from './workflow.js';

const Pointer = Type.String({ maxLength: 1024, description: 'JSON Pointer of a part of the action.' });

export const CreateOpening = Type.Object(
  {
    txId: Hash,
    pointers: Type.Optional(
      Type.Array(Pointer, { minItems: 1, maxItems: OPENING_POINTERS_MAX, description: 'Parts to show.' }),
    ),
    gate: Type.Optional(
      Type.String({
        pattern: GATE_ID.source,
        description:
          'Name of a gate of the action: all of its evidence is shown, with what proves to outsiders whether it held.',
      }),
    ),
    wallet: Type.Optional(Address),
  },
  { title: 'CreateOpening', documented: { anyOf: [{ required: ['pointers'] }, { required: ['gate'] }] } },
);

const ShownCell = namedObject('ShownCell', {
  i: Type.Integer({ description: 'Place in its class.' }),
  pointer: Type.String(),
  salt: Type.String({ description: 'Base64url.' }),
  value: Type.Optional(Type.Unknown()),
  absent: Type.Optional(Type.Literal(true)),
});

const CellOpening = namedObject('CellOpening', {
  v: Type.Literal(1),
  txId: Hash,
  classes: Type.Array(
    Type.Object({
      hash: Type.Optional(Type.String({ description: 'Base64url, of a class of which nothing is shown.' })),
      leaves: Type.Optional(
        Type.Array(nullable(Type.String()), { description: 'Base64url; null for a cell that is shown.' }),
      ),
      open: Type.Optional(Type.Array(ShownCell)),
    }),
    { maxItems: CELL_CLASSES_MAX },
  ),
  manifests: Type.Optional(Type.Array(OpenObject, { description: 'Of the files that the shown values name.' })),
});

const GroupOpening = namedObject('GroupOpening', {
  v: Type.Literal(1),
  txId: Hash,
  groups: Type.Array(Type.Object({ groupId: Type.String(), salt: Type.String(), fields: OpenObject })),
});

const GateProof = namedObject(
  'GateProof',
  {
    id: Type.String(),
    publication: OpenObject,
    pins: Type.Array(OpenObject, { maxItems: GATE_PINS_MAX }),
    sealed: Type.Array(OpenObject, { maxItems: GATE_SEALED_MAX }),
  },
  'The member `gate` of an evidence file (docs/hashes.md, section 12).',
);

const OpenedStatement = namedObject('OpenedStatement', {
  wallet: Address,
  instanceId: Id,
  actionId: ActionId,
  parts: Type.Array(
    Type.Object({
      pointer: Type.String(),
      value: Type.Optional(Type.Unknown()),
      absent: Type.Optional(Type.Literal(true)),
    }),
    { description: 'Everything that the opening shows.' },
  ),
  files: Type.Optional(Type.Array(OpenObject)),
});

export const OpeningBody = namedObject('Opening', {
  opening: Type.Optional(
    Type.Union([CellOpening, GroupOpening], {
      description:
        'The member `opening` of an evidence file. It shows the statement to anybody who has it. Absent where a gate was asked for whose evidence stands in the clear.',
    }),
  ),
  gate: Type.Optional(GateProof),
  statement: Type.Optional(OpenedStatement),
});
