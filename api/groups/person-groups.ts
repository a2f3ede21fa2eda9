// The groups of operations about the caller as a person: rows of the table of groups (index.ts).
import { deviceExamples } from './devices/examples.js';
import { deviceHandlers } from './devices/handlers.js';
import { enrolmentExamples } from './enrolment/examples.js';
import { enrolmentHandlers } from './enrolment/handlers.js';
import { personalInboxExamples } from './personal-inbox/examples.js';
import { personalInboxHandlers } from './personal-inbox/handlers.js';
import { preferenceExamples } from './preferences/examples.js';
import { preferenceHandlers } from './preferences/handlers.js';
import { groupRoutes } from './routes.js';

export const personGroups = {
  devices: {
    tag: 'Devices',
    description: 'Devices of the caller.',
    routes: groupRoutes.devices,
    handlers: deviceHandlers,
    examples: deviceExamples,
  },
  enrolment: {
    tag: 'Enrolment',
    description: 'How a device comes to an account.',
    routes: groupRoutes.enrolment,
    handlers: enrolmentHandlers,
    examples: enrolmentExamples,
  },
  personalInbox: {
    tag: 'Personal inbox',
    description: 'What happened that the caller should know of, from all of its organisations.',
    routes: groupRoutes.personalInbox,
    handlers: personalInboxHandlers,
    examples: personalInboxExamples,
  },
  preferences: {
    tag: 'Preferences',
    description: 'Choices of the caller, kept for its clients.',
    routes: groupRoutes.preferences,
    handlers: preferenceHandlers,
    examples: preferenceExamples,
  },
};
