import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { toLine } from '../../kernel/schema/text.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import type { WrittenMessage } from '../../platforms/discord/incoming.external.ts'
import type { DiscordRequests } from '../../platforms/discord/requests.external.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { Settings } from '../settings/settings.ts'
import { plainText } from './outgoing-message.ts'

/** Lines of chat become one message on Discord this often: a busy chat has more lines than Discord takes messages. */
const flushMs = 1_500
const maxWaitingLines = 200
const maxMessage = 1_900
/** Messages from Discord that reach the chat in a minute; a bot that floods a chat is banned there. */
const maxPerMinute = 30
const minuteMs = 60_000
const maxChatText = 400

/** What marks a line of the bridge in chat. */
const mark = '[Discord]'

/** In place of a name that the rules do not allow. What was written is judged by itself. */
const hiddenName = '***'

export type ChatBridge = ReturnType<typeof createChatBridge>

/**
 * The chat bridge of one channel. It passes on what people write, and never what this server or another bot wrote, so
 * that nothing comes back. Neither side can mention anybody on the other.
 */
export function createChatBridge(needs: {
  clock: Clock
  log: Log
  bus: Bus
  channelId: number
  requests: DiscordRequests
  channels: Channels
  chat: Chat
  platforms: Platforms
  settings: Settings
  /** Whether the rules of the channel allow the text in its chat. */
  isAllowed: (channelId: number, platform: Platform, authorId: string, text: string) => Promise<boolean>
  /** Whether the rules for words and links allow the name in chat. */
  isNameAllowed: (channelId: number, platform: Platform, name: string) => Promise<boolean>
}) {
  const { clock, log, bus, channelId, requests, channels, chat, platforms, settings, isAllowed, isNameAllowed } = needs
  let waiting: string[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let sent: Promise<void> = Promise.resolve()
  let passed: Promise<void> = Promise.resolve()
  const recent: number[] = []
  let stopListening: (() => void) | undefined
  let isClosed = false

  const bridgeSettings = async () => (await settings.of(channelId)).discord.bridge

  function listen(): () => void {
    return bus.subscribe('live-event', ({ channelId: id, event }) => {
      if (id !== channelId || event.kind !== 'chat.message' || event.data.is_own) return
      const { displayname, text } = event.data
      if (text.startsWith(mark)) return
      if (waiting.length >= maxWaitingLines) dropped++
      else waiting.push(JSON.stringify([event.platform, displayname, text]))
      timer ??= setTimeout(() => {
        timer = undefined
        sent = sent.then(flush).catch((error: unknown) => {
          log.warn('chat lines did not reach Discord', { channelId, error })
        })
      }, flushMs).unref()
    })
  }

  async function flush(): Promise<void> {
    const lines = waiting
    const lost = dropped
    waiting = []
    dropped = 0
    const { enabled, to_discord: isOut, channel_id: target, platforms: wanted } = await bridgeSettings()
    if (!enabled || !isOut || target === '') return
    const written = lines.flatMap((line) => {
      const [platform, name, text] = JSON.parse(line) as [Platform, string, string]
      return wanted.includes(platform)
        ? [`**${plainText(name)}** (${platformTitles[platform]}): ${plainText(text)}`]
        : []
    })
    if (lost > 0) written.push(`… +${lost}`)
    let message = ''
    for (const line of written) {
      if (message !== '' && message.length + line.length + 1 > maxMessage) {
        await requests.createMessage(target, { text: message, hidesPreviews: true })
        message = ''
      }
      message += `${message === '' ? '' : '\n'}${line.slice(0, maxMessage)}`
    }
    if (message !== '') await requests.createMessage(target, { text: message, hidesPreviews: true })
  }

  async function pass({ channelId: from, person, text }: WrittenMessage): Promise<void> {
    const { enabled, to_chat: isIn, channel_id: source, platforms: wanted } = await bridgeSettings()
    if (!enabled || !isIn || from !== source || text === '') return
    const now = clock.steady()
    while (recent[0] !== undefined && recent[0] <= now - minuteMs) recent.shift()
    if (recent.length >= maxPerMinute) return
    recent.push(now)
    const channel = await channels.find(channelId)
    if (channel === undefined) return
    const name = toLine(person.name)
    const caller = { channel, actor: 'discord', requestId: '' }
    for (const { account, connector } of await platforms.connected(channelId, wanted)) {
      if (connector.sendChat === undefined) continue
      const { platform } = account
      if (!(await isAllowed(channelId, platform, `discord:${person.id}`, text))) continue
      const shown = (await isNameAllowed(channelId, platform, name)) ? name : hiddenName
      const line = `${mark} ${disarmed(shown)}: ${disarmed([...text].slice(0, maxChatText).join(''))}`
      await chat.send(caller, { platform, text: line, as: 'bot' }).catch((error: unknown) => {
        log.warn('a message of Discord did not reach the chat', { channelId, platform, error })
      })
    }
  }

  return {
    /** After the settings may have changed: nobody builds chat events for a bridge that is off. */
    async apply(): Promise<void> {
      const { enabled, to_discord: isOut } = await bridgeSettings()
      if (isClosed || !enabled || !isOut) {
        stopListening?.()
        stopListening = undefined
      } else stopListening ??= listen()
    },

    receive(message: WrittenMessage): void {
      passed = passed
        .then(() => pass(message))
        .catch((error: unknown) => log.warn('a message of Discord was not passed on', { channelId, error }))
    },

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      stopListening?.()
      await Promise.all([sent, passed])
    },
  }
}

/** Platforms make a mention of every `@name`; with a space of no width after it, it is only text. */
function disarmed(text: string): string {
  return text.replace(/@/g, '@\u200b')
}
