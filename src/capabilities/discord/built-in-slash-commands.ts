import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { platforms as allPlatforms, type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import type { Interaction } from '../../platforms/discord/incoming.external.ts'
import type { SlashCommand } from '../../platforms/discord/requests.external.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Points } from '../points/points.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { LinkedAccounts } from '../viewers/linked-accounts.ts'
import type { WatchTime } from '../watch-time/watch-time.ts'
import type { LinkedPeople } from './linked-people.ts'
import { type DiscordLinks, linkWord } from './links.ts'
import { plainText } from './outgoing-message.ts'
import { slashMessages } from './slash-messages.ts'

const topLength = 10

export const builtInNames = ['points', 'watchtime', 'leaderboard', 'link', 'unlink'] as const
type BuiltInName = (typeof builtInNames)[number]
/** Only the person who asked can see the answer. */
export const privateCommands: ReadonlySet<string> = new Set<BuiltInName>(['points', 'watchtime', 'link', 'unlink'])

/** The slash commands that every channel has: each returns the text of its answer. */
export function createBuiltInSlashCommands(needs: {
  db: Database
  channelId: number
  links: DiscordLinks
  linkedAccounts: LinkedAccounts
  people: LinkedPeople
  platforms: Platforms
  points: Points
  settings: Settings
  watchTime: WatchTime
}): Readonly<Record<BuiltInName, (channel: Channel, interaction: Interaction) => Promise<string>>> {
  const { db, channelId, links, linkedAccounts, people, platforms, points, settings, watchTime } = needs
  const texts = () => channelCatalogue(settings, channelId)

  return {
    async points(channel, { person }) {
      const accounts = await linkedAccounts.accountsOf(db, channelId, await people.getViewer(person.id))
      const lines = accounts.map(async (account) => {
        const rank = await points.rank(channel, account)
        const about = { platform: platformTitles[account.platform], points: account.points }
        const catalogue = await texts()
        return rank === undefined
          ? slashMessages.points(about, catalogue)
          : slashMessages.pointsRanked({ ...about, rank }, catalogue)
      })
      return (await Promise.all(lines)).join('\n')
    },

    async watchtime(_channel, { person }) {
      const accounts = await linkedAccounts.accountsOf(db, channelId, await people.getViewer(person.id))
      const catalogue = await texts()
      const lines = accounts.map(({ platform, watchMinutes }) => {
        const watched = { hours: Math.floor(watchMinutes / 60), minutes: watchMinutes % 60 }
        return slashMessages.watchTime({ platform: platformTitles[platform], ...watched }, catalogue)
      })
      return lines.join('\n')
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
        return [slashMessages.topWatchTime(title, catalogue), ...rows].join('\n')
      }
      const { items } = await points.top(channel, platform, page)
      const rows = items.map(({ rank, username, points: amount }) => {
        return slashMessages.pointsRow({ rank, username: plainText(username), points: amount }, catalogue)
      })
      return [slashMessages.topPoints(title, catalogue), ...rows].join('\n')
    },

    async link(_channel, { person }) {
      const code = await links.createCode(channelId, person)
      const { prefix } = (await settings.of(channelId)).commands
      return slashMessages.code({ command: `${prefix}${linkWord} ${code}` }, await texts())
    },

    async unlink(channel, { person, id }) {
      const linked = await people.find(person.id)
      if (linked === undefined) return slashMessages.nothingLinked(undefined, await texts())
      const cause = { channel, actor: 'discord', requestId: id }
      await db.write((tx) => links.remove(tx, cause, linked.viewer))
      return slashMessages.unlinked(undefined, await texts())
    },
  }
}

/** How Discord offers them, in the language of the caller. */
export function describeBuiltIns(): SlashCommand[] {
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
