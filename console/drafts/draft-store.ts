// A draft that a person edits: one document, one line of steps to take back, its findings, and whether the node has it.
// It is kept on this computer until the node has it, so that a reload and an ended session lose nothing.
import { useSyncExternalStore } from 'react';
import type { Issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Finding, PatchStep } from '../../core/blueprint/findings/finding.js';
import type { Facts } from '../../core/blueprint/logic/facts.js';
import type { Edit } from '../../core/edits/edit.js';
import type { RuleTrial } from '../../core/edits/view/rule-trial.js';
import { shownNames } from '../../core/edits/view/shown-draft.js';
import { stepValues } from '../../core/edits/view/step-names.js';
import {
  type DraftSteps,
  doAgain,
  documentIn,
  editsSince,
  newSteps,
  type StepName,
  takeBack,
  withStep,
} from '../../core/edits/view/steps.js';
import type { DesignChange, DraftLifted, DrawnWays, TriedRule } from '../workers/designer-messages.js';
import { DesignWorker } from './asking.js';
import { DraftChecker } from './draft-checker.js';
import { DraftSaver, type SaveState, type Theirs } from './draft-saver.js';
import type { DraftRead, DraftSaved, StoredDraftHere } from './drafts-here.js';
import { forgetDraftHere, keepDraftHere } from './drafts-here.js';

export interface DraftShownNow {
  readonly blueprint: JsonObject;
  /** Of the newest document that was checked. */
  readonly findings: readonly Finding[];
  /** True while `findings` are of an older document. */
  readonly isChecking: boolean;
  /** `alone`: neither the node has it nor this computer. */
  readonly saved: SaveState | 'alone';
  /** The version of the node that the document follows. */
  readonly version: number;
  readonly undo: StepName | undefined;
  readonly redo: StepName | undefined;
  /** Why the node did not take it. */
  readonly refusal: string | undefined;
  /** The version that somebody else made meanwhile. */
  readonly theirs: Theirs | undefined;
  readonly mayEdit: boolean;
}

/** How two versions of one draft become one: theirs, mine in its place, or my edits made on theirs. */
export type Resolution = 'theirs' | 'mine' | 'both';

export class DraftStore {
  readonly blueprintId: string;
  private readonly place: DraftRead['place'];
  private readonly mayEdit: boolean;
  private readonly worker = new DesignWorker();
  private readonly checking: DraftChecker;
  private readonly saving: DraftSaver;
  private readonly listeners = new Set<() => void>();
  private steps: DraftSteps;
  private shown: DraftShownNow | undefined;
  /** Edits wait for each other: each is made on the document of the one before. */
  private turn: Promise<unknown> = Promise.resolve();
  private kept: Promise<unknown> = Promise.resolve();
  private isKept = true;

