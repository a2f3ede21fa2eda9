// The prepared action of a sheet: made once, and dropped when the sheet is left without a signature.
import { useCallback, useEffect, useRef, useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { node } from '../session/node.js';

export type PreparedAct = Awaited<ReturnType<typeof node.gates.getPreparedAction>>;
export type GateShown = PreparedAct['requirements'][number];

/** A refusal, with its code in the place of a name. */
export interface GateProblem {
  readonly code: string;
  readonly message: string;
}

export function faultOf(error: unknown): GateProblem {
  if (error instanceof ClientError) return { code: error.code, message: error.message };
  return { code: 'unknown', message: error instanceof Error ? error.message : String(error) };
}

interface PreparedState {
  readonly prepared: PreparedAct | undefined;
  readonly fault: GateProblem | undefined;
  readonly onPrepared: (prepared: PreparedAct) => void;
  /** It was signed: nothing is dropped. */
  readonly keep: () => void;
}

export function usePrepared(prepare: () => Promise<PreparedAct>): PreparedState {
  const [prepared, setPrepared] = useState<PreparedAct>();
  const [fault, setFault] = useState<GateProblem>();
  const isKept = useRef(false);
  const first = useRef(prepare);
  useEffect(() => {
    let gateId: string | undefined;
    let isLeft = false;
    const drop = (): void => {
      if (isKept.current || gateId === undefined) return;
      void node.gates.cancelPreparedAction({ params: { gateId } }).catch(() => {});
    };
    first.current().then(
      (made) => {
        ({ gateId } = made);
        if (isLeft) drop();
        else setPrepared(made);
      },
      (error: unknown) => !isLeft && setFault(faultOf(error)),
    );
    return () => {
      isLeft = true;
      drop();
    };
  }, []);
  const keep = useCallback(() => {
    isKept.current = true;
  }, []);
  return { prepared, fault, onPrepared: setPrepared, keep };
}

/** It was met, or one of its alternatives was. */
export function isSettled({ requirements }: PreparedAct, { id, anyOfGroup }: GateShown): boolean {
  const isOther = (gate: GateShown) => anyOfGroup !== undefined && gate.anyOfGroup === anyOfGroup;
  return requirements.some((gate) => (gate.id === id || isOther(gate)) && gate.state === 'Admitted');
}
