// Settings of the platform, and its bootstrap.

import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import type { Handlers } from '../../../define.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import type { PeopleDeps } from '../deps.js';
import { bootstrap } from './bootstrap.js';
import type { platformRoutes } from './routes.js';

export const platformHandlers: Handlers<typeof platformRoutes, PeopleDeps> = {
  getPlatformSettings: (_, { deps }) => withVersion(deps.platform.settings, deps.platform.settings),

  listNodeSettings: (_, { deps }) => ({ settings: deps.config.settings() }),

  async updatePlatformSettings({ body, headers }, { deps, caller, address }) {
    const late = failIfChanged(headers['if-match'], deps.platform.settings);
    if (late) return late;
    const settings = { ...deps.platform.settings, ...body };
    await deps.commit([
      deps.platform.set(settings),
      deps.audit.byCaller(
        { caller, address },
        {
          eventType: 'PlatformSettingsUpdated',
          organisationId: PLATFORM_ORGANISATION_ID,
          details: { founding: settings.founding, invitationDays: settings.invitationDays ?? 'node' },
        },
      ),
    ]);
    return withVersion(settings, settings);
  },

  bootstrapTenant: ({ body }, call) => bootstrap(call, body),
};
