// Devices of the caller (specification 4.5).
import Type from 'typebox';
import { DELEGATION_RENEWED_MS } from '../../../../core/base/limits/node/people.js';
import { route } from '../../../define.js';
import { KeyProof } from '../../../schemas/accounts/new-device.js';
import { namedObject, nullable, Timestamp, Uuid } from '../../../schemas/base/common.js';

export const DeviceView = namedObject('Device', {
  deviceId: Uuid,
  label: Type.String(),
  platform: Type.String(),
  status: Type.Enum(['Active', 'Revoked']),
  enrolledAt: Timestamp,
  revokedAt: nullable(Timestamp),
  lastSeenAt: nullable(Type.String({ description: 'When its session last got a token; null once that is over.' })),
  delegationExpiresAt: nullable(
    Type.String({ description: 'Until when its key may act for its person; null where it has no such key.' }),
  ),
});
export const DeviceList = namedObject('DeviceList', {
  devices: Type.Array(DeviceView, { description: 'Active and revoked, the newest first.' }),
});
export const AnyDevice = namedObject('AnyDevice', {
  hasAnyDevice: Type.Boolean({ description: 'True for at least one active device.' }),
  latestEnrolledAt: nullable(Timestamp),
});

export const deviceRoutes = {
  listDevices: route({
    method: 'GET',
    url: '/api/v1/me/devices',
    can: 'RequireUser',
    program: 'credential:hold',
    summary: 'List the own devices',
    output: DeviceList,
    errors: ['FORBIDDEN'],
  }),
  hasAnyDevice: route({
    method: 'GET',
    url: '/api/v1/me/devices/has-any',
    can: 'RequireUser',
    program: 'credential:hold',
    summary: 'Tell whether the caller has an active device',
    output: AnyDevice,
    errors: ['FORBIDDEN'],
  }),
  renewDeviceCredential: route({
    method: 'POST',
    url: '/api/v1/me/devices/:deviceId/credential',
    writes: 'node',
    can: 'RequireUser',
    program: 'credential:hold',
    summary: 'Renew the credential of a device of the caller',
    description: `The key of the device proves itself once more. From ${DELEGATION_RENEWED_MS / 86_400_000} days before the end of the delegation on; within a day of the last one the same credential comes again.`,
    input: {
      params: Type.Object({ deviceId: Uuid }),
      body: namedObject('DeviceCredentialRequest', { keyProof: KeyProof }),
    },
    output: namedObject('DeviceCredential', {
      credential: Type.String({ description: 'An SD-JWT VC of the type urn:quorate:device:1.' }),
      delegationExpiresAt: Timestamp,
    }),
    errors: [
      ...(['FORBIDDEN', 'DEVICE_NOT_FOUND', 'DEVICE_KEY_PROOF_INVALID', 'DEVICE_KEY_MISSING'] as const),
      ...(['DEVICE_DELEGATION_CURRENT', 'DEVICE_DELEGATION_ENDED', 'STATUS_UNAVAILABLE'] as const),
    ],
    rate: 'platformAuth',
    uncached: true,
  }),
  revokeDevice: route({
    method: 'DELETE',
    url: '/api/v1/me/devices/:deviceId',
    writes: 'node',
    can: 'RequireUser',
    program: 'credential:hold',
    summary: 'Revoke a device of the caller',
    description:
      'Its session ends at once. 502: the status of its credential was not reached; the same call again completes it, and the node goes on trying. Revoking a revoked device changes nothing.',
    input: { params: Type.Object({ deviceId: Uuid }) },
    output: { 204: null },
    errors: ['FORBIDDEN', 'DEVICE_NOT_FOUND', 'DEVICE_FLIP_FAILED'],
  }),
};
