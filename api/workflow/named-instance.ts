// An instance of the ledger as the caller is shown it: with the title of its blueprint, and what it is about.
import type { InstanceView } from '../../actors/workflow/instance/instance-types.js';
import { namesOf } from '../../core/blueprint/definition/texts.js';
import { ownRoles } from '../access/instances.js';
import { subjectFor } from '../access/subjects.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { instanceBody } from '../views/instances.js';
import { openingFor } from './openings.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain' | 'workflow' | 'openings'>;

export async function namedInstance(call: ApiCall<Deps>, view: InstanceView) {
  const { definition } = view;
  const subject = await subjectFor(call, view, ownRoles(call, view));
  return {
    ...instanceBody(view, openingFor(call, view.id)?.metadata),
    ...(definition && { blueprintTitle: namesOf(definition, undefined, call.languages).blueprint }),
    ...(subject !== undefined && { subject }),
  };
}
