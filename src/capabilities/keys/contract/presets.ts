import { allScopes, type Scope } from '../../../kernel/operation/contract/scopes.ts'

/** What a key for a common purpose may do, to begin with: nothing that deletes, bans or changes who runs the channel. */
export const keyPresets = {
  /** Buttons: what a streamer does during a show. */
  deck: [
    ...['chat:write', 'chat:bot', 'tts:write', 'clips:write', 'stream:read', 'stream:write', 'alerts:read'],
    ...['alerts:trigger', 'effects:read', 'effects:trigger', 'widgets:read', 'widgets:write', 'music:control'],
    ...['commands:read', 'commands:run', 'automations:read', 'automations:run', 'polls:write', 'cues:read', 'cues:run'],
    ...['values:read', 'values:write', 'rounds:read', 'rounds:write', 'obs:read', 'obs:control', 'voice:control'],
    ...['vts:control', 'events:read', 'activity:read'],
  ],
  /** Shows things: alerts, effects, figures. */
  overlay: [
    ...[
      'tts:write',
      'alerts:read',
      'alerts:trigger',
      'effects:read',
      'effects:trigger',
      'widgets:read',
      'widgets:write',
    ],
    ...['values:read', 'values:write', 'points:read', 'watchtime:read', 'activity:read', 'subscribers:read'],
    ...['stream:read', 'rounds:read', 'events:read'],
  ],
  /** Reads chat and answers. */
  chatBot: [
    ...['chat:read', 'chat:bot', 'commands:read', 'commands:run', 'points:read', 'points:write', 'watchtime:read'],
    ...['stream:read', 'values:read', 'values:write', 'rounds:read', 'activity:read', 'events:read'],
  ],
  readOnly: allScopes.filter((scope) => scope.endsWith(':read')),
} as const satisfies Readonly<Record<string, readonly Scope[]>>

export type KeyPreset = keyof typeof keyPresets
