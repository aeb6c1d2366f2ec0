import type { ChatRole } from '../../definitions/roles.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { FirstMessages } from '../activity/first-messages.ts'
import { commandKey, parseCommandLine } from '../commands/command-index.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import type { Settings } from '../settings/settings.ts'
import { linkedIdOf, type Speaker } from '../viewers/speakers.ts'
import type { TriggerCandidates } from './candidates.ts'
import type { AutomationEngine } from './engine.ts'
import { eventForAutomations } from './event-data.ts'
import type { Filtered } from './filters.ts'
import type { Occurrence } from './occurrence.ts'
import type { ChannelTriggers, Indexed } from './trigger-index.ts'

export const maxArgsLength = 500
const firstMessage = 'chat.first-message'

/** Automations that a chat message starts: as a message, as the first one of somebody, or by the word it begins with. */
export function createChatTriggers(needs: {
  engine: Pick<AutomationEngine, 'offer'>
  firstMessages: FirstMessages
  settings: Settings
  speaking: (channel: Channel, viewer: Speaker) => Promise<{ viewer: Speaker; roles: ReadonlySet<ChatRole> }>
  startable: (
    channelId: number,
    candidates: TriggerCandidates<Indexed> | undefined,
    event: Filtered,
  ) => readonly Indexed[]
}) {
  const { engine, firstMessages, settings, speaking, startable } = needs

  async function onLine(line: ReceivedLine, triggers: ChannelTriggers): Promise<void> {
    const { channel, platform, event, viewer } = line
    const { id: messageId, text } = event
    const { userId: user_id, username, displayname } = viewer
    const person = { user_id, ...linkedIdOf(viewer), username, displayname }
    const said = { message_id: messageId, ...person, text }
    const by = await speaking(channel, viewer)
    const roles = [...by.roles]
    const base = { platform, viewerId: viewer.id, by, messageId, depth: 1 }

    const offer = (kind: string, data: Occurrence['data']) => {
      const candidates = triggers.byEvent.get(kind)
      if (candidates === undefined) return
      const seen = eventForAutomations(kind, platform, data)
      for (const indexed of startable(channel.id, candidates, seen)) {
        engine.offer(channel, indexed, {
          ...base,
          trigger: indexed.triggerType,
          event: { kind, seq: null },
          args: text,
          data: { ...seen.data, platform },
        })
      }
    }
    offer('chat.message', { ...said, roles, color: event.color ?? null, is_own: false })
    if (triggers.byEvent.has(firstMessage)) {
      const first = await firstMessages.claim(line)
      if (first !== undefined) offer(firstMessage, { ...said, roles, is_first_ever: first === 'ever' })
    }
    if (triggers.byWord.size === 0) return
    const { prefix } = (await settings.of(channel.id)).commands
    const typed = parseCommandLine(text, prefix)
    for (const indexed of (typed && triggers.byWord.get(commandKey(typed.word))) ?? []) {
      const args = [...(typed?.args ?? '')].slice(0, maxArgsLength).join('')
      engine.offer(channel, indexed, { ...base, trigger: 'command', args, data: { ...said, roles, platform } })
    }
  }

  return { onLine }
}

export function waitsForChat({ byEvent, byWord }: ChannelTriggers): boolean {
  return byWord.size > 0 || byEvent.has('chat.message') || byEvent.has(firstMessage)
}
