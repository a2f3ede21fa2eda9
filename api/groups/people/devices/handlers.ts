// Devices: loads, asks core/tenant/devices, commits, shows. A device of another person and none look the same.
import { issue } from '../../../../core/base/issue.js';
import { fail, failIf, isFailure } from '../../../../core/base/result.js';
import { type DeviceDelegation, isRepeatable, renewalProblem } from '../../../../core/tenant/devices/delegation.js';
import { byEnrolment, type Device, revokeDevice } from '../../../../core/tenant/devices/device.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import { type DeviceKey, delegate, readDeviceKey, signDelegation } from '../../../credentials/devices/delegating.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { endFamily } from '../../../sign-in/session.js';
import { isoTime } from '../../../views/transactions.js';
import type { PeopleDeps } from '../deps.js';
import type { deviceRoutes } from './routes.js';

export const deviceHandlers: Handlers<typeof deviceRoutes, PeopleDeps> = {
  listDevices: ofWholeAccount((_, { deps, caller }) => ({
    devices: byEnrolment(deps.devices.of(caller.platformUserId)).map((device) => deviceView(deps, device)),
  })),

  hasAnyDevice: ofWholeAccount((_, { deps, caller }) => {
    const active = deps.devices.of(caller.platformUserId).filter(({ status }) => status === 'Active');
    const latest = byEnrolment(active)[0];
    return { hasAnyDevice: latest !== undefined, latestEnrolledAt: latest ? isoTime(latest.enrolledAtMs) : null };
  }),

  renewDeviceCredential: ofWholeAccount(async ({ params, body }, call) => {
    const { deps, caller } = call;
    const key = await readDeviceKey(deps, body.keyProof);
    if (isFailure(key)) return key;
    // In the turn in which it is written.
    const list = deps.devices.of(caller.platformUserId);
    const device = list.find(({ id }) => id === params.deviceId);
    if (device === undefined) return fail(NO_DEVICE);
    const nowMs = deps.clock.now();
    const before = device.delegation;
    const isRevoked = device.status === 'Revoked';
    const problem = renewalProblem(before, { thumbprint: key.thumbprint, nowMs, isRevoked });
    if (problem || before === undefined) return failIf(problem) ?? fail(NO_DEVICE);
    const delegation = isRepeatable(before, nowMs) ? before : await renew(call, { list, device, key, before });
    const { credential, delegationExpiresAt } = await signDelegation(deps, key, delegation);
    return credential === undefined ? fail(UNSIGNED) : { credential, delegationExpiresAt };
  }),

  revokeDevice: ofWholeAccount(async ({ params }, call) => {
    const { deps, caller } = call;
    const list = deps.devices.of(caller.platformUserId);
    const device = list.find(({ id }) => id === params.deviceId);
    if (device === undefined) return fail(NO_DEVICE);
    if (device.status === 'Active') await revoke(call, list, device);
    deps.announcements.traces.note(device.id, call.trace);
    // Of a device that was revoked before this is what is still owed, or nothing.
    return failIf(await deps.deviceFlips.flip(caller.platformUserId, device.id));
  }),
};

const NO_DEVICE = issue('DEVICE_NOT_FOUND', '/deviceId', 'There is no such device.');
const UNSIGNED = issue('STATUS_UNAVAILABLE', '', 'The credential cannot be signed at present: ask again.');

/** The delegation after a further credential, durable. */
async function renew(
  { deps, caller, address, trace }: ApiCall<PeopleDeps>,
  asked: {
    readonly list: readonly Device[];
    readonly device: Device;
    readonly key: DeviceKey;
    readonly before: DeviceDelegation;
  },
): Promise<DeviceDelegation> {
  const { list, device, key, before } = asked;
  const { delegation, ops } = delegate(deps, key, before);
  const after = list.map((item) => (item.id === device.id ? { ...item, delegation } : item));
  const details = { deviceId: device.id };
  await deps.commit([
    ...deps.devices.put(caller.platformUserId, after),
    ...ops,
    deps.audit.byCaller({ caller, address, trace }, { eventType: 'DeviceCredentialIssued', details }),
  ]);
  return delegation;
}

/** Revoked, its session and all that were made from that ended, and its flip owed, in one commit. */
async function revoke({ deps, caller, address, trace }: ApiCall<PeopleDeps>, list: readonly Device[], device: Device) {
  const nowMs = deps.clock.now();
  const family = deps.sessions.family(device.sessionId);
  const after = list.map((item) => (item.id === device.id ? revokeDevice(item, nowMs) : item));
  await deps.commit([
    ...deps.devices.put(caller.platformUserId, after),
    deps.sessions.revoke(`dev:${device.id}`, nowMs),
    ...(family ? endFamily(deps, family) : [deps.sessions.revoke(`sid:${device.sessionId}`, nowMs)]),
    deps.audit.byCaller({ caller, address, trace }, { eventType: 'DeviceRevoked', details: { deviceId: device.id } }),
  ]);
}

function deviceView({ sessions }: PeopleDeps, device: Device) {
  const { id, label, platform, status, enrolledAtMs, revokedAtMs, delegation, sessionId } = device;
  return {
    ...{ deviceId: id, label, platform, status },
    enrolledAt: isoTime(enrolledAtMs),
    revokedAt: timeOr(revokedAtMs),
    lastSeenAt: timeOr(sessions.family(sessionId)?.issuedAtMs),
    delegationExpiresAt: timeOr(delegation?.expiresAtMs),
  };
}

function timeOr(ms: number | undefined): string | null {
  return ms === undefined ? null : isoTime(ms);
}
