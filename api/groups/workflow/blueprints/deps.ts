// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';
import type { PublishDeps } from '../../../submission/publish.js';

export type BlueprintDeps = PublishDeps & Pick<ApiDeps, 'tokens' | 'publications'>;
