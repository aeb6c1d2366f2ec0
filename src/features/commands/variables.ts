import type { Clock } from '../../ambient.ts'
import { platformTitles } from '../../contract/platforms.ts'
import { maxQueuedSongs, maxTopPlaces, type VariableName } from '../../contract/variables.ts'
import { listOf } from '../../messages/formats.ts'
import { inLanguage } from '../../messages/in-language.ts'
import type { Catalogue } from '../../messages/message.ts'
import type { StreamState } from '../../platforms/platform.ts'
import type { Database } from '../../storage/database.ts'
import type { Activity } from '../activity/activity.ts'
import type { MusicControl } from '../music/music-control.ts'
import type { SongRequests } from '../music/song-requests.ts'
import type { Points } from '../points/points.ts'
import type { Rounds } from '../rounds/rounds.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import { shownContent } from '../values/content.ts'
import { isPart, valueText } from '../values/value-text.ts'
import type { Values } from '../values/values.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Commands } from './commands.ts'
import { variableWords } from './messages.ts'
import type { Run } from './run.ts'
import type { Lookup } from './template.ts'

/** The services that variables read from. */
export interface VariableServices {
  readonly clock: Clock
  /** A random number from 0 up to 1. */
  readonly chance: () => number
  readonly activity: Activity
  readonly commands: Commands
  readonly musicControl: MusicControl
  readonly points: Points
  readonly rounds: Rounds
  readonly settings: Settings
  readonly songRequests: SongRequests
  readonly streamStates: StreamStates
  readonly values: Values
  readonly viewers: Viewers
  readonly db: Database
}

const minuteMs = 60_000

/** The value of a variable in a run. */
type VariableValue = (run: Run, args: readonly string[], services: VariableServices) => string | Promise<string>

function wordAt(place: number): VariableValue {
  return ({ words }) => words[place - 1] ?? ''
}

/** The value of every variable of `contract/variables.ts`. The compiler refuses the list while one is missing. */
const variableValues: { readonly [N in VariableName]: VariableValue } = {
  1: wordAt(1),
  2: wordAt(2),
  3: wordAt(3),
  4: wordAt(4),
  5: wordAt(5),
  6: wordAt(6),
  7: wordAt(7),
  8: wordAt(8),
  9: wordAt(9),
  user: ({ user }) => user.username,
  userid: ({ user }) => user.id ?? '',
  displayname: ({ user }) => user.displayname,
  touser: ({ words: [first], user }) => (first === undefined ? user.username : first.replace(/^@/, '')),
  args: ({ args }) => args,
  response: ({ response }) => response.text,
  channel: ({ channelName }) => channelName,
  platform: ({ platform }) => platformTitles[platform],
  title: async (run, _args, services) => (await streamOf(run, services))?.title ?? '',
  game: async (run, _args, services) => (await streamOf(run, services))?.category.name ?? '',
  async uptime(run, _args, services) {
    const state = await streamOf(run, services)
    if (state === undefined || !state.live || state.startedAt === null) {
      return variableWords.offline(undefined, await textsOf(run, services))
    }
    return duration(Math.floor((services.clock.now() - state.startedAt) / minuteMs), await textsOf(run, services))
  },
  async viewers(run, _args, services) {
    const state = await streamOf(run, services)
    return String(state?.live ? state.viewerCount : 0)
  },
  followers: async (run, _args, services) => String((await streamOf(run, services))?.followerCount ?? 0),
  points: async (run, args, services) => String((await viewerOf(run, args, services))?.points ?? 0),
  watchtime: async (run, args, services) =>
    duration((await viewerOf(run, args, services))?.watchMinutes ?? 0, await textsOf(run, services)),
  messages: async (run, args, services) => String((await viewerOf(run, args, services))?.messageCount ?? 0),
  async rank(run, args, services) {
    const viewer = await viewerOf(run, args, services)
    const rank = viewer && (await services.points.rank(run.caller.channel, viewer))
    return rank === undefined ? '-' : String(rank)
  },
  count: async ({ count }) => String(await count.get()),
  // Its fields are found before this list is.
  event: () => '',
  random(_run, args, { chance }) {
    const [a, b] = args.map((word) => Math.trunc(Number(word))).filter(Number.isSafeInteger)
    const [from, to] = b === undefined ? [1, a ?? 100] : [a ?? 1, b]
    return String(Math.min(from, to) + Math.floor(chance() * (Math.abs(to - from) + 1)))
  },
  pick: (_run, args, { chance }) => args[Math.floor(chance() * args.length)] ?? '',
  time: ({ caller }, [zone], { clock }) => timeIn(zone ?? caller.channel.timeZone, clock.now()),
  async song(run, _args, services) {
    const { song } = await services.musicControl.player(run.caller.channel.id)
    const catalogue = await textsOf(run, services)
    return song === null ? variableWords.nothing(undefined, catalogue) : named(song.title, song.artist, catalogue)
  },
  /** Requests come first. The queue repeats, so its first song follows the last one. */
  async queue(run, [wanted], services) {
    const { songRequests } = services
    const next = await songRequests.upcoming(run.caller.channel.id, countIn(wanted, 3, maxQueuedSongs))
    const catalogue = await textsOf(run, services)
    const shown = next.map(({ title, artist }) => named(title, artist, catalogue))
    return shown.length === 0 ? variableWords.nothing(undefined, catalogue) : inLanguage(catalogue, () => listOf(shown))
  },
  async lastfollower(run, _args, services) {
    const [newest] = await services.activity.newest(run.caller.channel, 'followers', 1)
    return newest?.data.displayname ?? variableWords.nobody(undefined, await textsOf(run, services))
  },
  async lastsub(run, _args, services) {
    const [newest] = await services.activity.newest(run.caller.channel, 'subscribers', 1)
    return newest?.data.displayname ?? variableWords.nobody(undefined, await textsOf(run, services))
  },
  async winner(run, _args, services) {
    const [last] = await services.rounds.list(run.caller.channel.id, { status: 'drawn', limit: 1 })
    const names = last?.winners.map(({ displayname }) => displayname) ?? []
    const catalogue = await textsOf(run, services)
    return names.length === 0 ? variableWords.nobody(undefined, catalogue) : inLanguage(catalogue, () => listOf(names))
  },
  async top({ caller, platform }, [wanted], { points }) {
    const limit = countIn(wanted, 5, maxTopPlaces)
    const { items } = await points.top(caller.channel, platform, { limit, offset: 0 })
    return items.map(({ rank, username, points }) => `${rank}. ${username} ${points}`).join(', ')
  },
  async commands({ caller, platform }, _args, { commands, settings }) {
    const { prefix } = (await settings.of(caller.channel.id)).commands
    const { items } = await commands.list(caller.channel)
    const shown = items.filter((one) => one.active && one.showInList && one.platforms.includes(platform))
    return shown.map(({ command }) => `${prefix}${command}`).join(', ')
  },
  value: namedValue,
}

