// Asks a wallet elsewhere for the credential of a gate (OpenID4VP): a picture for its camera, or a link for a wallet of
// this device. Its answer lands at the gate, where the page looks.
import { useEffect, useState } from 'react';
import { REQUEST_MS } from '../../core/base/limits/node/wallets.js';
import { Button } from '../parts/button.js';
import { Moment } from '../parts/moment.js';
import { QrCode } from '../parts/pictures/qr-code.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { GateRefusal } from './gate-refusal.js';
import { faultOf, type GateProblem, type GateShown, type PreparedAct } from './use-prepared.js';

interface GatePhoneProps {
  readonly prepared: PreparedAct;
  readonly gate: GateShown;
  readonly onPrepared: (prepared: PreparedAct) => void;
}

type Way = 'cross-device' | 'same-device';
type MadeRequest = Awaited<ReturnType<typeof node.gates.requestAtGate>> & { readonly way: Way };

/** Between two looks: a person takes some seconds at least. */
const LOOK_MS = 1500;

export function GatePhone({ prepared: { gateId }, gate, onPrepared }: GatePhoneProps) {
  const words = useWords();
  const [made, setMade] = useState<MadeRequest>();
  const [fault, setFault] = useState<GateProblem>();
  const [isOver, setOver] = useState(false);
  useAnswer({ gateId, made, onPrepared, onOver: () => setOver(true) });
  async function ask(way: Way): Promise<void> {
    setFault(undefined);
    setOver(false);
    const redirectUri = `${location.origin}/console${PATHS.shown}?gate=${gateId}&requirement=${gate.id}`;
    const body = { requirement: gate.id, flow: way, ...(way === 'same-device' && { redirectUri }) };
    try {
      const request = await node.gates.requestAtGate({ params: { gateId }, body });
      setMade({ ...request, way });
      if (way === 'same-device') location.assign(request.authorizationRequestUri);
    } catch (error) {
      setFault(faultOf(error));
    }
  }
  const isShown = made !== undefined && !isOver && gate.requestId !== made.requestId;
  return (
    <>
      {!isShown && (
        <p className="row-acts">
          <Button icon="qr-code" onPress={() => void ask('cross-device')}>
            {words('gate.phone.ask')}
          </Button>
          <Button kind="plain" onPress={() => void ask('same-device')}>
            {words('gate.phone.here')}
          </Button>
        </p>
      )}
      {isShown && (
        <div className="with-code">
          {made.way === 'cross-device' && <QrCode text={made.authorizationRequestUri} label={words('gate.phone.qr')} />}
          <div className="wide">
            <p role="status">{words('gate.phone.waits')}</p>
            <p>
              <a href={made.authorizationRequestUri}>{words('offer.open')}</a>
            </p>
            <p className="hint">
              {words('offer.until')} <Moment value={made.expiresAt} />
            </p>
          </div>
        </div>
      )}
      {isOver && <p className="fault">{words('gate.phone.over')}</p>}
      {gate.state === 'Declined' && <p className="fault">{words('gate.phone.declined')}</p>}
      {fault && <GateRefusal fault={fault} />}
    </>
  );
}

interface AwaitedAnswer {
  readonly gateId: string;
  readonly made: MadeRequest | undefined;
  readonly onPrepared: (prepared: PreparedAct) => void;
  readonly onOver: () => void;
}

/** Looks at the gate until an answer to the request is there, or its time is over. */
function useAnswer({ gateId, made, onPrepared, onOver }: AwaitedAnswer): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is waited for once.
  useEffect(() => {
    if (made === undefined) return;
    const look = setInterval(() => {
      node.gates.getPreparedAction({ params: { gateId } }).then(
        (now) => {
          // Of an answer on this device the browser brings a code first, to a page of its own.
          const isThere = now.requirements.some(
            ({ requestId, state }) => requestId === made.requestId && state !== 'Answered',
          );
          if (!isThere) return;
          leave();
          onPrepared(now);
        },
        () => {},
      );
    }, LOOK_MS);
    // The clock of the node may be another one than that of this device.
    const end = setTimeout(() => {
      leave();
      onOver();
    }, REQUEST_MS);
    const leave = (): void => {
      clearInterval(look);
      clearTimeout(end);
    };
    return leave;
  }, [gateId, made]);
}
