// The steps of a rehearsal as a scenario: a file that `quorate blueprint test` walks through anew.
import type { JsonObject } from '../../core/base/json.js';
import type { Scenario, ScenarioStep } from '../../core/scenario/form.js';
import { fileNameOf, saveJson } from '../blueprints/keeping.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import type { RehearsalNow, RehearsedStep } from './rehearsed.js';

export type ScenarioStepDone = Pick<ScenarioStep, 'action' | 'reject' | 'payload' | 'vote' | 'as' | 'reason'>;

export function stepDone({ place, role, payload, vote }: RehearsedStep): ScenarioStepDone {
  const { actionId: action } = place;
  return { action, payload: payload as JsonObject, ...(vote && { vote, as: role }) };
}

interface KeepScenarioProps {
  readonly title: string;
  readonly steps: readonly ScenarioStepDone[];
  readonly outcome: RehearsalNow['outcome'];
}

export function KeepScenario({ title, steps, outcome }: KeepScenarioProps) {
  const words = useWords();
  function keep(): void {
    const expected = outcome === 'Passed' ? { expect: { state: 'Completed' as const } } : {};
    const scenario: Scenario = {
      name: title,
      steps: steps.map((step, i) => (i === steps.length - 1 ? { ...step, ...expected } : step)),
    };
    saveJson(`${fileNameOf(title)}.scenarios.json`, [scenario]);
  }
  return (
    <p className="rehearsal-keep">
      <Button icon="download" onPress={keep}>
        {words('rehearse.keep')}
      </Button>
      <span className="hint">{words('rehearse.keep.about', { count: steps.length })}</span>
    </p>
  );
}
