// The last part to start and the first to stop: the surface of the node at its ports. It decides nothing.
import { noMesh } from '../../actors/mesh/no-mesh.js';
import type { ApiDeps } from '../../api/deps/deps.js';
import { LiveBackups } from '../../storage/backup/live-backup.js';
import { SchemaCatalogues } from '../../storage/tables/workflow/schema-catalogues.js';
import { SchemaLibrary } from '../../storage/tables/workflow/schema-library.js';
import { TemplateStore } from '../../storage/tables/workflow/templates.js';
import { settingWarnings } from '../config/warnings.js';
import { systemClock } from '../platform/clock.js';
import { Listeners } from '../platform/listeners.js';
import type { Part } from './lifecycle.js';
import type { OpenParts } from './open-parts.js';
import { surface } from './surface.js';

/** `seat` is the one that the node takes now. */
export function httpPart(open: OpenParts, seat: () => ApiDeps['validator']): Part {
  const { config, metrics, world, health } = open;
  return {
    name: 'http',
    start: async () => {
      for (const { setting, text } of settingWarnings(config)) world.log.warn({ setting }, text);
      const { kv, journal } = open.store!;
      open.backups = new LiveBackups({ kv, clock: systemClock, log: world.log }, config.storage.backupBytesPerSecond);
      const servers = await surface({
        ...{ config, metrics, health },
        ...{ isFull: () => open.reserve.isLow, liveBackups: open.backups, forwarding: open.forwarding },
        ...{ ...open.leaving.ports, log: world.log, logLines: world.logLines, series: open.series },
        ...{ keys: open.keys!, opened: open.ledger!, identity: open.identity! },
        ...{ clockWatch: open.guard!, idempotency: open.idempotency!, registrations: open.registrations! },
        ...{ templates: new TemplateStore(kv, journal), schemaLibrary: new SchemaLibrary(kv, journal) },
        schemaCatalogues: new SchemaCatalogues(kv, journal),
        ...{ mesh: open.mesh?.surface ?? noMesh, walletAsks: open.walletAsks!.asker },
        ...{ ...open.workflow!, ...open.inbox!, operations: open.operations!.operations },
        ...{ uploads: open.files!.uploads, files: open.files!.keeper, webhooks: open.webhooks!, ...open.trust! },
        ...{ credentials: open.credentials!, verifier: open.verifier!, gates: open.gates! },
        ...{ blueprints: open.blueprints!, conversations: open.conversations!, engine: open.engine! },
        ...{ validator: seat, isReady: () => open.serving },
      });
      if (servers.public) open.leaving.remote.attach(servers.public);
      open.listeners = new Listeners(servers, config, { clock: systemClock, log: world.log });
      try {
        await world.heldPort?.release();
        await open.listeners.start();
      } catch (error) {
        // A part that did not start is not stopped.
        await open.listeners.stop();
        throw error;
      }
      open.serving = true;
    },
    stop: async () => {
      open.serving = false;
      // A wait may be longer than the time that requests under way have.
      open.ledger?.ledger.answerWaiting();
      await open.backups?.stop();
      await open.listeners?.stop();
    },
  };
}
