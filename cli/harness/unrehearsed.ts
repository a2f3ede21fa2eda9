// Why a tool publishes a blueprint without a rehearsal: it plays the workflow through itself, on a register of its own.
// The node keeps it with the name of who did so.
export const UNREHEARSED = {
  confirm: true,
  reason: 'A tool publishes it and plays it through on a register of its own.',
};
