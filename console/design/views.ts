// The views of the middle of the designer: the address names one.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { DesignView } from './design-search.js';

interface ViewRow {
  readonly name: DesignView;
  /** An id of the words. */
  readonly words: string;
  readonly component: LazyExoticComponent<ComponentType>;
}

export const VIEWS: readonly ViewRow[] = [
  {
    name: 'matrix',
    words: 'design.view.matrix',
    component: lazy(async () => ({ default: (await import('./matrix/matrix.js')).Matrix })),
  },
  {
    name: 'fields',
    words: 'design.view.fields',
    component: lazy(async () => ({ default: (await import('./fields/fields-view.js')).FieldsView })),
  },
  {
    name: 'rules',
    words: 'design.view.rules',
    component: lazy(async () => ({ default: (await import('./rules/rules-view.js')).RulesView })),
  },
  {
    name: 'parts',
    words: 'design.view.parts',
    component: lazy(async () => ({ default: (await import('./parts/parts-view.js')).PartsView })),
  },
  {
    name: 'roles',
    words: 'design.view.roles',
    component: lazy(async () => ({ default: (await import('./roles/roles-view.js')).RolesView })),
  },
  {
    name: 'text',
    words: 'design.view.text',
    component: lazy(async () => ({ default: (await import('./text-view.js')).TextView })),
  },
];
