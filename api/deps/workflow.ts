// The ports of blueprints, instances and what people do in them.
import type { FileLibrary } from '../../actors/files/ports.js';
import type { Rehearsals } from '../../actors/rehearsal/ports.js';
import type { SuspectRunReads } from '../../actors/workflow/checks/suspect-runs.js';
import type { InboxReads } from '../../actors/workflow/inbox/inbox-ports.js';
import type { Operations } from '../../actors/workflow/operations/operation-ports.js';
import type { Workflow } from '../../actors/workflow/ports.js';
import type { PublicationNotes } from '../../actors/workflow/publication-notes.js';
import type { EngineWork, WorkResult } from '../../core/tasks/work.js';
import type { Blueprints } from '../../storage/tables/workflow/blueprints.js';
import type { InstanceOpenings } from '../../storage/tables/workflow/instances.js';
import type { SchemaCatalogues } from '../../storage/tables/workflow/schema-catalogues.js';
import type { SchemaLibrary } from '../../storage/tables/workflow/schema-library.js';
import type { TemplateStore } from '../../storage/tables/workflow/templates.js';
import type { Uploads } from '../../storage/tables/workflow/uploads.js';
import type { FileChecks } from '../files/checks.js';
import type { AccessCounters } from './access-counters.js';
import type { HubCounters } from './hub-counters.js';

/**
 * Runs tasks about untrusted blueprints where time and memory are limited: BLUEPRINT_TOO_COSTLY, and ENGINE_BUSY when
 * it is full. Keys take turns: fairKey gives that of a call.
 */
export interface Engine {
  run<T extends EngineWork>(task: T, key: string): Promise<WorkResult<T>>;
}

/** Counts of operations beyond themselves. */
export interface ApiCounters {
  /** It was published without a rehearsal (specification section 6). */
  publishOverride(): void;
  readonly hubs: HubCounters | null;
  readonly access: AccessCounters | null;
}

export interface ApiWorkflow {
  /** Templates that organisations keep for themselves. */
  readonly templates: TemplateStore;
  /** JSON Schemas that organisations keep for their designers. */
  readonly schemaLibrary: SchemaLibrary;
  /** Catalogues that organisations took, of where JSON Schemas of others are. */
  readonly schemaCatalogues: SchemaCatalogues;
  /** Uploads of files that no action names yet. */
  readonly uploads: Uploads;
  /** The files that this node keeps, and the sources of the rest. */
  readonly files: FileLibrary;
  /** Whether uploads are what submissions say of them. */
  readonly fileChecks: FileChecks;
  /** Instances of workflows on this node's registers. */
  readonly workflow: Workflow;
  /** Submits actions: at once, or encrypted in the background. */
  readonly operations: Operations;
  /** The items that wait for wallets, and lists of instances. */
  readonly inbox: InboxReads;
  /** Sealed runs that are wrong for wallets of this node. */
  readonly runChecks: SuspectRunReads;
  /** Instances that were opened here and have done nothing yet. */
  readonly openings: InstanceOpenings;
  /** Drafts, and what is kept about publishing them. */
  readonly blueprints: Blueprints;
  /** Drafts that are walked through in the sandbox of their organisation. */
  readonly rehearsals: Rehearsals;
  /** Notes publications with their drafts once they are sealed. */
  readonly publications: Pick<PublicationNotes, 'expect' | 'settle'>;
  readonly engine: Engine;
  readonly counters: ApiCounters;
}