  constructor({ place, blueprint, version, mayEdit, here }: DraftRead) {
    this.blueprintId = place.blueprintId;
    this.place = place;
    this.mayEdit = mayEdit;
    const saved: DraftSaved = { blueprint: here?.base ?? blueprint, version: here?.version ?? version };
    this.steps = newSteps(saved.blueprint);
    this.checking = new DraftChecker(() => this.tell());
    this.saving = new DraftSaver(this.blueprintId, saved, {
      document: () => documentIn(this.steps),
      onChange: () => this.tell(),
      onSaved: () => this.keep(),
      differences: (before, other) => this.worker.ask('differences', before, { other }),
    });
    if (here) this.steps = withStep(this.steps, stepHere(here));
    this.checking.of(documentIn(this.steps));
    if (here && here.version !== version) this.saving.meet({ blueprint, version });
    else if (here) this.saving.soon();
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly now = (): DraftShownNow => {
    const { done, undone } = this.steps;
    const { state, saved, refusal, theirs } = this.saving;
    this.shown ??= {
      blueprint: documentIn(this.steps),
      ...{ findings: this.checking.findings, isChecking: this.checking.isBehind },
      ...{
        saved: state === 'away' && !this.isKept ? 'alone' : state,
        version: saved.version,
        refusal,
        theirs,
        mayEdit: this.mayEdit,
      },
      ...{ undo: done.at(-1)?.name, redo: undone[0]?.name },
    };
    return this.shown;
  };

  /** All of them as one step; why not, where one cannot be made. */
  edit(edits: readonly Edit[]): Promise<readonly Issue[]> {
    return this.change(
      (document) => this.worker.ask('edit', document, { edits }),
      (document) => ({ name: { id: 'design.step', values: stepValues(edits, shownNames(document)) }, edits }),
    );
  }

  fix(fix: readonly PatchStep[]): Promise<readonly Issue[]> {
    return this.change(
      (document) => this.worker.ask('fix', document, { fix }),
      () => ({ name: { id: 'design.step.fix' } }),
    );
  }

  /** A whole document as one step. */
  replace(blueprint: JsonObject, name: StepName): Promise<readonly Issue[]> {
    return this.change(
      () => this.worker.ask('form', blueprint, {}),
      () => ({ name }),
    );
  }

  /** As they are drawn; refused for a draft that cannot be. */
  ways(document: JsonObject): Promise<DrawnWays> {
    return this.worker.ask('ways', document, {});
  }

  /** Facts by which the form of an action is tried. The document has no errors. */
  sample(document: JsonObject, action: number): Promise<Pick<Facts, 'runs' | 'time'>> {
    return this.worker.ask('sample', document, { action });
  }

  /** The result of a rule on sample data. */
  trial(document: JsonObject, tried: TriedRule): Promise<RuleTrial> {
    return this.worker.ask('trial', document, tried);
  }

  /** The document of language 1 as one of language 2: nothing is taken yet. */
  lift(document: JsonObject): Promise<DraftLifted> {
    return this.worker.ask('lift', document, {});
  }

  undo(): void {
    this.to(takeBack(this.steps));
  }

  redo(): void {
    this.to(doAgain(this.steps));
  }

  /** True where the node has what the page shows. */
  async saveNow(): Promise<boolean> {
    await this.turn;
    return this.saving.now();
  }

  /** Reads the node again: what it has is one step, where the page has something else. */
  reload(): Promise<void> {
    return this.saving.reload((blueprint) => this.take(blueprint, { id: 'design.step.reload' }));
  }

  /** False where my edits cannot be made on theirs. */
  async resolve(how: Resolution): Promise<boolean> {
    const { theirs, saved } = this.saving;
    if (theirs === undefined) return true;
    const edits = editsSince(this.steps, saved.blueprint);
    const merged =
      how !== 'both' || edits === undefined ? undefined : await this.worker.ask('edit', theirs.blueprint, { edits });
    if (how === 'both' && (merged === undefined || 'issues' in merged)) return false;
    this.saving.follow(theirs);
    if (how !== 'mine') this.take(theirs.blueprint, { id: 'design.step.theirs' });
    if (merged && 'blueprint' in merged && edits)
      this.to(withStep(this.steps, { name: { id: 'design.step.both' }, edits, blueprint: merged.blueprint }));
    this.saving.soon();
    return true;
  }

  /** True where all that was not saved are edits, which can be made on another document. */
  get canMerge(): boolean {
    return editsSince(this.steps, this.saving.saved.blueprint) !== undefined;
  }

  /** Saves what was not saved yet; where the node refuses that, it stays on this computer. */
  end(): void {
    void this.saveNow().finally(() => {
      this.worker.end();
      this.checking.end();
      this.saving.end();
    });
  }

  private change(
    ask: (document: JsonObject) => Promise<DesignChange>,
    step: (document: JsonObject) => { readonly name: StepName; readonly edits?: readonly Edit[] },
  ): Promise<readonly Issue[]> {
    if (!this.mayEdit) return Promise.resolve([]);
    const changed = this.turn.then(async (): Promise<readonly Issue[]> => {
      const document = documentIn(this.steps);
      const made = await ask(document);
      if ('issues' in made) return made.issues;
      this.to(withStep(this.steps, { ...step(document), blueprint: made.blueprint }));
      return [];
    });
    this.turn = changed.catch(() => undefined);
    return changed;
  }

  private take(blueprint: JsonObject, name: StepName): void {
    this.to(withStep(this.steps, { name, blueprint }));
  }

  private to(steps: DraftSteps): void {
    if (steps === this.steps) return;
    this.steps = steps;
    const document = documentIn(steps);
    this.checking.of(document);
    this.keep();
    this.saving.soon();
    this.tell();
  }

  /** Documents are kept one after the other, so that an older one never comes last. */
  private keep(): void {
    const blueprint = documentIn(this.steps);
    const { blueprint: base, version } = this.saving.saved;
    const edits = editsSince(this.steps, base);
    const here: StoredDraftHere = { version, base, blueprint, ...(edits && { edits }) };
    this.kept = this.kept.then(async () => {
      if (blueprint === base) return forgetDraftHere(this.place);
      const isKept = await keepDraftHere(this.place, here);
      if (isKept === this.isKept) return;
      this.isKept = isKept;
      this.tell();
    });
  }

  private tell(): void {
    this.shown = undefined;
    for (const listener of this.listeners) listener();
  }
}

function stepHere({ blueprint, edits }: StoredDraftHere) {
  return { name: { id: 'design.step.here' }, blueprint, ...(edits && { edits }) };
}

export function useDraft(store: DraftStore): DraftShownNow {
  return useSyncExternalStore(store.listen, store.now);
}
