// Devices: loads, asks core/tenant/devices, commits, shows. A device of somebody else and none look the same.
import { issue } from '../../../../core/base/issue.js';
import { fail, failIf } from '../../../../core/base/result.js';
import { byEnrolment, type Device, revokeDevice } from '../../../../core/tenant/devices/device.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
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

  revokeDevice: ofWholeAccount(async ({ params }, call) => {
    const { deps, caller } = call;
    const list = deps.devices.of(caller.platformUserId);
    const device = list.find(({ id }) => id === params.deviceId);
    if (device === undefined) return fail(issue('DEVICE_NOT_FOUND', '/deviceId', 'There is no such device.'));
    if (device.status === 'Active') await revoke(call, list, device);
    deps.announcements.traces.note(device.id, call.trace);
    // Of a device that was revoked before this is what is still owed, or nothing.
    return failIf(await deps.deviceFlips.flip(caller.platformUserId, device.id));
  }),
};

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
  const { id, label, platform, status, enrolledAtMs, revokedAtMs, delegationExpiresAtMs, sessionId } = device;
  return {
    ...{ deviceId: id, label, platform, status },
    enrolledAt: isoTime(enrolledAtMs),
    revokedAt: timeOr(revokedAtMs),
    lastSeenAt: timeOr(sessions.family(sessionId)?.issuedAtMs),
    delegationExpiresAt: timeOr(delegationExpiresAtMs),
  };
}

function timeOr(ms: number | undefined): string | null {
  return ms === undefined ? null : isoTime(ms);
}
