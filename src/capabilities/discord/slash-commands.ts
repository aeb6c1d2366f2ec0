import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
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
import {
  builtInNames,
  createBuiltInSlashCommands,
  describeBuiltIns,
  privateCommands,
} from './built-in-slash-commands.ts'
import { createLinkedPeople } from './linked-people.ts'
import type { DiscordLinks } from './links.ts'
import { slashMessages } from './slash-messages.ts'
import { createSlashRateLimit } from './slash-rate-limit.ts'

/** Discord allows three seconds for the first answer. */
const deferAfterMs = 1_500
const maxLength = 1_900
/** Of all slash commands, the built-in ones included. */
const maxCommands = 100

/** Runs a command for a viewer as if it was typed in chat, and returns its reply. */
export type RunForViewer = (asked: {
  readonly channel: Channel
  readonly viewer: Viewer
  readonly commandId: number
  readonly args: string
  readonly requestId: string
}) => Promise<{ readonly response: string } | { readonly refused: true }>

/** Answers the slash commands of a channel: the built-in ones, and commands of the channel that are marked for Discord. */
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
  runForViewer: RunForViewer
  settings: Settings
  viewers: Viewers
  watchTime: WatchTime
}) {
  const { clock, log, channelId, requests, channels, commands, runForViewer, settings } = needs
  const people = createLinkedPeople(needs)
  const builtIns = createBuiltInSlashCommands({ ...needs, people })
  const isTooMuch = createSlashRateLimit(clock)
  /** The commands of the channel that are slash commands, by their name on Discord. */
  let byName = new Map<string, number>()
  const pending = new Set<Promise<void>>()

  const texts = () => channelCatalogue(settings, channelId)

  async function run(channel: Channel, interaction: Interaction, commandId: number): Promise<string> {
    const viewer = await people.getViewer(interaction.person.id)
    const asked = { channel, viewer, commandId, args: interaction.options.text ?? '', requestId: interaction.id }
    const done = await runForViewer(asked)
    if ('refused' in done) return slashMessages.refused(undefined, await texts())
    // Mentions look like text, and Discord notifies nobody either.
    const text = done.response.replace(/@/g, '@\u200b')
    return text === '' ? slashMessages.done(undefined, await texts()) : text
  }

  async function answerTo(interaction: Interaction): Promise<string> {
    const channel = await channels.find(channelId)
    const { slash_commands: isOn } = (await settings.of(channelId)).discord
    if (channel === undefined || !isOn) return slashMessages.off(undefined, await texts())
    try {
      const commandId = byName.get(interaction.command)
      if (commandId !== undefined) return await run(channel, interaction, commandId)
      const name = builtInNames.find((one) => one === interaction.command)
      return name === undefined
        ? slashMessages.unknown(undefined, await texts())
        : await builtIns[name](channel, interaction)
    } catch (error) {
      if (error instanceof Failure) return inLanguage(await texts(), () => chatSentence(error))
      log.error('a slash command failed', { channelId, command: interaction.command, error })
      return slashMessages.failed(undefined, await texts())
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
      await requests.answer(interaction, cut(early), isPrivate)
      return
    }
    await requests.defer(interaction, isPrivate)
    await requests.answerLater(interaction, cut(await work))
  }

  return {
    receive(interaction: Interaction): void {
      const handling = handle(interaction)
        .catch((error: unknown) => log.warn('a slash command could not be answered', { channelId, error }))
        .finally(() => pending.delete(handling))
      pending.add(handling)
    },

    /** What Discord shall offer: the built-in ones, and the commands that are marked for it. */
    async list(): Promise<readonly SlashCommand[]> {
      const channel = await channels.find(channelId)
      const { slash_commands: isOn } = (await settings.of(channelId)).discord
      if (channel === undefined || !isOn) {
        byName = new Map()
        return []
      }
      const catalogue = await texts()
      const marked: SlashCommand[] = []
      const found = new Map<string, number>()
      for (const { id, command, active, discordEnabled } of (await commands.list(channel)).items) {
        const name = commandKey(command)
        const isTaken = found.has(name) || (builtInNames as readonly string[]).includes(name)
        if (!active || !discordEnabled || isTaken || !/^[-_\p{L}\p{N}]{1,32}$/u.test(name)) continue
        if (marked.length + builtInNames.length >= maxCommands) break
        found.set(name, id)
        const text = { name: 'text', description: slashMessages.textOption(undefined, catalogue) }
        marked.push({ name, description: slashMessages.runs({ command: name }, catalogue), options: [text] })
      }
      // At once: a command that somebody uses while the list is read is known.
      byName = found
      return [...inLanguage(catalogue, describeBuiltIns), ...marked]
    },

    settled: async (): Promise<void> => void (await Promise.all(pending)),
  }
}

function cut(text: string): string {
  return [...text].slice(0, maxLength).join('')
}