/** A value that nobody has set yet reads as 0. */
async function namedValue(
  run: Run,
  [name = '', ...more]: readonly string[],
  services: VariableServices,
): Promise<string> {
  const { db, values, clock, chance } = services
  const channelId = run.caller.channel.id
  const stored = await values.findMaybe(db, channelId, name)
  if (stored === undefined) return '0'
  const { definition } = stored
  const isOfViewer = definition.owner === 'viewer'
  const part = definition.type === 'list' || definition.type === 'clock' ? more.find(isPart) : undefined
  const viewer = isOfViewer
    ? await viewerOf(
        run,
        more.filter((word) => word !== part),
        services,
      )
    : undefined
  const { state } = isOfViewer && viewer === undefined ? stored : await values.heldBy(db, channelId, stored, viewer)
  return valueText(definition, shownContent(definition, state, clock.now()), part, chance)
}

const eventPrefix = 'event.'

/** A field of the event's data as text: `amount`, or `options.0.title` inside lists and objects. */
function fieldOf(data: unknown, path: string): string {
  let value = data
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return ''
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A song as people name it; uploads may have no artist. */
function named(title: string, artist: string, catalogue: Catalogue): string {
  return artist === '' ? title : variableWords.song({ title, artist }, catalogue)
}

/** The number that somebody wrote after the variable, within its bounds. */
function countIn(wanted: string | undefined, fallback: number, max: number): number {
  return Math.min(Math.max(Math.trunc(Number(wanted ?? fallback)) || fallback, 1), max)
}

export function variablesOf(run: Run, services: VariableServices): Lookup {
  return (name) => {
    if (name.startsWith(eventPrefix)) return () => fieldOf(run.data, name.slice(eventPrefix.length))
    const value = Object.hasOwn(variableValues, name) ? variableValues[name as VariableName] : undefined
    return value && ((args) => value(run, args, services))
  }
}

/** The language in which the channel addresses its viewers. */
function textsOf({ caller }: Run, { settings }: VariableServices): Promise<Catalogue> {
  return channelCatalogue(settings, caller.channel.id)
}

function streamOf({ caller, platform }: Run, { streamStates }: VariableServices): Promise<StreamState | undefined> {
  return streamStates.find(caller.channel.id, platform)
}

/** Reads the row each time, since an earlier step may have changed it. No platform is asked. */
async function viewerOf(
  run: Run,
  [name]: readonly string[],
  { viewers }: VariableServices,
): Promise<Viewer | undefined> {
  const username = (name ?? run.user.username).replace(/^@/, '')
  const found = await viewers.findKnown(run.caller.channel, run.platform, { username })
  return found !== undefined && 'known' in found ? found.known : undefined
}

function duration(whole: number, catalogue: Catalogue): string {
  const hours = Math.floor(whole / 60)
  const minutes = whole % 60
  if (hours === 0) return variableWords.minutes({ minutes }, catalogue)
  return minutes === 0
    ? variableWords.hours({ hours }, catalogue)
    : variableWords.hoursAndMinutes({ hours, minutes }, catalogue)
}

/** UTC if the time zone does not exist. */
function timeIn(timeZone: string, at: number): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  } catch {
    return new Date(at).toISOString().slice(11, 16)
  }
}
