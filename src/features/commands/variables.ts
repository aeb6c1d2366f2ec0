import type { Clock } from '../../ambient.ts'
import { platformTitles } from '../../contract/platforms.ts'
import type { StreamState } from '../../platforms/platform.ts'
import type { Activity } from '../activity/activity.ts'
import type { MusicControl } from '../music/music-control.ts'
import type { Points } from '../points/points.ts'
import type { Settings } from '../settings/settings.ts'
import type { StreamLooks } from '../stream/stream-looks.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Commands } from './commands.ts'
import type { Run } from './run.ts'
import type { Lookup } from './template.ts'

/** Where variables get what they stand for. */
export interface Sources {
  readonly clock: Clock
  /** A number from 0 up to 1. */
  readonly chance: () => number
  readonly activity: Activity
  readonly commands: Commands
  readonly musicControl: MusicControl
  readonly points: Points
  readonly settings: Settings
  readonly streamLooks: StreamLooks
  readonly viewers: Viewers
}

export interface Variable {
  /** For the documents: how it is written, what it stands for, and what a text becomes for alice with `@bob 7`. */
  readonly usage: string
  readonly means: string
  readonly example: readonly [text: string, gives: string | readonly string[]]
  value(run: Run, args: readonly string[], sources: Sources): string | Promise<string>
}

const maxListed = 10
const minuteMs = 60_000

