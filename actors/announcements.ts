// Fan-out of durable facts to their listeners. A listener that throws is logged and never disturbs the driver that
// announced.
import type { Announcement, Announcements, Log } from './ports.js';
import { Traces } from './traces.js';

export interface AnnouncementHub extends Announcements {
  /** Which request caused what the facts are about. */
  readonly traces: Traces;
  /** Returns the function that ends the subscription. */
  listen(listener: (fact: Announcement) => void): () => void;
}

export function announcementHub(log: Log): AnnouncementHub {
  const listeners = new Set<(fact: Announcement) => void>();
  return {
    traces: new Traces(),
    announce(fact) {
      for (const listener of listeners) {
        try {
          listener(fact);
        } catch (error) {
          log.error({ error, fact: fact.type }, 'A listener of announcements failed.');
        }
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
