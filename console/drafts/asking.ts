// Asks a worker about a draft. Edits are answered in their order; of checks that wait only the newest is asked.
import type { JsonObject } from '../../core/base/json.js';
import address from '../workers/designer.js?worker&url';
import type { DesignAnswered, DesignAsked, DraftQuestion, DraftQuestions } from '../workers/designer-messages.js';
import { startWorker } from '../workers/trusted.js';

export class DesignWorker {
  private readonly worker = startWorker(address);
  private readonly waiting = new Map<number, (answered: DesignAnswered) => void>();
  private last = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<DesignAnswered>) => {
      this.waiting.get(data.id)?.(data);
      this.waiting.delete(data.id);
    };
  }

  ask<Q extends DraftQuestion>(
    question: Q,
    blueprint: JsonObject,
    asked: DraftQuestions[Q]['asked'],
  ): Promise<DraftQuestions[Q]['answer']> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ answer, fault }) => {
        if (fault === undefined) resolve(answer as DraftQuestions[Q]['answer']);
        else reject(new Error(fault));
      });
      this.worker.postMessage({ id, question, blueprint, asked } satisfies DesignAsked<Q>);
    });
  }

  end(): void {
    this.worker.terminate();
  }
}
