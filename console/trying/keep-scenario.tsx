// The steps of a rehearsal as a scenario: a file that `quorate blueprint test` walks through anew.
import type { Scenario } from '../../core/scenario/form.js';
import { fileNameOf, saveJson } from '../blueprints/keeping.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import type { RehearsalNow, RehearsalPlayer } from './rehearsed.js';

interface KeepScenarioProps {
  readonly title: string;
  readonly done: NonNullable<RehearsalPlayer['scenario']>;
  readonly outcome: RehearsalNow['outcome'];
}

export function KeepScenario({ title, done: { steps, ...more }, outcome }: KeepScenarioProps) {
  const words = useWords();
  function keep(): void {
    const expected = outcome === 'Passed' ? { expect: { state: 'Completed' as const } } : {};
    const scenario: Scenario = {
      ...{ name: title, ...more },
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
