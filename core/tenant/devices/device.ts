// Devices of a person: enrolled, then revoked for good. Revoking flips the status of what the device was given, which
// may fail while others cannot be reached: the flip is owed until it is done. Pure.
import { type Issue, issue } from '../../base/issue.js';
import {
  DEVICES_ACTIVE_MAX,
  DEVICES_KEPT_MAX,
  FLIP_PAUSE_MAX_MS,
  FLIP_PAUSE_MS,
} from '../../base/limits/node/people.js';
import { fail, type Result } from '../../base/result.js';
import type { DeviceDelegation } from './delegation.js';

/** As it names itself when it comes. */
export interface NewDevice {
  readonly label: string;
  readonly platform: string;
}

export interface Device extends NewDevice {
  /** UUID. */
  readonly id: string;
  readonly status: 'Active' | 'Revoked';
  readonly enrolledAtMs: number;
  readonly revokedAtMs?: number;
  /** Refresh family of the session that it was given: it ends with the device, and so do those made from it. */
  readonly sessionId: string;
  /** Of a device that has a key of its own, which acts for the person. */
  readonly delegation?: DeviceDelegation;
  /** Owed from its revocation on, until the status of its credential is flipped. */
  readonly flip?: Flip;
}

export interface Flip {
  readonly tries: number;
  /** Not before this time by itself; a person who asks again is not kept waiting. */
  readonly dueMs: number;
}

/** The devices with one more; of those that are revoked and owe no flip the oldest go. Issue: DEVICES_FULL. */
export function withDevice(devices: readonly Device[], added: Device): Result<readonly Device[]> {
  const active = devices.filter(({ status }) => status === 'Active').length;
  const kept = [...devices];
  while (kept.length >= DEVICES_KEPT_MAX) {
    const at = kept.findIndex(({ status, flip }) => status === 'Revoked' && flip === undefined);
    if (at < 0) break;
    kept.splice(at, 1);
  }
  if (active >= DEVICES_ACTIVE_MAX || kept.length >= DEVICES_KEPT_MAX) return fail(full());
  return [...kept, added];
}

function full(): Issue {
  return issue('DEVICES_FULL', '', `An account has at most ${DEVICES_ACTIVE_MAX} devices: revoke one first.`);
}

/** The device after it was revoked, owing its flip. A device that was revoked before stays as it is. */
export function revokeDevice(device: Device, nowMs: number): Device {
  if (device.status === 'Revoked') return device;
  return { ...device, status: 'Revoked', revokedAtMs: nowMs, flip: { tries: 0, dueMs: nowMs } };
}

/** The device after a flip that failed: the next try comes later each time. */
export function afterFailedFlip(device: Device, nowMs: number): Device {
  if (device.flip === undefined) return device;
  const tries = device.flip.tries + 1;
  const pauseMs = Math.min(FLIP_PAUSE_MAX_MS, FLIP_PAUSE_MS * 2 ** Math.min(tries - 1, 20));
  return { ...device, flip: { tries, dueMs: nowMs + pauseMs } };
}

/** The device after its flip. */
export function withoutFlip({ flip: _, ...device }: Device): Device {
  return device;
}

/** Newest first, active and revoked. */
export function byEnrolment(devices: readonly Device[]): readonly Device[] {
  return devices.toSorted((a, b) => b.enrolledAtMs - a.enrolledAtMs || (a.id < b.id ? -1 : 1));
}
