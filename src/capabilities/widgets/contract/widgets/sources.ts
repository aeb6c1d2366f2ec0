import { supportUnits } from '../../../../definitions/support/support-amounts.ts'
import { mapOf, union } from '../../../../kernel/schema/open-schema.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Static,
  text,
  withDefault,
} from '../../../../kernel/schema/schema.ts'
import { platforms } from '../../../../platforms/contract/platforms.ts'
import { type DataOf, defineSource, type ParamsOf, type PatchOf } from '../../../overlay/contract/source.ts'
import { roundKinds, roundStatuses } from '../../../rounds/contract/rounds.ts'

/** Since when something is counted. `stream`: since the stream began; of the last stream while none is running. */
export const sourcePeriods = ['day', 'stream', 'all'] as const
export type SourcePeriod = (typeof sourcePeriods)[number]

export const goalKinds = ['follows', 'subscriptions', 'points', 'donations', 'bits', 'likes', 'value'] as const
export type GoalKind = (typeof goalKinds)[number]

export const leaderboardKinds = ['points', 'watch_time', 'donations'] as const
export type LeaderboardKind = (typeof leaderboardKinds)[number]

/** What an event list and the labels of the latest can show. */
export const listedKinds = [
  'follow',
  'subscription',
  'gift',
  'donation',
  'cheer',
  'raid',
  'redemption',
  'like',
] as const
export type ListedKind = (typeof listedKinds)[number]

const time = (description: string) => integer({ description: `${description}, in milliseconds since 1970.` })
const platform = oneOf(platforms)
const name = text({ max: 500, description: 'The name as viewers know it.' })
const period = withDefault(oneOf(sourcePeriods, { description: 'Since when it is counted.' }), 'all')
const none = object({})

export const chatLine = object({
  id: text({ description: 'The id of the message.' }),
  platform,
  user: object({
    id: text(),
    name,
    color: nullable(text({ description: 'The colour of the name, as #rrggbb.' })),
    badges: list(object({ title: text(), url: nullable(text({ description: 'The address of its image.' })) })),
  }),
  parts: list(
    object({
      text: text({ description: 'The words, or the name of the emote.' }),
      url: optional(text({ description: 'The address of the image; only of an emote.' })),
      over: optional(boolean({ description: 'Whether the emote is drawn over the one before it.' })),
    }),
    { description: 'The message in order.' },
  ),
  at: time('When it was written'),
})
export type ChatLine = Static<typeof chatLine>

const listedItem = object({
  id: text(),
  kind: oneOf(listedKinds),
  platform: nullable(platform),
  user: name,
  text: text({ description: 'The whole sentence.' }),
  amount: nullable(text({ description: 'How much, with its unit.' })),
  at: time('When it happened'),
})
export type ListedItem = Static<typeof listedItem>

const song = object({
  title: text(),
  artist: text(),
  requested_by: nullable(name),
  seconds: number({ description: 'Its length; 0 if it is not known.' }),
  image: nullable(text({ description: 'The address of its picture.' })),
})
export type SourceSong = Static<typeof song>

const roundState = object({
  id: integer(),
  kind: oneOf(roundKinds),
  title: text(),
  status: oneOf(roundStatuses),
  word: nullable(text({ description: 'What viewers write to enter.' })),
  options: list(
    object({
      title: text(),
      votes: integer({ description: 'Entries, or points of a prediction.' }),
      is_outcome: boolean(),
    }),
  ),
  entries: integer({ description: 'How many viewers have entered.' }),
  names: list(name, { description: 'Some of those who entered a giveaway, for the draw.' }),
  winners: list(name),
  ends_at: nullable(time('When it closes')),
  changed_at: time('When its status changed'),
})
export type RoundState = Static<typeof roundState>

export const chatSource = defineSource({
  name: 'chat',
  description: 'The newest messages of all chats.',
  params: none,
  data: object({ lines: list(chatLine) }),
  patch: object({
    add: optional(list(chatLine)),
    delete: optional(list(text(), { description: 'Ids of messages that are gone.' })),
    clear_users: optional(list(text(), { description: 'Ids of people whose messages are gone.' })),
    clear: optional(boolean({ description: 'All messages are gone. It comes before `add`.' })),
  }),
})

export const eventsSource = defineSource({
  name: 'events',
  description: 'The newest follows, subscriptions, gifts, donations, cheers, raids, redemptions and likes.',
  params: object({
    kinds: withDefault(list(oneOf(listedKinds), { max: listedKinds.length }), []),
    limit: withDefault(integer({ min: 1, max: 50 }), 10),
  }),
  data: object({ items: list(listedItem, { description: 'The newest first.' }) }),
  patch: object({ add: optional(list(listedItem)) }),
})

export const latestSource = defineSource({
  name: 'latest',
  description: 'The latest follower, subscriber, donor and so on.',
  params: none,
  data: object({
    latest: mapOf(
      object({ user: name, amount: nullable(text()), text: nullable(text()), at: time('When it happened') }),
      { description: 'By kind, such as follow.' },
    ),
  }),
})

