import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import { platforms as allPlatforms, type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import type { Interaction } from '../../platforms/discord/incoming.external.ts'
import type { DiscordRequests, SlashCommand } from '../../platforms/discord/requests.external.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import { commandKey } from '../commands/command-index.ts'
import type { Commands } from '../commands/commands.ts'
import type { Points } from '../points/points.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { chatSentence } from '../steps/chat-sentence.ts'
import type { LinkedAccounts } from '../viewers/linked-accounts.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { WatchTime } from '../watch-time/watch-time.ts'
import { type DiscordLinks, linkWord } from './links.ts'
import { plainText } from './outgoing-message.ts'
import type { RoleSync } from './role-sync.ts'
import { slashMessages } from './slash-messages.ts'

/** Discord allows three seconds for the first answer. */
const deferAfterMs = 1_500
const maxLength = 1_900
const topLength = 10
/** Of all slash commands, those of this server included. */
const maxCommands = 100
const perMinute = { person: 15, channel: 300 } as const
const minuteMs = 60_000

/** Runs a command for a viewer as if it was typed in chat, and returns its reply. */
export type RunForViewer = (asked: {
  readonly channel: Channel
  readonly viewer: Viewer
  readonly commandId: number
  readonly args: string
  readonly requestId: string
}) => Promise<{ readonly response: string } | { readonly refused: true }>

interface Answer {
  readonly text: string
}

const ownCommands = ['points', 'watchtime', 'leaderboard', 'link', 'unlink'] as const
type OwnCommand = (typeof ownCommands)[number]
/** What only the person who asked can see. */
const privateCommands: ReadonlySet<string> = new Set<OwnCommand>(['points', 'watchtime', 'link', 'unlink'])

export function createSlashCommands(needs: {
  db: Database
  clock: Clock
  log: Log
  channelId: number
  requests: DiscordRequests
  channels: Channels
  commands: Commands
  links: DiscordLinks
  linkedAccounts: LinkedAccounts
  platforms: Platforms
  points: Points
  roleSync: RoleSync
  runForViewer: RunForViewer
  settings: Settings
  viewers: Viewers
  watchTime: WatchTime
}) {
  const { db, clock, log, channelId, requests, channels, commands, links, linkedAccounts, platforms, points } = needs
  const { roleSync, runForViewer, settings, viewers, watchTime } = needs
  /** The commands of the channel that are slash commands, by their name on Discord. */
  let byName = new Map<string, number>()
  const recent: { readonly person: string; readonly at: number }[] = []
  const pending = new Set<Promise<void>>()

  function isTooMuch(person: string): boolean {
    const now = clock.steady()
    while (recent[0] !== undefined && recent[0].at <= now - minuteMs) recent.shift()
    if (recent.length >= perMinute.channel) return true
    if (recent.filter((one) => one.person === person).length >= perMinute.person) return true
    recent.push({ person, at: now })
    return false
  }

  const texts = () => channelCatalogue(settings, channelId)

  async function getLinked(interaction: Interaction): Promise<Viewer> {
    const link = await links.findByDiscordId(db, channelId, interaction.person.id)
    const viewer = link && (await viewers.getById(db, channelId, link.viewerId))
    if (viewer === undefined) throw new Failure('discord_not_found', { message: slashMessages.notLinked.of() })
    return viewer
  }

  const own: Readonly<Record<OwnCommand, (channel: Channel, interaction: Interaction) => Promise<Answer>>> = {
    async points(channel, interaction) {
      const accounts = await linkedAccounts.accountsOf(db, channelId, await getLinked(interaction))
      const lines = accounts.map(async (account) => {
        const rank = await points.rank(channel, account)
        const about = { platform: platformTitles[account.platform], points: account.points }
        const catalogue = await texts()
        return rank === undefined
          ? slashMessages.points(about, catalogue)
          : slashMessages.pointsRanked({ ...about, rank }, catalogue)
      })
      return { text: (await Promise.all(lines)).join('\n') }
    },

    async watchtime(_channel, interaction) {
      const accounts = await linkedAccounts.accountsOf(db, channelId, await getLinked(interaction))
      const catalogue = await texts()
      const lines = accounts.map(({ platform, watchMinutes }) => {
        const watched = { hours: Math.floor(watchMinutes / 60), minutes: watchMinutes % 60 }
        return slashMessages.watchTime({ platform: platformTitles[platform], ...watched }, catalogue)
      })
      return { text: lines.join('\n') }
    },

    async leaderboard(channel, { options }) {
      const [home] = await platforms.connected(channelId, allPlatforms)
      const platform: Platform =
        allPlatforms.find((one) => one === options.platform) ?? home?.account.platform ?? 'kick'
      const page = { limit: topLength, offset: 0 }
      const title = { platform: platformTitles[platform] }
      const catalogue = await texts()
      if (options.by === 'watch_time') {
        const { items } = await watchTime.top(channel, platform, { mode: 'all' }, page)
        const rows = items.map(({ rank, username, minutes }) => {
          return slashMessages.hoursRow(
            { rank, username: plainText(username), hours: Math.floor(minutes / 60) },
            catalogue,
          )
        })
        return { text: [slashMessages.topWatchTime(title, catalogue), ...rows].join('\n') }
      }
      const { items } = await points.top(channel, platform, page)
      const rows = items.map(({ rank, username, points: amount }) => {
        return slashMessages.pointsRow({ rank, username: plainText(username), points: amount }, catalogue)
      })
      return { text: [slashMessages.topPoints(title, catalogue), ...rows].join('\n') }
    },

    async link(_channel, { person }) {
      const code = await links.createCode(channelId, person)
      const { prefix } = (await settings.of(channelId)).commands
      return { text: slashMessages.code({ command: `${prefix}${linkWord} ${code}` }, await texts()) }
    },

    async unlink(channel, { person, id }) {
      const link = await links.findByDiscordId(db, channelId, person.id)
      const viewer = link && (await viewers.getById(db, channelId, link.viewerId))
      if (link === undefined || viewer === undefined)
        return { text: slashMessages.nothingLinked(undefined, await texts()) }
      await roleSync.withdraw(link)
      const cause = { channel, actor: 'discord', requestId: id }
      await db.write((tx) => links.remove(tx, cause, viewer))
      return { text: slashMessages.unlinked(undefined, await texts()) }
    },
  }

  async function run(channel: Channel, interaction: Interaction, commandId: number): Promise<Answer> {
    const viewer = await getLinked(interaction)
    const asked = { channel, viewer, commandId, args: interaction.options.text ?? '', requestId: interaction.id }
    const done = await runForViewer(asked)
    if ('refused' in done) return { text: slashMessages.refused(undefined, await texts()) }
    // Mentions look like text, and Discord notifies nobody either.
    const text = done.response.replace(/@/g, '@\u200b')
    return { text: text === '' ? slashMessages.done(undefined, await texts()) : text }
  }

  async function answerTo(interaction: Interaction): Promise<Answer> {
    const channel = await channels.find(channelId)
    const { slash_commands: isOn } = (await settings.of(channelId)).discord
    if (channel === undefined || !isOn) return { text: slashMessages.off(undefined, await texts()) }
    try {
      const commandId = byName.get(interaction.command)
      if (commandId !== undefined) return await run(channel, interaction, commandId)
      const name = ownCommands.find((one) => one === interaction.command)
      return name === undefined
        ? { text: slashMessages.unknown(undefined, await texts()) }
        : await own[name](channel, interaction)
    } catch (error) {
      if (error instanceof Failure) {
        return { text: inLanguage(await texts(), () => chatSentence(error)) }
      }
      log.error('a slash command failed', { channelId, command: interaction.command, error })
      return { text: slashMessages.failed(undefined, await texts()) }
    }
  }

  /** At once if it is ready in time; otherwise Discord shows that the answer follows. */
  async function handle(interaction: Interaction): Promise<void> {
    const isPrivate = privateCommands.has(interaction.command)
    if (isTooMuch(interaction.person.id)) {
      await requests.answer(interaction, slashMessages.tooMuch(undefined, await texts()), true)
      return
    }
    const work = answerTo(interaction)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), deferAfterMs)
    })
    const early = await Promise.race([work, late])
    clearTimeout(timer)
    if (early !== undefined) {
      await requests.answer(interaction, cut(early.text), isPrivate)
      return
    }
    await requests.defer(interaction, isPrivate)
    await requests.answerLater(interaction, cut((await work).text))
  }

  return {
    receive(interaction: Interaction): void {
      const handling = handle(interaction)
        .catch((error: unknown) => log.warn('a slash command could not be answered', { channelId, error }))
        .finally(() => pending.delete(handling))
      pending.add(handling)
    },

    /** What Discord shall offer: our own, and the commands that are marked for it. */
    async list(): Promise<readonly SlashCommand[]> {
      const channel = await channels.find(channelId)
      const { slash_commands: isOn } = (await settings.of(channelId)).discord
      byName = new Map()
      if (channel === undefined || !isOn) return []
      const catalogue = await texts()
      const marked: SlashCommand[] = []
      for (const { id, command, active, discordEnabled } of (await commands.list(channel)).items) {
        const name = commandKey(command)
        const isTaken = byName.has(name) || (ownCommands as readonly string[]).includes(name)
        if (!active || !discordEnabled || isTaken || !/^[-_\p{L}\p{N}]{1,32}$/u.test(name)) continue
        if (marked.length + ownCommands.length >= maxCommands) break
        byName.set(name, id)
        const text = { name: 'text', description: slashMessages.textOption(undefined, catalogue) }
        marked.push({ name, description: slashMessages.runs({ command: name }, catalogue), options: [text] })
      }
      return [...inLanguage(catalogue, ownList), ...marked]
    },

    settled: async (): Promise<void> => void (await Promise.all(pending)),
  }
}

function ownList(): SlashCommand[] {
  const choices = [
    { name: slashMessages.byPoints(), value: 'points' },
    { name: slashMessages.byWatchTime(), value: 'watch_time' },
  ]
  const sites = allPlatforms.map((platform) => ({ name: platformTitles[platform], value: platform }))
  return [
    { name: 'points', description: slashMessages.aboutPoints() },
    { name: 'watchtime', description: slashMessages.aboutWatchTime() },
    {
      name: 'leaderboard',
      description: slashMessages.aboutLeaderboard(),
      options: [
        { name: 'by', description: slashMessages.byOption(), choices },
        { name: 'platform', description: slashMessages.platformOption(), choices: sites },
      ],
    },
    { name: 'link', description: slashMessages.aboutLink() },
    { name: 'unlink', description: slashMessages.aboutUnlink() },
  ]
}

function cut(text: string): string {
  return [...text].slice(0, maxLength).join('')
}
