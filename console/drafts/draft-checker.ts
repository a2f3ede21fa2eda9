// The check of the newest document, in a worker of its own: edits do not wait for it. Of documents that wait for their
// check only the newest is asked for.
import type { JsonObject } from '../../core/base/json.js';
import type { Finding } from '../../core/blueprint/findings/finding.js';
import { DesignWorker } from './asking.js';

export class DraftChecker {
  findings: readonly Finding[] = [];
  private readonly worker = new DesignWorker();
  private readonly onFound: () => void;
  private newest: JsonObject | undefined;
  private asked: JsonObject | undefined;
  private found: JsonObject | undefined;

  constructor(onFound: () => void) {
    this.onFound = onFound;
  }

  get isBehind(): boolean {
    return this.found !== this.newest;
  }

  of(document: JsonObject): void {
    this.newest = document;
    if (this.asked === undefined) void this.ask(document);
  }

  end(): void {
    this.worker.end();
  }

  private async ask(document: JsonObject): Promise<void> {
    this.asked = document;
    this.findings = await this.worker.ask('check', document, {});
    this.found = document;
    this.asked = undefined;
    if (this.newest !== undefined && this.newest !== document) void this.ask(this.newest);
    this.onFound();
  }
}
