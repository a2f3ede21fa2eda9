// Targets of organisations and how far each came, all in memory beside their rows: their number is bounded, and each
// event asks for those of its organisation. A change counts from the moment at which it is queued.
import { progressFrom, type TargetProgress, type WebhookTarget } from '../../../core/webhooks/target.js';
import type { KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { TextCipher } from '../accounts/identity-providers.js';

type TargetKey = readonly [organisationId: string, targetId: string];

/** A target that was removed stays until all its rows are gone, so that a kill meanwhile leaves none behind. */
type TargetRow = WebhookTarget & { readonly removed?: true };

const targets = defineTable<TargetKey, TargetRow>('webhook-targets');
const progress = defineTable<string, TargetProgress>('webhook-progress');

const NONE: ReadonlyMap<string, WebhookTarget> = new Map();

export class WebhookTargets {
  private readonly byOrganisation = new Map<string, Map<string, WebhookTarget>>();
  private readonly progressOf = new Map<string, TargetProgress>();
  private readonly known = new Set<string>();
  /** Removed ones whose rows are not all gone. */
  private readonly leaving = new Map<string, WebhookTarget>();
  private readonly rows: RowTable<TargetKey, TargetRow>;
  private readonly progressRows: RowTable<string, TargetProgress>;

  private constructor(
    kv: KvReader,
    private readonly secrets: TextCipher,
  ) {
    this.rows = new RowTable(kv, targets);
    this.progressRows = new RowTable(kv, progress);
  }

  static async open(kv: KvReader, secrets: TextCipher): Promise<WebhookTargets> {
    const opened = new WebhookTargets(kv, secrets);
    for await (const [, target] of opened.rows.range())
      if (target.removed) opened.leaving.set(target.id, target);
      else opened.keep(target);
    for await (const [id, item] of opened.progressRows.range()) opened.progressOf.set(id, item);
    return opened;
  }

  /** Of one organisation, oldest first. */
  of(organisationId: string): readonly WebhookTarget[] {
    const rows = [...(this.byOrganisation.get(organisationId) ?? NONE).values()];
    return rows.sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
  }

  has(organisationId: string): boolean {
    return this.byOrganisation.has(organisationId);
  }

  find(organisationId: string, id: string): WebhookTarget | undefined {
    return this.byOrganisation.get(organisationId)?.get(id);
  }

  *all(): Iterable<WebhookTarget> {
    for (const ofOne of this.byOrganisation.values()) yield* ofOne.values();
  }

  progress(id: string): TargetProgress {
    return this.progressOf.get(id) ?? progressFrom(1);
  }

  /** In the place of its earlier state, at once; commit the operation. */
  put(target: WebhookTarget): KvOp {
    this.keep(target);
    return this.rows.put([target.organisationId, target.id], target);
  }

  /** No operation for one that was removed meanwhile: its rows go, and none may come behind them. */
  putProgress(id: string, item: TargetProgress): readonly KvOp[] {
    if (!this.known.has(id)) return [];
    this.progressOf.set(id, item);
    return [this.progressRows.put(id, item)];
  }

  /** It is not a target any more, at once; its rows are deleted after that, and then `forget` it. */
  remove(target: WebhookTarget): KvOp {
    const { organisationId, id } = target;
    const ofOne = this.byOrganisation.get(organisationId);
    ofOne?.delete(id);
    if (ofOne?.size === 0) this.byOrganisation.delete(organisationId);
    this.known.delete(id);
    this.leaving.set(id, target);
    return this.rows.put([organisationId, id], { ...target, removed: true });
  }

  get removed(): readonly WebhookTarget[] {
    return [...this.leaving.values()];
  }

  forget({ organisationId, id }: WebhookTarget): readonly KvOp[] {
    this.leaving.delete(id);
    this.progressOf.delete(id);
    return [this.rows.del([organisationId, id]), this.progressRows.del(id)];
  }

  /** As it is kept in the row of the target. */
  sealedSecret(targetId: string, secret: string): string {
    return this.secrets.encrypt(nameOf(targetId), secret);
  }

  secret(targetId: string, encrypted: string): string {
    return this.secrets.decrypt(nameOf(targetId), encrypted);
  }

  private keep(target: WebhookTarget): void {
    const { organisationId, id } = target;
    const ofOne = this.byOrganisation.get(organisationId) ?? new Map<string, WebhookTarget>();
    ofOne.set(id, target);
    this.known.add(id);
    this.byOrganisation.set(organisationId, ofOne);
  }
}

function nameOf(targetId: string): string {
  return `webhooks/${targetId}/secret`;
}