/** Every `$(name)` there is. */
export const variables: Readonly<Record<string, Variable>> = {
  user: {
    usage: '$(user)',
    means: 'The name of who runs the command.',
    example: ['Hello $(user)!', 'Hello alice!'],
    value: ({ user }) => user.username,
  },
  userid: {
    usage: '$(userid)',
    means: 'Their id on the platform.',
    example: ['$(userid)', '10001'],
    value: ({ user }) => user.id ?? '',
  },
  displayname: {
    usage: '$(displayname)',
    means: 'Their name as the platform shows it.',
    example: ['$(displayname)', 'Alice'],
    value: ({ user }) => user.displayname,
  },
  touser: {
    usage: '$(touser)',
    means: 'The first word after the command without its @, or who runs it.',
    example: ['$(touser)', 'bob'],
    value: ({ words: [first], user }) => (first === undefined ? user.username : first.replace(/^@/, '')),
  },
  args: {
    usage: '$(args)',
    means: 'Everything after the command.',
    example: ['$(args)', '@bob 7'],
    value: ({ args }) => args,
  },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((place): [string, Variable] => [
      String(place),
      {
        usage: `$(${place})`,
        means: `Word ${place} after the command.`,
        example: [`[$(${place})]`, place === 1 ? '[@bob]' : place === 2 ? '[7]' : '[]'],
        value: ({ words }) => words[place - 1] ?? '',
      },
    ]),
  ),
  channel: {
    usage: '$(channel)',
    means: "The broadcaster's name.",
    example: ['$(channel)', 'streamer'],
    value: ({ channelName }) => channelName,
  },
  platform: {
    usage: '$(platform)',
    means: 'Where it was typed.',
    example: ['$(platform)', 'Kick'],
    value: ({ platform }) => platformTitles[platform],
  },
  title: {
    usage: '$(title)',
    means: 'The title of the stream.',
    example: ['$(title)', 'Welcome to the sandbox'],
    value: async (run, _args, sources) => (await streamOf(run, sources))?.title ?? '',
  },
  game: {
    usage: '$(game)',
    means: 'The category of the stream.',
    example: ['$(game)', 'Just Chatting'],
    value: async (run, _args, sources) => (await streamOf(run, sources))?.category.name ?? '',
  },
  uptime: {
    usage: '$(uptime)',
    means: 'How long the stream has been live.',
    example: ['$(uptime)', '1 h 5 min'],
    async value(run, _args, sources) {
      const state = await streamOf(run, sources)
      if (state === undefined || !state.live || state.startedAt === null) return 'offline'
      return duration(Math.floor((sources.clock.now() - state.startedAt) / minuteMs))
    },
  },
  viewers: {
    usage: '$(viewers)',
    means: 'How many watch.',
    example: ['$(viewers)', '43'],
    async value(run, _args, sources) {
      const state = await streamOf(run, sources)
      return String(state?.live ? state.viewerCount : 0)
    },
  },
  followers: {
    usage: '$(followers)',
    means: 'How many follow.',
    example: ['$(followers)', '1280'],
    value: async (run, _args, sources) => String((await streamOf(run, sources))?.followerCount ?? 0),
  },
  points: {
    usage: '$(points [name])',
    means: 'The points of who runs it, or of the one named.',
    example: ['$(points) $(points bob)', '1200 850'],
    value: async (run, args, sources) => String((await viewerOf(run, args, sources))?.points ?? 0),
  },
  watchtime: {
    usage: '$(watchtime [name])',
    means: 'How long they have watched in all.',
    example: ['$(watchtime $(touser))', '7 h 4 min'],
    value: async (run, args, sources) => duration((await viewerOf(run, args, sources))?.watchMinutes ?? 0),
  },
  messages: {
    usage: '$(messages [name])',
    means: 'How many messages they have written.',
    example: ['$(messages bob)', '0'],
    value: async (run, args, sources) => String((await viewerOf(run, args, sources))?.messageCount ?? 0),
  },
  rank: {
    usage: '$(rank [name])',
    means: 'Their place on the points leaderboard; - when they have none.',
    example: ['$(rank) $(rank bob) $(rank nobody)', '1 2 -'],
    async value(run, args, sources) {
      const viewer = await viewerOf(run, args, sources)
      const rank = viewer && (await sources.points.rank(run.caller.channel, viewer))
      return rank === undefined ? '-' : String(rank)
    },
  },
  count: {
    usage: '$(count)',
    means: 'How often the command has run, this time included.',
    example: ['$(count)', '1'],
    value: ({ command }) => String(command.runCount + 1),
  },
  random: {
    usage: '$(random [from] [to])',
    means: 'A whole number from the first to the second, both included; 1 to 100 when they are left out.',
    example: ['$(random 5 6)', ['5', '6']],
    value(_run, args, { chance }) {
      const [a, b] = args.map((word) => Math.trunc(Number(word))).filter(Number.isSafeInteger)
      const [from, to] = b === undefined ? [1, a ?? 100] : [a ?? 1, b]
      return String(Math.min(from, to) + Math.floor(chance() * (Math.abs(to - from) + 1)))
    },
  },
  pick: {
    usage: '$(pick one two …)',
    means: 'One of the words.',
    example: ['$(pick heads tails)', ['heads', 'tails']],
    value: (_run, args, { chance }) => args[Math.floor(chance() * args.length)] ?? '',
  },
  time: {
    usage: '$(time [zone])',
    means: 'The time of day where the channel is, or in the zone named, such as `Europe/Berlin`.',
    example: ['$(time) $(time Asia/Tokyo)', '19:30 04:30'],
    value: ({ caller }, [zone], { clock }) => timeIn(zone ?? caller.channel.timeZone, clock.now()),
  },
  song: {
    usage: '$(song)',
    means: 'What plays, or would when the player is started.',
    example: ['$(song)', 'In the Wings by Showcaller'],
    async value({ caller }, _args, { musicControl }) {
      const { song } = await musicControl.player(caller.channel.id)
      return song === null ? 'nothing' : `${song.title} by ${song.artist}`
    },
  },
  lastfollower: {
    usage: '$(lastfollower)',
    means: 'Who followed last.',
    example: ['$(lastfollower)', 'Victor'],
    async value({ caller }, _args, { activity }) {
      const [newest] = await activity.newest(caller.channel, 'followers', 1)
      return newest?.data.displayname ?? 'nobody'
    },
  },
  lastsub: {
    usage: '$(lastsub)',
    means: 'Who subscribed last.',
    example: ['$(lastsub)', 'Grace'],
    async value({ caller }, _args, { activity }) {
      const [newest] = await activity.newest(caller.channel, 'subscribers', 1)
      return newest?.data.displayname ?? 'nobody'
    },
  },
  top: {
    usage: '$(top [how many])',
    means: `The points leaderboard, five places or as many as named, ${maxListed} at most.`,
    example: ['$(top 2)', '1. alice 1200, 2. bob 850'],
    async value({ caller, platform }, [wanted], { points }) {
      const limit = Math.min(Math.max(Math.trunc(Number(wanted ?? 5)) || 5, 1), maxListed)
      const { items } = await points.top(caller.channel, platform, { limit, offset: 0 })
      return items.map(({ rank, username, points }) => `${rank}. ${username} ${points}`).join(', ')
    },
  },
  commands: {
    usage: '$(commands)',
    means: 'The commands that are shown in the list and work here.',
    example: ['Commands: $(commands)', 'Commands: !hello, !discord, …'],
    async value({ caller, platform }, _args, { commands, settings }) {
      const { prefix } = (await settings.of(caller.channel.id)).commands
      const { items } = await commands.list(caller.channel)
      const shown = items.filter((one) => one.active && one.showInList && one.platforms.includes(platform))
      return shown.map(({ command }) => `${prefix}${command}`).join(', ')
    },
  },
}

export function variablesOf(run: Run, sources: Sources): Lookup {
  return (name) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    return variable && ((args) => variable.value(run, args, sources))
  }
}

function streamOf({ caller, platform }: Run, { streamLooks }: Sources): Promise<StreamState | undefined> {
  return streamLooks.find(caller.channel.id, platform)
}

/** As the rows stand now: a step before may have changed them. Nobody is asked of a platform for this. */
async function viewerOf(run: Run, [name]: readonly string[], { viewers }: Sources): Promise<Viewer | undefined> {
  const username = (name ?? run.user.username).replace(/^@/, '')
  const found = await viewers.findKnown(run.caller.channel, run.platform, { username })
  return found !== undefined && 'known' in found ? found.known : undefined
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** A zone that does not exist is as good as UTC. */
function timeIn(timeZone: string, at: number): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  } catch {
    return new Date(at).toISOString().slice(11, 16)
  }
}
