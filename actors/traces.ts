// Which request caused what: the trace-ids of requests to this node, by the ids of what they brought. Events that
// follow, also much later, carry the trace of their request (specification section 6). A cause that no request of this
// node brought, and a forgotten one, has the trace-id that follows from its id. It is the same at every node.
import { TRACES_MAX } from '../core/base/limits/node/hubs.js';
import { traceFrom } from '../core/base/trace.js';

export class Traces {
  private readonly noted = new Map<string, string>();

  /** The first request that brought it stays its cause. Gives what takes the note back, for what was refused. */
  note(id: string, trace: string | undefined): () => void {
    if (trace === undefined || this.noted.has(id)) return () => undefined;
    if (this.noted.size >= TRACES_MAX) this.noted.delete(this.noted.keys().next().value as string);
    this.noted.set(id, trace);
    return () => void this.noted.delete(id);
  }

  of(id: string): string {
    return this.noted.get(id) ?? traceFrom(id);
  }

  /** Of what several brought about: theirs, if they have one in common. */
  ofAll(ids: readonly string[], whole: string): string {
    const [first, ...rest] = ids.map((id) => this.noted.get(id));
    return first !== undefined && rest.every((trace) => trace === first) ? first : this.of(whole);
  }
}
