// Broken versions about turns at what many share: who starves, and who gets more than its bound.
import type { Mutant } from './mutant.js';

const SCHEDULER = 'core/base/queues/scheduler';
const STARVES = { test: 'unit/core/base/queues/scheduler', caught: 'starves nobody' };
const TASKS = 'core/base/queues/task-scheduler';

export const SCHEDULED: readonly Mutant[] = [
  {
    name: 'a share that had its turn goes on before those that wait',
    edits: [{ file: SCHEDULER, from: 'if (value !== undefined || share.size === 0)', to: 'if (share.size === 0)' }],
    ...STARVES,
  },
  {
    name: 'a member that had its turn goes on before the others of its share',
    edits: [
      { file: SCHEDULER, from: 'share.lines.delete(key);', to: 'if (line.length === 0) share.lines.delete(key);' },
    ],
    ...STARVES,
  },
  {
    name: 'an entry leaves before it had its turns',
    edits: [{ file: SCHEDULER, from: 'if (cost <= 1)', to: 'if (cost <= 2)' }],
    ...STARVES,
  },
  {
    name: 'a key has as many turns at once as it likes',
    edits: [{ file: SCHEDULER, from: '!line || this.isFull(key)', to: '!line' }],
    ...STARVES,
  },
  {
    name: 'a key that brings much fills a queue',
    edits: [{ file: SCHEDULER, from: ' < this.bounds.key;', to: ' < this.bounds.all;' }],
    ...STARVES,
  },
  {
    name: 'who comes goes before who waits',
    edits: [{ file: SCHEDULER, from: '!isNext || ', to: '' }],
    ...{ test: STARVES.test, caught: 'go before those who wait' },
  },
  {
    name: 'a task that waited for too long keeps its place',
    edits: [{ file: TASKS, from: 'this.scheduler.remove(key, begin);', to: '' }],
    ...{ test: 'unit/core/base/queues/task-scheduler', caught: 'neither a timer nor a place' },
  },
  {
    name: 'turns are under way however many there are',
    edits: [{ file: SCHEDULER, from: 'atOnce === undefined || this.running', to: 'true || this.running' }],
    ...STARVES,
  },
];
