// The workflow of simulated registers that forks into branches with deadlines and joins them; the other one is the line of test/support/ledger-line.ts.

/** Two branches that are due together, of which one sets the join a deadline of its own. */
export const FORK = {
  id: 'fork',
  title: 'Fork',
  description: 'Two branches with a deadline, and their join.',
  participants: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id.toUpperCase() })),
  actions: [
    {
      id: 0,
      title: 'Start',
      sender: 'a',
      isStartingAction: true,
      routes: [{ id: 'both', nextActionIds: [1, 2], isDefault: true, branchDeadline: 'PT6S' }],
    },
    {
      id: 1,
      title: 'One',
      sender: 'b',
      routes: [{ id: 'soon', nextActionIds: [3], isDefault: true, branchDeadline: 'PT4S' }],
    },
    { id: 2, title: 'Two', sender: 'c', routes: [{ id: 'on', nextActionIds: [3], isDefault: true }] },
    { id: 3, title: 'Join', sender: 'd', requiredPriorActions: [1, 2] },
  ],
};