export const goalSource = defineSource({
  name: 'goal',
  description: 'How far a goal is.',
  params: object({
    what: withDefault(oneOf(goalKinds), 'follows'),
    period,
    value: optional(text({ max: 50, description: 'The name of the value, if `what` is value.' })),
    currency: optional(text({ max: 3, description: 'Money in this currency counts; other money does not.' })),
    unit: withDefault(oneOf(supportUnits, { description: 'What counts, if `what` is bits.' }), 'bits'),
  }),
  data: object({
    value: number(),
    unit: nullable(text({ description: 'The currency of donations and Super Chats.' })),
  }),
})

export const leaderboardSource = defineSource({
  name: 'leaderboard',
  description: 'The viewers with the most points, watch time or donations.',
  params: object({
    what: withDefault(oneOf(leaderboardKinds), 'points'),
    period,
    limit: withDefault(integer({ min: 1, max: 20 }), 5),
  }),
  data: object({
    rows: list(object({ user: name, platform: nullable(platform), value: number() }), {
      description: 'The first first. Watch time is in minutes.',
    }),
    unit: nullable(text({ description: 'The currency of donations.' })),
  }),
})

export const valueSource = defineSource({
  name: 'value',
  description: 'A named value: a number, a text, a list or a clock.',
  params: object({ name: text({ max: 50 }) }),
  data: object({
    name: text(),
    type: nullable(oneOf(['number', 'text', 'list', 'clock'], { description: 'Null if there is no such value.' })),
    value: nullable(union([number(), text(), list(text())], { description: 'Of a clock, its seconds at `at`.' })),
    running: boolean({ description: 'Whether the clock runs.' }),
    direction: nullable(oneOf(['up', 'down'])),
    at: time('When the clock had this value'),
  }),
})

export const viewersSource = defineSource({
  name: 'viewers',
  description: 'How many people watch, on each platform that is live.',
  params: none,
  data: object({
    total: nullable(integer({ description: 'Null while no platform says it.' })),
    platforms: list(object({ platform, viewers: integer() })),
  }),
})

export const songSource = defineSource({
  name: 'song',
  description: 'The current song and the queue.',
  params: none,
  data: object({
    playing: boolean(),
    now: nullable(song),
    position: number({ description: 'Seconds that were played at `at`.' }),
    at: time('When the position was read'),
    queue: list(song),
  }),
})

export const roundSource = defineSource({
  name: 'round',
  description: 'The newest round of a kind: its options, its entries, its winners.',
  params: object({ kind: oneOf(roundKinds) }),
  data: object({ round: nullable(roundState) }),
})

const cue = object({ number: text(), title: text() })

export const cueSource = defineSource({
  name: 'cue',
  description: 'The cue that runs, the next cue and when it comes.',
  params: none,
  data: object({
    show: nullable(text()),
    current: nullable(cue),
    next: nullable(cue),
    at: nullable(time('When the next cue comes')),
  }),
})

export const adsSource = defineSource({
  name: 'ads',
  description: 'The ad break that was announced or that runs; null while none is near.',
  params: none,
  data: object({
    next: nullable(
      object({
        platform,
        is_running: boolean({ description: 'Whether it has begun.' }),
        seconds: integer({ description: 'Its length.' }),
        left: number({ description: 'Seconds until it begins, or until it ends if it runs, at `at`.' }),
        at: time('When this was so'),
      }),
    ),
  }),
})

export const creditsSource = defineSource({
  name: 'credits',
  description: 'Everybody who took part in this stream, by what they did.',
  params: none,
  data: object({
    sections: list(
      object({
        kind: oneOf(['subscribers', 'gifters', 'donors', 'cheerers', 'raiders', 'followers', 'moderators', 'viewers']),
        names: list(name),
      }),
    ),
  }),
})

export const emotesSource = defineSource({
  name: 'emotes',
  description: 'Emotes as they are used in chat.',
  params: none,
  data: object({}),
  patch: object({ add: optional(list(object({ name: text(), url: text() }))) }),
})

export const channelSource = defineSource({
  name: 'channel',
  description: 'Title and category of the stream, and since when it is live.',
  params: none,
  data: object({ title: text(), category: text(), live_since: nullable(time('When the stream began')) }),
})

/** Every source. The implementations are a total record over this list. */
export const sourceDefinitions = [
  chatSource,
  eventsSource,
  latestSource,
  goalSource,
  leaderboardSource,
  valueSource,
  viewersSource,
  songSource,
  roundSource,
  cueSource,
  adsSource,
  creditsSource,
  emotesSource,
  channelSource,
] as const

type Definition = (typeof sourceDefinitions)[number]
export type SourceName = Definition['name']
type Named<N extends SourceName> = Extract<Definition, { readonly name: N }>
export type SourceData<N extends SourceName> = DataOf<Named<N>>
export type SourcePatch<N extends SourceName> = PatchOf<Named<N>>
export type SourceParams<N extends SourceName> = ParamsOf<Named<N>>
