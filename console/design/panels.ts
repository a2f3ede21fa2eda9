// The panels beside and below a draft, of which one is open: the address names it.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { OperationId } from '../../api/client/published/operation-calls.js';
import type { IconName } from '../parts/icon.js';
import type { PanelProps } from './panel-props.js';

export interface PanelRow {
  readonly name: string;
  /** An id of the words. */
  readonly words: string;
  readonly icon: IconName;
  /** Shown to who may call it. */
  readonly needs?: OperationId;
  readonly place: 'side' | 'below';
  readonly component: LazyExoticComponent<ComponentType<PanelProps>>;
}

export const PANELS: readonly PanelRow[] = [
  {
    name: 'problems',
    words: 'design.panel.problems',
    icon: 'circle-check',
    place: 'side',
    component: lazy(async () => ({ default: (await import('./problems.js')).Problems })),
  },
  {
    name: 'rehearsal',
    words: 'design.panel.rehearsal',
    icon: 'play',
    needs: 'startRehearsal',
    place: 'below',
    component: lazy(async () => ({ default: (await import('../trying/rehearsal-pane.js')).RehearsalPane })),
  },
  {
    name: 'chat',
    words: 'design.panel.chat',
    icon: 'chat',
    needs: 'editBlueprint',
    place: 'side',
    component: lazy(async () => ({ default: (await import('../trying/chat-column.js')).ChatColumn })),
  },
];
