// The flips that revoked devices owe: the status of what a device was given is revoked where verifiers look it up. Owed
// durably, tried at once and then again and again, later each time; a device is told that it is revoked when all of it
// is done. It judges nothing.
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import { FLIPS_SWEPT_MAX } from '../../core/base/limits/node/people.js';
import { afterFailedFlip, type Device, withoutFlip } from '../../core/tenant/devices/device.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Devices } from '../../storage/tables/people/devices.js';
import type { Announcements, Clock, Log } from '../ports.js';

/** Where the status of a device's credential is kept. */
export interface DeviceStatusList {
  /**
   * Makes the status revoked, however often it is asked; undefined when it is. It ends in bounded time, and a device
   * that was given nothing with a status is done.
   */
  revoke(device: Device, platformUserId: string): Promise<Issue | undefined>;
}

export interface FlipPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly devices: Devices;
  readonly status: DeviceStatusList;
  readonly announcements: Announcements;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
}

export class DeviceFlips {
  private readonly ports: FlipPorts;
  /** A try of a device at a time: a caller that asks meanwhile gets its outcome. */
  private readonly trying = new Map<string, Promise<Issue | undefined>>();

  constructor(ports: FlipPorts) {
    this.ports = ports;
  }

  /** Tries the flip that a device owes. DEVICE_FLIP_FAILED where it has to be tried again; never rejects for that. */
  flip(platformUserId: string, deviceId: string): Promise<Issue | undefined> {
    const under = this.trying.get(deviceId);
    if (under) return under;
    const trial = this.tryFlip(platformUserId, deviceId).finally(() => this.trying.delete(deviceId));
    this.trying.set(deviceId, trial);
    return trial;
  }

  /** Tries what is due, a bounded number of them. */
  async sweep(nowMs: number): Promise<void> {
    let left = FLIPS_SWEPT_MAX;
    for await (const platformUserId of this.ports.devices.owing())
      for (const { id, flip } of this.ports.devices.of(platformUserId)) {
        if (flip === undefined || flip.dueMs > nowMs) continue;
        if (left-- <= 0) return;
        await this.flip(platformUserId, id);
      }
  }

  private async tryFlip(platformUserId: string, deviceId: string): Promise<Issue | undefined> {
    const { clock, commit, announcements, log } = this.ports;
    const device = this.deviceOf(platformUserId, deviceId);
    if (device?.flip === undefined) return undefined;
    const problem = await this.answer(device, platformUserId);
    const nowMs = clock.now();
    if (problem === undefined) {
      await commit(this.changeDevice(platformUserId, deviceId, withoutFlip));
      announcements.announce({ type: 'device-revoked', platformUserId, deviceId, atMs: nowMs, cause: deviceId });
      return undefined;
    }
    log.warn({ deviceId, tries: device.flip.tries + 1, reason: problem }, 'The status of a device was not flipped.');
    await commit(this.changeDevice(platformUserId, deviceId, (item) => afterFailedFlip(item, nowMs)));
    const why = 'The device is revoked, and the status of its credential is not yet. Revoke it again to complete it.';
    return issue('DEVICE_FLIP_FAILED', '', why);
  }

  private async answer(device: Device, platformUserId: string): Promise<string | undefined> {
    try {
      return (await this.ports.status.revoke(device, platformUserId))?.message;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private deviceOf(platformUserId: string, deviceId: string): Device | undefined {
    return this.ports.devices.of(platformUserId).find(({ id }) => id === deviceId);
  }

  /** Read again: devices may have come and gone while others were asked. */
  private changeDevice(platformUserId: string, deviceId: string, change: (device: Device) => Device): KvOp[] {
    const { devices } = this.ports;
    const list = devices.of(platformUserId).map((device) => (device.id === deviceId ? change(device) : device));
    return devices.put(platformUserId, list);
  }
}
