import { maxAmount, maxNameLength } from '../../contract/fields.ts'
import { overlaySettingsSchema } from '../../contract/overlay-settings.ts'
import { chatRoles } from '../../contract/roles.ts'
import {
  boolean,
  integer,
  list,
  number,
  type ObjectSchema,
  object,
  oneOf,
  optional,
  type Static,
  text,
  withDefault,
} from '../../contract/schema.ts'
import { donationSettings, speechSettings } from './overlay-definitions.ts'

const off = withDefault(boolean(), false)
const minuteDefault = { action: 'delete', minutes: 5 } as const

function amount(description: string) {
  return withDefault(integer({ min: 0, max: maxAmount, description }), 0)
}

/** What happens to a message that an automatic rule minds. */
const reaction = {
  action: withDefault(
    oneOf(['delete', 'timeout'], { description: 'timeout deletes the message as well.' }),
    minuteDefault.action,
  ),
  minutes: withDefault(integer({ min: 1, max: 10_080, description: 'How long a timeout lasts.' }), 5),
}

const links = object({
  enabled: off,
  allowed: withDefault(list(text({ max: 253, cleaning: 'name' }), { max: 200 }), []),
  ...reaction,
})
const caps = object({
  enabled: off,
  min_letters: withDefault(integer({ min: 1, max: 500 }), 10),
  percent: withDefault(integer({ min: 1, max: 100 }), 70),
  ...reaction,
})
const repeats = object({
  enabled: off,
  times: withDefault(integer({ min: 2, max: 20, description: 'The so-manieth equal message is one too many.' }), 3),
  seconds: withDefault(integer({ min: 1, max: 600 }), 60),
  ...reaction,
})
const words = object({
  enabled: off,
  words: withDefault(list(text({ max: maxNameLength, cleaning: 'line' }), { max: 500 }), []),
  patterns: withDefault(list(text({ max: 200, cleaning: 'line' }), { max: 50 }), []),
  ...reaction,
})
const multiplier = withDefault(number({ min: 0, max: 100 }), 1)

const alertRule = object({
  on: oneOf(['follow', 'subscription', 'gift', 'raid', 'bits', 'donation']),
  show: oneOf(['tts', 'audio-alert', 'effect']),
  min_amount: withDefault(
    integer({ min: 0, max: maxAmount, description: 'Bits, viewers of a raid, whole units of a donation.' }),
    0,
  ),
  text: withDefault(
    text({ max: 500, cleaning: 'line', description: '$(user), $(amount) and $(message) are filled.' }),
    '',
  ),
  alert_id: optional(integer({ description: 'Which sound; for audio-alert.' })),
  overlay_id: optional(text({ max: maxNameLength, description: 'Which effect; for effect.' })),
})

/** `built_in` is the player of the overlay page. */
export const musicPlayers = ['built_in', 'spotify'] as const

/** Everything a broadcaster can set about the bot. What nobody has set is as its default says. */
export const settingSchemas = {
  commands: object({
    prefix: withDefault(
      text({ min: 1, max: 5, cleaning: 'name', description: 'What a chat line begins with to be a command.' }),
      '!',
    ),
  }),

  excluded: object({
    names: withDefault(
      list(text({ max: maxNameLength, cleaning: 'name' }), {
        max: 500,
        description: 'Who earns neither points nor watch time, such as other bots.',
      }),
      [],
    ),
  }),

  watch_time: object({
    enabled: withDefault(boolean(), true),
    presence_minutes: withDefault(
      integer({
        min: 1,
        max: 240,
        description: 'How long a message keeps somebody present where the platform has no list of who is there.',
      }),
      10,
    ),
  }),

  earning: object({
    enabled: off,
    per_minute: amount('For every minute watched.'),
    per_message: amount('For a message, once per window.'),
    message_window_seconds: withDefault(integer({ min: 0, max: 3600 }), 60),
    follow: amount('For following, once ever.'),
    subscription: amount('For subscribing or renewing.'),
    gift: amount('For each subscription given away, to the giver.'),
    raid: amount('For bringing a raid.'),
    max_per_hour: withDefault(
      integer({ min: 0, max: maxAmount, description: 'The most that one viewer earns in an hour; 0 is no limit.' }),
      0,
    ),
    multipliers: withDefault(
      object(
        {
          follower: multiplier,
          subscriber: multiplier,
          vip: multiplier,
          moderator: multiplier,
          broadcaster: multiplier,
        },
        { description: 'By role; of several the highest counts.' },
      ),
      { follower: 1, subscriber: 1, vip: 1, moderator: 1, broadcaster: 1 },
    ),
  }),

  alerts: object({ rules: withDefault(list(alertRule, { max: 50 }), []) }),

  auto_moderation: object({
    exempt: withDefault(list(oneOf(chatRoles), { max: chatRoles.length }), ['moderator', 'broadcaster']),
    links: withDefault(links, { enabled: false, allowed: [], ...minuteDefault }),
    caps: withDefault(caps, { enabled: false, min_letters: 10, percent: 70, ...minuteDefault }),
    repeats: withDefault(repeats, { enabled: false, times: 3, seconds: 60, ...minuteDefault }),
    words: withDefault(words, { enabled: false, words: [], patterns: [], ...minuteDefault }),
  }),

  shield: object({
    slow_seconds: withDefault(integer({ min: 3, max: 120, description: 'How slow the chat is under the shield.' }), 30),
  }),

  music: object({
    player: withDefault(
      oneOf(musicPlayers, { description: 'Which player start-song, stop-song and skip-song drive.' }),
      'built_in',
    ),
  }),

  overlay: overlaySettingsSchema,
  donations: donationSettings,
  speech: speechSettings,
} as const satisfies Readonly<Record<string, ObjectSchema>>

export type SettingName = keyof typeof settingSchemas
export type Setting<N extends SettingName> = Static<(typeof settingSchemas)[N]>
export type ChannelSettings = { readonly [N in SettingName]: Setting<N> }
export type AlertRule = Setting<'alerts'>['rules'][number]

export const settingNames = Object.keys(settingSchemas) as readonly SettingName[]
