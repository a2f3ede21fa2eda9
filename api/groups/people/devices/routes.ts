// Devices of the caller (specification 4.5).
import Type from 'typebox';
import { route } from '../../../define.js';
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
    summary: 'List the own devices',
    output: DeviceList,
    errors: ['FORBIDDEN'],
  }),
  hasAnyDevice: route({
    method: 'GET',
    url: '/api/v1/me/devices/has-any',
    can: 'RequireUser',
    summary: 'Tell whether the caller has an active device',
    output: AnyDevice,
    errors: ['FORBIDDEN'],
  }),
  revokeDevice: route({
    method: 'DELETE',
    url: '/api/v1/me/devices/:deviceId',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Revoke a device of the caller',
    description:
      'Its session ends at once. 502: the status of its credential was not reached; the same call again completes it, and the node goes on trying. Revoking a revoked device changes nothing.',
    input: { params: Type.Object({ deviceId: Uuid }) },
    output: { 204: null },
    errors: ['FORBIDDEN', 'DEVICE_NOT_FOUND', 'DEVICE_FLIP_FAILED'],
  }),
};
