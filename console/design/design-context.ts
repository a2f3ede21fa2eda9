// The state that the parts of the designer share: the draft, how it is shown, the action that is open, and what is
// marked.
import { createContext, useContext } from 'react';
import type { DraftAction, ShownDraft } from '../../core/edits/view/shown-draft.js';
import type { DraftShownNow, DraftStore } from '../drafts/draft-store.js';
import type { DrawnWays } from '../workers/designer-messages.js';
import type { DesignPlace, DesignView } from './design-search.js';
import type { Marks } from './panel-props.js';

export interface DesignState {
  readonly store: DraftStore;
  readonly now: DraftShownNow;
  readonly shown: ShownDraft;
  readonly ways: DrawnWays;
  /** Undefined while the draft has no action. */
  readonly action: DraftAction | undefined;
  /** The member that the address names. */
  readonly field: string | undefined;
  readonly view: DesignView;
  /** Actions that are marked: where a rehearsal stands, and the path of a problem. */
  readonly marks: Marks | undefined;
  readonly path: readonly number[];
  readonly light: (path: readonly number[]) => void;
  readonly go: (place: DesignPlace) => void;
}

export const DesignContext = createContext<DesignState | undefined>(undefined);

export function useDesign(): DesignState {
  const design = useContext(DesignContext);
  if (design === undefined) throw new Error('It stands in the page of a draft.');
  return design;
}
