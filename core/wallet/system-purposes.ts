// The purposes for which the node's own wallet signs (specification 5.13): a closed list.
export const SYSTEM_PURPOSES = [
  'quorate:register-control',
  'quorate:docket-signing',
  'quorate:blueprint-publish',
] as const;
export type SystemPurpose = (typeof SYSTEM_PURPOSES)[number];
