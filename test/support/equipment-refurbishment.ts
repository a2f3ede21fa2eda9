// Medical equipment that is repaired instead of replaced: a hospital, a workshop and a regulator that looks at what could hurt. Data for tests, in the form
// that a designer would write.
import type { JsonObject } from '../../core/base/json.js';

const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

export const EQUIPMENT_REFURBISHMENT: JsonObject = {
  id: 'equipment-refurbishment',
  title: 'Medical equipment refurbishment',
  description: 'A hospital has a device refurbished; what is critical for safety passes the regulator first.',
  participants: [
    { id: 'technician', name: 'Biomedical technician', organisation: 'Hospital', walletAddress: null },
    { id: 'department', name: 'Head of department', organisation: 'Hospital', walletAddress: null },
    { id: 'workshop', name: 'Refurbishment workshop', organisation: 'Workshop', walletAddress: null },
    { id: 'regulator', name: 'Device regulator', organisation: 'Regulator', walletAddress: null },
  ],
  actions: [
    {
      id: 1,
      title: 'Request',
      sender: 'technician',
      isStartingAction: true,
      dataSchemas: [
        object({
          serialNumber: { type: 'string', minLength: 1, maxLength: 64 },
          deviceClass: { enum: ['I', 'IIa', 'IIb', 'III'] },
          safetyFailure: { type: 'boolean' },
          fault: { type: 'string', maxLength: 2000 },
          ward: { type: 'string', maxLength: 100 },
        }),
      ],
      disclosures: [
        { participantAddress: 'department', dataPointers: ['/*'] },
        { participantAddress: 'workshop', dataPointers: ['/serialNumber', '/deviceClass', '/safetyFailure', '/fault'] },
        { participantAddress: 'regulator', dataPointers: ['/serialNumber', '/deviceClass', '/safetyFailure'] },
      ],
      routes: [{ id: 'approve', nextActionIds: [2] }],
    },
    {
      id: 2,
      title: 'Approve in the department',
      sender: 'department',
      dataSchemas: [object({ costCentre: { type: 'string' }, budget: { type: 'number', minimum: 0 } })],
      disclosures: [{ participantAddress: 'technician', dataPointers: ['/costCentre'] }],
      routes: [{ id: 'quote', nextActionIds: [3] }],
      rejectionConfig: { targetActionId: 1 },
    },
    {
      id: 3,
      title: 'Quote',
      sender: 'workshop',
      dataSchemas: [
        object({
          partsCost: { type: 'number', minimum: 0 },
          labourHours: { type: 'number', minimum: 0, maximum: 500 },
        }),
      ],
      calculations: {
        estimatedCost: { '+': [{ var: 'partsCost' }, { '*': [{ var: 'labourHours' }, 85] }] },
        riskCategory: {
          if: [
            {
              or: [
                { '==': [{ var: 'deviceClass' }, 'III'] },
                { and: [{ in: [{ var: 'deviceClass' }, ['IIa', 'IIb']] }, { var: 'safetyFailure' }] },
              ],
            },
            'safety-critical',
            'standard',
          ],
        },
      },
      disclosures: [
        { participantAddress: 'department', dataPointers: ['/estimatedCost', '/riskCategory'] },
        { participantAddress: 'technician', dataPointers: ['/riskCategory'] },
        { participantAddress: 'regulator', dataPointers: ['/riskCategory'] },
      ],
      routes: [
        { id: 'critical', nextActionIds: [4], condition: { '==': [{ var: 'riskCategory' }, 'safety-critical'] } },
        { id: 'standard', nextActionIds: [5], isDefault: true },
      ],
    },
    {
      id: 4,
      title: 'Review the risk',
      sender: 'regulator',
      dataSchemas: [object({ conditions: { type: 'array', items: { type: 'string' }, maxItems: 20 } })],
      disclosures: [{ participantAddress: 'workshop', dataPointers: ['/conditions'] }],
      routes: [{ id: 'repair', nextActionIds: [5] }],
      rejectionConfig: { targetActionId: 1 },
    },
    {
      id: 5,
      title: 'Complete and certify',
      sender: 'workshop',
      dataSchemas: [object({ testReport: { type: 'string' }, passed: { const: true } })],
      disclosures: [{ participantAddress: 'technician', dataPointers: ['/*'] }],
      routes: [],
      credentialIssuanceConfig: {
        credentialType: 'RefurbishmentCertificateCredential',
        claimMappings: [{ claimName: 'testReport', sourceField: '/testReport' }],
        recipientParticipantId: 'technician',
        expiryDuration: 'P365D',
      },
    },
  ],
};
