// Devices of the person that hold credentials of theirs, and until when each may act for them.
import { useRouter } from '@tanstack/react-router';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { OwnAccount } from './read-me.js';

interface DeviceListProps {
  readonly devices: NonNullable<OwnAccount['devices']>;
}

export function DeviceList({ devices }: DeviceListProps) {
  const words = useWords();
  const router = useRouter();
  const { isBusy, fault, run } = useAct();
  const revoke = (deviceId: string) =>
    run(async () => {
      await node.devices.revokeDevice({ params: { deviceId } });
      await router.invalidate();
    });
  return (
    <>
      <h2>{words('device.title')}</h2>
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      <ul className="rows">
        {devices.map(({ deviceId, label, platform, status, enrolledAt, lastSeenAt, delegationExpiresAt }) => (
          <li key={deviceId} className="row">
            <Icon name="key" />
            <div className="wide">
              <bdi>{label}</bdi> · {platform}
              <p className="hint">
                {words('device.enrolled')} <Moment value={enrolledAt} />
                {lastSeenAt !== null && (
                  <>
                    {' · '}
                    {words('device.seen')} <Moment value={lastSeenAt} />
                  </>
                )}
              </p>
              {status === 'Active' && (
                <p className="hint">
                  {delegationExpiresAt === null ? (
                    words('device.no-delegation')
                  ) : (
                    <>
                      {words('device.delegation')} <Moment value={delegationExpiresAt} />
                    </>
                  )}
                </p>
              )}
            </div>
            {status === 'Active' ? (
              <Button
                isBusy={isBusy}
                label={words('device.revoke', { name: label })}
                icon="x"
                onPress={() => revoke(deviceId)}
              />
            ) : (
              <span className="pill" data-kind="bad">
                {words('device.revoked')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
