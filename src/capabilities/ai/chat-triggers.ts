import type { Clock } from '../../kernel/ambient.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Setting } from '../../registry/setting-schemas.ts'
import type { FirstMessages } from '../activity/first-messages.ts'
import type { Channels } from '../channels/channels.ts'
import { commandKey, parseCommandLine } from '../commands/command-index.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Standing } from '../viewers/standing.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import type { Ai, AiQuestion } from './ai.ts'
import { type AiTrigger, aiLimits } from './contract/ai.ts'
import type { AnswerDelivery } from './delivery.ts'
import { inChat } from './memory.ts'
import { builtInTexts } from './messages.ts'
import { createQuestionQueue } from './question-queue.ts'
import { createQuietChat } from './quiet-chat.ts'
import type { AiState } from './state.ts'
import { type Asker, hasRole } from './tools.ts'

const defaultMuteMinutes = 10

const greetingTask =
  'Task: a viewer writes for the first time today. Welcome them in one sentence and react to the text.'

export type AiChat = ReturnType<typeof createAiChat>

/** Listens to the chat: who asks the bot, when it greets, when it breaks the silence, and who mutes it. */
export function createAiChat(needs: {
  db: Database
  clock: Clock
  log: Log
  ai: Ai
  channels: Channels
  counts: MessageCounts
  delivery: AnswerDelivery
  firstMessages: FirstMessages
  limiter: Limiter
  platforms: Platforms
  settings: Settings
  standing: Standing
  state: AiState
  streamStates: StreamStates
  /** The names of the bot's own accounts. */
  botNames: (channelId: number, platform: Platform) => Promise<readonly string[]>
  fillTexts: (caller: Caller, texts: readonly string[], asker: Asker) => Promise<string[]>
}) {
  const { db, log, ai, channels, delivery, firstMessages, limiter, settings, state, botNames, fillTexts } = needs
  const rolesOf = createChatRoles(needs)
  const questions = createQuestionQueue(reportError)
  const { breakSilence } = createQuietChat({ ...needs, isWithinLimits, answer })

  /** Limits and outages are recorded as events already. */
  function reportError(error: unknown): void {
    if (error instanceof Failure) log.info('the AI bot did not answer', { error: error.message })
    else log.error('the AI bot failed', { error })
  }

  async function isNamed(line: ReceivedLine, { names }: Setting<'ai'>): Promise<boolean> {
    const text = nameKey(line.event.text)
    const own = [...names, ...(await botNames(line.channel.id, line.platform))]
    return own.some((name) => name !== '' && holdsName(text, nameKey(name)))
  }

  async function askerOf({ channel, platform, viewer, event }: ReceivedLine): Promise<Asker> {
    const { username, displayname } = viewer
    const roles = await rolesOf(channel.id, platform, viewer)
    return { username, displayname, platform, viewer, roles, messageId: event.id }
  }

  async function isWithinLimits(channelId: number, viewerId: number | undefined, set: Setting<'ai'>): Promise<boolean> {
    if (viewerId !== undefined) {
      const own = await limiter.take(`ai viewer ${channelId} ${viewerId}`, set.viewer_per_minute)
      if (!own.allowed) return false
    }
    return (await limiter.take(`ai channel ${channelId}`, set.channel_per_minute)).allowed
  }

  async function answer(question: AiQuestion, set: Setting<'ai'>, isAddressed: boolean): Promise<void> {
    const { caller, asker } = question
    // Muted while it waited.
    if (await state.isMuted(caller.channel.id)) return
    const answered = await ai.ask(question)
    const { text } = answered
    const line = isAddressed ? `${asker.displayname}: ${text}` : text
    const sent = text === '' ? undefined : await delivery.toChat(caller, line, [asker.platform])
    await db.write(async (tx) => {
      await sent?.note(tx)
      await ai.note(tx, question, answered, (sent?.sentTo.length ?? 0) > 0)
    })
    if (sent?.error !== undefined) throw sent.error
    if (set.speak && text !== '') await delivery.speakIfPossible(caller, text, asker.displayname)
  }

  /** `!ai mute 30` and `!ai unmute` of a moderator. Returns whether it was one. */
  async function muteIfAsked({ channel, platform, viewer, event }: ReceivedLine, args: string): Promise<boolean> {
    const written = /^(mute|unmute)(?:\s+(\d{1,4}))?$/i.exec(args.trim())
    if (written === null) return false
    const roles = await rolesOf(channel.id, platform, viewer)
    if (!roles.has('moderator') && !roles.has('broadcaster')) return true
    const wanted = Math.min(Math.max(Number(written[2] ?? defaultMuteMinutes), 1), aiLimits.muteMinutes)
    const minutes = written[1]?.toLowerCase() === 'unmute' ? 0 : wanted
    const caller = { channel, actor: `chat:${platform}`, requestId: event.id }
    await db.write((tx) => state.mute(tx, caller, minutes, viewer))
    return true
  }

  /** Why the bot should speak, and about what. */
  async function triggerOf(
    line: ReceivedLine,
    set: Setting<'ai'>,
    typed: string | undefined,
  ): Promise<{ trigger: AiTrigger; text: string; task?: string; builtIn?: () => string } | undefined> {
    const { text } = line.event
    if (typed !== undefined) return typed.trim() === '' ? undefined : { trigger: 'command', text: typed }
    if (set.on_mention && (await isNamed(line, set))) return { trigger: 'mention', text }
    if (!set.on_first_message) return undefined
    const first = await firstMessages.claim(line)
    if (first === undefined) return undefined
    const catalogue = await channelCatalogue(settings, line.channel.id)
    return {
      trigger: 'first-message',
      text,
      task: greetingTask,
      builtIn: () => builtInTexts.greeting(undefined, catalogue),
    }
  }

  async function typedTo(line: ReceivedLine, set: Setting<'ai'>): Promise<string | undefined> {
    const { prefix } = (await settings.of(line.channel.id)).commands
    const typed = parseCommandLine(line.event.text, prefix)
    const isOurs = typed !== undefined && set.command !== '' && commandKey(typed.word) === commandKey(set.command)
    return isOurs ? typed.args : undefined
  }

  return {
    /** A chat message that is neither an entry of a round nor a command. Does not wait for the answer. */
    async receive(line: ReceivedLine): Promise<void> {
      const { channel, viewer, event } = line
      const set = (await settings.of(channel.id)).ai
      if (!set.enabled || viewer.isBot) return
      const typed = await typedTo(line, set)
      if (typed !== undefined && (await muteIfAsked(line, typed))) return
      const found = await triggerOf(line, set, typed)
      if (found === undefined || (await state.isMuted(channel.id))) return
      const asker = await askerOf(line)
      if (!hasRole(asker.roles, set.asked_by) || !(await isWithinLimits(channel.id, viewer.id, set))) return
      const caller = { channel, actor: 'ai', requestId: event.id }
      const { trigger, task, builtIn } = found
      const text = [...found.text.trim()].slice(0, aiLimits.questionLength).join('')
      questions.add(channel.id, async () => {
        const greeting = builtIn && (await fillTexts(caller, [builtIn()], asker))[0]
        const isGreeting = trigger === 'first-message'
        const memory = isGreeting ? undefined : inChat
        const question = { caller, asker, text, trigger, task, builtIn: greeting, memory }
        await answer({ ...question, mayAct: !isGreeting }, set, !isGreeting)
      })
    },

    /** Once a minute, on one node: speaks where the chat is quiet. */
    async tick(): Promise<void> {
      for (const channel of await channels.list()) await breakSilence(channel).catch(reportError)
    },

    settled: questions.settled,
  }
}

/** The name as a whole word, with or without @. */
function holdsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + name.length] ?? ' '
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true
  }
  return false
}
