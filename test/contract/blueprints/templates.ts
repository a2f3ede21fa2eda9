// The template that the examples of the templates group name, there or not there.

import { EXAMPLE } from '../../../api/examples/values.js';
import { templateExamples } from '../../../api/groups/workflow/templates/examples.js';
import type { Template } from '../../../core/design/templates/template.js';
import type { World } from '../world/world.js';

export const EXAMPLE_TEMPLATE = templateExamples.createTemplate.input.body as unknown as Template;

export async function withoutExampleTemplate({ deps }: World) {
  await deps.commit(deps.templates.remove(EXAMPLE.organisationId, EXAMPLE_TEMPLATE.id));
  return { as: 'administrator' } as const;
}

export async function withExampleTemplate({ deps }: World) {
  const stored = { template: EXAMPLE_TEMPLATE, createdBy: EXAMPLE.administratorId, createdAtMs: 0 };
  await deps.commit(deps.templates.add(EXAMPLE.organisationId, stored));
  return { as: 'administrator' } as const;
}
