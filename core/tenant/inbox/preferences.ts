// Preferences of a person, kept for the clients that it uses. The node itself heeds one of them: a person who
// switched notifications off hears of security alone. Pure.
export const THEMES = ['Light', 'Dark', 'System'] as const;
export const TIME_FORMATS = ['TwelveHour', 'TwentyFourHour'] as const;
export const NOTIFICATION_METHODS = ['InApp', 'InAppAndEmail', 'InAppAndPush'] as const;
export const NOTIFICATION_FREQUENCIES = ['RealTime', 'HourlyDigest', 'DailyDigest'] as const;

export interface Preferences {
  readonly theme: (typeof THEMES)[number];
  /** BCP 47. */
  readonly language: string;
  readonly timeFormat: (typeof TIME_FORMATS)[number];
  readonly defaultWalletAddress?: string | undefined;
  readonly notificationsEnabled: boolean;
  readonly notificationMethod: (typeof NOTIFICATION_METHODS)[number];
  readonly notificationFrequency: (typeof NOTIFICATION_FREQUENCIES)[number];
  /** Absent until something is chosen. */
  readonly updatedAtMs?: number;
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'System',
  language: 'en',
  timeFormat: 'TwentyFourHour',
  notificationsEnabled: true,
  notificationMethod: 'InApp',
  notificationFrequency: 'RealTime',
};
