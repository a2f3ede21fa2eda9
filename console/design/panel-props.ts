// The props of each panel of the designer.
import type { DraftStore } from '../drafts/draft-store.js';

/** Actions that are marked in the graph. */
export interface Marks {
  readonly current: readonly number[];
  readonly done: readonly number[];
}

export interface PanelProps {
  readonly store: DraftStore;
  /** Leads to a place of the blueprint, by its JSON Pointer. */
  readonly show: (pointer: string) => void;
  readonly mark: (marks: Marks | undefined) => void;
}
