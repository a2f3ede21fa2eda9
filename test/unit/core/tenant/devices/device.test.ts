// Devices: enrolled, revoked for good, and the flip that a revocation owes until it is done.
import { expect } from 'chai';
import {
  DEVICES_ACTIVE_MAX,
  DEVICES_KEPT_MAX,
  FLIP_PAUSE_MAX_MS,
  FLIP_PAUSE_MS,
} from '../../../../../core/base/limits/node/people.js';
import { isFailure } from '../../../../../core/base/result.js';
import {
  afterFailedFlip,
  byEnrolment,
  type Device,
  revokeDevice,
  withDevice,
  withoutFlip,
} from '../../../../../core/tenant/devices/device.js';

const aDevice = (id: string, more: Partial<Device> = {}): Device => ({
  ...{ id, label: id, platform: 'ios', status: 'Active', enrolledAtMs: 1, sessionId: `session of ${id}` },
  ...more,
});
const many = (count: number, make: (i: number) => Device) => Array.from({ length: count }, (_, i) => make(i));

describe('core/tenant/devices/device', () => {
  it('revokes once, and owes a flip until it is done', () => {
    const first = revokeDevice(aDevice('a'), 5);
    expect([first.status, first.revokedAtMs, first.flip]).to.deep.equal(['Revoked', 5, { tries: 0, dueMs: 5 }]);
    const done = withoutFlip(first);
    expect(done).not.to.have.property('flip');
    expect(revokeDevice(done, 9)).to.equal(done);
  });

  it('waits longer after each flip that failed, up to a bound', () => {
    let device = revokeDevice(aDevice('a'), 0);
    const pauses: number[] = [];
    for (let i = 0; i < 12; i++) {
      device = afterFailedFlip(device, 0);
      pauses.push(device.flip!.dueMs);
    }
    expect(pauses.slice(0, 3)).to.deep.equal([FLIP_PAUSE_MS, 2 * FLIP_PAUSE_MS, 4 * FLIP_PAUSE_MS]);
    expect([pauses.at(-1), device.flip?.tries]).to.deep.equal([FLIP_PAUSE_MAX_MS, 12]);
    expect(afterFailedFlip(withoutFlip(device), 1)).not.to.have.property('flip');
  });

  it('bounds the active ones, and forgets no device that owes a flip', () => {
    const active = withDevice(
      many(DEVICES_ACTIVE_MAX, (i) => aDevice(String(i))),
      aDevice('one more'),
    );
    expect(isFailure(active) && active.issue.code).to.equal('DEVICES_FULL');
    const over = many(DEVICES_KEPT_MAX, (i) => withoutFlip(revokeDevice(aDevice(String(i)), 1)));
    const kept = withDevice([revokeDevice(aDevice('owing'), 1), ...over.slice(1)], aDevice('new'));
    expect(!isFailure(kept) && kept.map(({ id }) => id)).to.include.members(['owing', 'new', '2']);
    expect(!isFailure(kept) && kept.map(({ id }) => id)).not.to.include('1');
    const owing = withDevice(
      many(DEVICES_KEPT_MAX, (i) => revokeDevice(aDevice(String(i)), 1)),
      aDevice('new'),
    );
    expect(isFailure(owing) && owing.issue.code).to.equal('DEVICES_FULL');
  });

  it('shows the newest first', () => {
    const list = [aDevice('a'), aDevice('c', { enrolledAtMs: 3 }), aDevice('b', { enrolledAtMs: 2 })];
    expect(byEnrolment(list).map(({ id }) => id)).to.deep.equal(['c', 'b', 'a']);
  });
});
