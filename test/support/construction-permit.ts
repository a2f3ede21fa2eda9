// A building permit among four organisations: an application, an assessment whose score decides who else must look at it, a fee, and a permit. Data for
// tests, in the form that a designer would write.
import type { JsonObject } from '../../core/base/json.js';

const object = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties,
  required,
});

const factor: JsonObject = {
  if: [{ '==': [{ var: 'buildingUse' }, 'industrial'] }, 1.5, { '==': [{ var: 'buildingUse' }, 'commercial'] }, 1.2, 1],
};

export const CONSTRUCTION_PERMIT: JsonObject = {
  id: 'construction-permit',
  title: 'Construction permit',
  description: 'A contractor applies for a permit; engineers, the council and the environment agency decide.',
  participants: [
    { id: 'contractor', name: 'Contractor', organisation: 'Brightwall Construction', walletAddress: null },
    { id: 'engineer', name: 'Structural engineer', organisation: 'Keystone Engineers', walletAddress: null },
    { id: 'planner', name: 'Planning officer', organisation: 'Town council', walletAddress: null },
    { id: 'environment', name: 'Environmental officer', organisation: 'Environment agency', walletAddress: null },
    { id: 'control', name: 'Building control', organisation: 'Town council', walletAddress: null },
  ],
  actions: [
    {
      id: 1,
      title: 'Apply',
      sender: 'contractor',
      isStartingAction: true,
      dataSchemas: [
        object({
          project: { type: 'string', minLength: 1, maxLength: 200 },
          buildingUse: { enum: ['residential', 'commercial', 'industrial'] },
          storeys: { type: 'integer', minimum: 1, maximum: 200 },
          floorArea: { type: 'number', exclusiveMinimum: 0 },
          projectValue: { type: 'number', minimum: 0 },
          bankReference: { type: 'string', maxLength: 100 },
        }),
      ],
      disclosures: [
        { participantAddress: 'engineer', dataPointers: ['/project', '/buildingUse', '/storeys', '/floorArea'] },
        { participantAddress: 'planner', dataPointers: ['/project', '/buildingUse', '/storeys', '/floorArea'] },
        { participantAddress: 'environment', dataPointers: ['/project', '/floorArea'] },
        { participantAddress: 'control', dataPointers: ['/project', '/floorArea', '/projectValue'] },
      ],
      routes: [{ id: 'assess', nextActionIds: [2] }],
    },
    {
      id: 2,
      title: 'Assess the structure',
      sender: 'engineer',
      dataSchemas: [object({ structuralNotes: { type: 'string', maxLength: 5000 }, riskScore: { type: 'number' } })],
      calculations: {
        baseScore: { '+': [{ '*': [{ var: 'storeys' }, 1.5] }, { '/': [{ var: 'floorArea' }, 500] }] },
        riskScore: { '*': [{ var: 'baseScore' }, factor] },
      },
      disclosures: [
        { participantAddress: 'planner', dataPointers: ['/*'] },
        { participantAddress: 'environment', dataPointers: ['/riskScore'] },
        { participantAddress: 'contractor', dataPointers: ['/riskScore'] },
      ],
      routes: [{ id: 'review', nextActionIds: [3] }],
    },
    {
      id: 3,
      title: 'Review the plan',
      sender: 'planner',
      dataSchemas: [object({ planningConditions: { type: 'array', items: { type: 'string' }, maxItems: 50 } })],
      disclosures: [
        { participantAddress: 'contractor', dataPointers: ['/planningConditions'] },
        { participantAddress: 'environment', dataPointers: ['/planningConditions'] },
        { participantAddress: 'control', dataPointers: ['/planningConditions'] },
      ],
      routes: [
        { id: 'high-risk', nextActionIds: [4], condition: { '>=': [{ var: 'riskScore' }, 7] }, branchDeadline: 'P30D' },
        { id: 'low-risk', nextActionIds: [5], isDefault: true },
      ],
      rejectionConfig: { targetActionId: 1, requireReason: true },
    },
    {
      id: 4,
      title: 'Assess the environment',
      sender: 'environment',
      dataSchemas: [object({ mitigation: { type: 'string', maxLength: 5000 } })],
      disclosures: [
        { participantAddress: 'control', dataPointers: ['/mitigation'] },
        { participantAddress: 'contractor', dataPointers: ['/mitigation'] },
      ],
      routes: [{ id: 'to-control', nextActionIds: [5] }],
      rejectionConfig: { targetActionId: 1, requireReason: true },
    },
    {
      id: 5,
      title: 'Set the fee',
      sender: 'control',
      dataSchemas: [object({ inspector: { type: 'string' }, permitFee: { type: 'number', minimum: 250 } })],
      calculations: {
        permitFee: {
          max: [250, { '+': [{ '*': [{ var: 'projectValue' }, 0.002] }, { '*': [{ var: 'floorArea' }, 1.5] }] }],
        },
      },
      disclosures: [
        { participantAddress: 'contractor', dataPointers: ['/permitFee'] },
        { participantAddress: 'planner', dataPointers: ['/permitFee'] },
      ],
      routes: [{ id: 'approve', nextActionIds: [6] }],
    },
    {
      id: 6,
      title: 'Approve',
      sender: 'planner',
      dataSchemas: [object({ permitNumber: { type: 'string', pattern: '^BP-[0-9]{4}-[0-9]{4}$' } })],
      disclosures: [{ participantAddress: 'contractor', dataPointers: ['/permitNumber'] }],
      routes: [],
      credentialIssuanceConfig: {
        credentialType: 'BuildingPermitCredential',
        claimMappings: [{ claimName: 'permitNumber', sourceField: '/permitNumber' }],
        recipientParticipantId: 'contractor',
        expiryDuration: 'P1095D',
      },
    },
  ],
};
