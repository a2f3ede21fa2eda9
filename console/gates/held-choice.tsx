// Shows a credential of a wallet of this node at a gate: which one, and which of its claims are shown then.
import { useEffect, useState } from 'react';
import { showHidden } from '../../core/base/hidden.js';
import { typeTitle } from '../credentials/type-title.js';
import { Button } from '../parts/button.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { GateRefusal } from './gate-refusal.js';
import { type OwnMatch, readOwnMatches } from './own-matches.js';
import { faultOf, type GateProblem, type GateShown, type PreparedAct } from './use-prepared.js';

interface HeldChoiceProps {
  readonly prepared: PreparedAct;
  readonly gate: GateShown;
  readonly onPrepared: (prepared: PreparedAct) => void;
}

export function HeldChoice({ prepared, gate, onPrepared }: HeldChoiceProps) {
  const words = useWords();
  const [matches, setMatches] = useState<readonly OwnMatch[]>();
  const [chosen, setChosen] = useState<string>();
  const [fault, setFault] = useState<GateProblem>();
  const [isShowing, setShowing] = useState(false);
  const query = gate.dcqlQuery;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer has the same query in an object of its own.
  useEffect(() => {
    readOwnMatches(query).then(setMatches, (error: unknown) => setFault(faultOf(error)));
  }, [prepared.gateId, gate.id]);
  const match = matches?.find(({ credentialId }) => credentialId === chosen) ?? matches?.[0];
  async function show({ credentialId, wallet: walletAddress }: OwnMatch): Promise<void> {
    setShowing(true);
    setFault(undefined);
    try {
      const body = { requirement: gate.id, credentialId, walletAddress, consent: true };
      onPrepared(await node.gates.presentAtGate({ params: { gateId: prepared.gateId }, body }));
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setShowing(false);
    }
  }
  return (
    <>
      {matches?.length === 0 && <p className="hint">{words('gate.yours.none')}</p>}
      {matches && matches.length > 1 && (
        <MatchChoice name={`gate-${gate.id}`} matches={matches} chosen={match?.credentialId} onChoose={setChosen} />
      )}
      {match && (
        <p className="row-acts">
          <span className="wide">
            {words('gate.shows', {
              claims: match.leaving.map((name) => showHidden(name)).join(', ') || words('shown-to.type-alone'),
              wallet: match.walletName,
            })}
          </span>
          <Button kind="main" icon="eye" isBusy={isShowing} onPress={() => void show(match)}>
            {words('gate.show')}
          </Button>
        </p>
      )}
      {fault && <GateRefusal fault={fault} />}
    </>
  );
}

interface MatchChoiceProps {
  readonly name: string;
  readonly matches: readonly OwnMatch[];
  readonly chosen: string | undefined;
  readonly onChoose: (credentialId: string) => void;
}

function MatchChoice({ name, matches, chosen, onChoose }: MatchChoiceProps) {
  const words = useWords();
  return (
    <fieldset className="choices">
      <legend className="unseen">{words('gate.yours')}</legend>
      {matches.map(({ credentialId, type, issuer, walletName }) => (
        <label key={credentialId} className="choice-card">
          <input type="radio" name={name} checked={credentialId === chosen} onChange={() => onChoose(credentialId)} />
          <span>
            {typeTitle(type)}
            <span className="hint">
              {' '}
              {words('held.from', { issuer })} · {walletName}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
