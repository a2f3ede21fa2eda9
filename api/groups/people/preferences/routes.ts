// Preferences of the caller (reference-facts 4.5.5), kept for the clients that it uses.
import Type from 'typebox';
import {
  NOTIFICATION_FREQUENCIES,
  NOTIFICATION_METHODS,
  THEMES,
  TIME_FORMATS,
} from '../../../../core/tenant/inbox/preferences.js';
import { route } from '../../../define.js';
import { Address, IfMatchHeader, namedObject, nullable, Timestamp } from '../../../schemas/base/common.js';

const chosen = {
  theme: Type.Enum([...THEMES], { title: 'Theme' }),
  language: Type.String({ pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$', description: 'BCP 47.' }),
  timeFormat: Type.Enum([...TIME_FORMATS], { title: 'TimeFormat' }),
  defaultWalletAddress: nullable(Address),
  notificationsEnabled: Type.Boolean({
    description: 'False: hubs tell of entries of the category Security alone. The inbox has all of them.',
  }),
  notificationMethod: Type.Enum([...NOTIFICATION_METHODS], {
    title: 'NotificationMethod',
    description: 'For clients: the node itself sends no mail about entries.',
  }),
  notificationFrequency: Type.Enum([...NOTIFICATION_FREQUENCIES], {
    title: 'NotificationFrequency',
    description: 'For clients.',
  }),
};

export const PreferencesView = namedObject('Preferences', {
  ...chosen,
  updatedAt: nullable(Timestamp),
});
export const PreferencesChange = namedObject(
  'PreferencesChange',
  Object.fromEntries(Object.entries(chosen).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    readonly [K in keyof typeof chosen]: ReturnType<typeof Type.Optional<(typeof chosen)[K]>>;
  },
);
export const DefaultWallet = namedObject('DefaultWallet', { defaultWalletAddress: nullable(Address) });
export const DefaultWalletChange = namedObject('DefaultWalletChange', { walletAddress: Address });

export const preferenceRoutes = {
  getPreferences: route({
    method: 'GET',
    url: '/api/preferences',
    can: 'RequireUser',
    program: 'workflow:read',
    summary: 'Read the own preferences',
    output: PreferencesView,
    errors: [],
  }),
  putPreferences: route({
    method: 'PUT',
    url: '/api/preferences',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Change the own preferences',
    description: 'Members that are left out stay as they are.',
    input: { body: PreferencesChange, headers: IfMatchHeader },
    output: PreferencesView,
    errors: ['WALLET_NOT_FOUND', 'RESOURCE_CHANGED'],
  }),
  getDefaultWallet: route({
    method: 'GET',
    url: '/api/preferences/default-wallet',
    can: 'RequireUser',
    program: 'workflow:read',
    summary: 'Read which wallet clients use where none is named',
    output: DefaultWallet,
    errors: [],
  }),
  putDefaultWallet: route({
    method: 'PUT',
    url: '/api/preferences/default-wallet',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Choose the wallet that clients use where none is named',
    input: { body: DefaultWalletChange },
    output: DefaultWallet,
    errors: ['WALLET_NOT_FOUND'],
  }),
  deleteDefaultWallet: route({
    method: 'DELETE',
    url: '/api/preferences/default-wallet',
    writes: 'node',
    can: 'RequireUser',
    summary: 'Choose no wallet any more',
    output: { 204: null },
    errors: [],
  }),
};
