/** Every permission a key can carry, with the line a person reads when choosing it. */
export const scopes = {
  'chat:write': 'Send chat messages, announcements and shoutouts as you.',
  'chat:bot': 'Send chat messages as the bot.',
  'chat:read': 'Read chat messages as they are written.',
  'tts:write': 'Speak text on the overlay.',
  'clips:write': 'Create clips of the live stream.',
  'stream:read': 'Read title, category and viewers; search categories.',
  'stream:write':
    'Change title, category and tags; start and cancel raids; start and snooze ad breaks; set stream markers.',
  'stream:broadcast': 'Start and end the broadcast on a platform.',
  'alerts:read': 'List audio alerts.',
  'alerts:trigger': 'Trigger audio alerts.',
  'donations:send': 'Send test donations.',
  'effects:read': 'List effects.',
  'effects:trigger': 'Trigger effects on the overlay.',
  'widgets:read': 'List widgets and their settings.',
  'widgets:write': 'Change what widgets show and where; turn them on and off.',
  'activity:read': 'Read recent follows, subscriptions, bans, donations and bits.',
  'subscribers:read': 'List subscribers.',
  'music:control': 'Start, pause and skip songs; read, request and remove song requests.',
  'points:read': 'Read points and the points leaderboard.',
  'points:write': 'Add, remove, set and transfer points.',
  'watchtime:read': 'Read watch time and its leaderboard.',
  'watchtime:write': 'Adjust watch time.',
  'commands:read': 'List chat commands.',
  'commands:run': 'Run chat commands, with everything their steps do.',
  'commands:write': 'Turn chat commands on and off.',
  'automations:read': 'List automations and what their runs did, with the events that started them.',
  'automations:run': 'Run automations, with everything their steps do; stop everything that runs.',
  'automations:write':
    'Save, delete, turn on and turn off automations, whose steps can do everything that commands can.',
  'moderation:read': 'Read the moderation log.',
  'moderation:write':
    'Ban, time out and unban viewers; delete and pin messages; clear the chat; change chat modes; turn shield mode on and off; warn viewers.',
  'moderators:write': 'Add and remove moderators and VIPs.',
  'rewards:read': 'List channel point rewards and their redemptions.',
  'rewards:write': 'Create, change and delete channel point rewards; fulfil and refund redemptions.',
  'polls:write': 'Start and end polls and predictions.',
  'cues:read': 'List shows and their cues, and read reports.',
  'cues:run': 'Run shows: Go, standby, jump, hold and stop, with everything the steps of the cues do.',
  'cues:write': 'Create, change and delete shows.',
  'values:read': 'Read named values: counters, texts, lists and clocks.',
  'values:write': 'Create, change and delete named values; start and pause clocks.',
  'rounds:read': 'List giveaways, polls, predictions and trivia rounds with their results.',
  'rounds:write': 'Open, enter, close, draw and cancel rounds; their prices and prizes change points.',
  'obs:read': 'Read the state of OBS: scenes, sources and outputs.',
  'obs:control':
    'Control OBS: scenes, sources, filters, texts, audio, media, recording, replay buffer and virtual camera.',
  'obs:stream': 'Start and stop the stream in OBS.',
  'obs:raw': 'Send any request to OBS, with everything that OBS allows, files of its machine included.',
  'voice:control': 'List, start and stop voice effects of speech and of the microphone.',
  'vts:control': 'List and trigger the hotkeys of VTube Studio, and read when they are triggered.',
  'ai:ask': 'Ask the AI bot, read its persona and what it has cost today.',
  'ai:write': 'Change the persona of the AI bot, turn it on and off, delete its memory and read what it was asked.',
  'events:read': 'Receive events as they happen, each only with the scope that reads its data.',
  'webhooks:manage': 'Create, change and delete webhooks, which send events to other servers.',
  'discord:read': 'Read the state of the Discord bot, and who is in which voice channel.',
  'discord:write': 'Send messages on Discord; move, kick and mute members in voice channels.',
  'sandbox:control':
    'Control the sandbox: write as any viewer, with any role, go live, follow, subscribe, cause errors. Works while every platform uses the sandbox.',
} as const

export type Scope = keyof typeof scopes

export const allScopes = Object.keys(scopes) as readonly Scope[]

/** These are part of a key only if somebody names them: they change who runs the channel, or whether it is live. */
const onlyByName: readonly Scope[] = ['stream:broadcast', 'moderators:write']

/** What a key has that was made for everything, without anybody choosing. */
export const usualScopes = allScopes.filter((scope) => !onlyByName.includes(scope))

export function isScope(word: string): word is Scope {
  return Object.hasOwn(scopes, word)
}
