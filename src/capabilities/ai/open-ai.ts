import type { Clock } from '../../kernel/ambient.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { platforms as allPlatforms, type Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { FirstMessages } from '../activity/first-messages.ts'
import type { Channels } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Speech } from '../speech/speech.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import { createAi, type FillTexts } from './ai.ts'
import { createAnswerFilter } from './answer-filter.ts'
import { createAiChat } from './chat-triggers.ts'
import { builtInProvider, type ProviderPreset } from './contract/ai.ts'
import { createDelivery } from './delivery.ts'
import { createAiMemory } from './memory.ts'
import { createModelCalls } from './model-calls.ts'
import { createProviderChecks } from './provider-checks.ts'
import { type AiProvider, createProviderRows } from './provider-rows.ts'
import { createProviders } from './providers.ts'
import { createRecaps } from './recap.ts'
import { createSpending } from './spending.ts'
import { createAiState } from './state.ts'
import { type Asker, createToolbox, type ToolHandlers } from './tools.ts'

export type AiParts = ReturnType<typeof openAiParts>

/** The parts of the AI bot, connected. */
export function openAiParts(needs: {
  db: Database
  clock: Clock
  log: Log
  secret: () => string
  channels: Channels
  chat: Chat
  counts: MessageCounts
  events: Events
  firstMessages: FirstMessages
  limiter: Limiter
  platforms: Platforms
  settings: Settings
  speech: Speech
  standing: Standing
  streamStates: StreamStates
  viewers: Viewers
  /** The provider that the environment sets for this channel. */
  givenFor: (channelId: number) => Promise<AiProvider | undefined>
  openModels: Parameters<typeof createModelCalls>[0]['open']
  /** Programs on this machine to look for. */
  local: readonly ProviderPreset[]
  loadTools: () => Promise<ToolHandlers>
  fillTexts: FillTexts
  botNames: (channelId: number, platform: Platform) => Promise<readonly string[]>
}) {
  const { clock, log, channels, platforms, settings, speech, viewers, local } = needs
  const rolesOf = createChatRoles(needs)
  const spending = createSpending(needs)
  const memory = createAiMemory(needs)
  const state = createAiState(needs)
  const providers = createProviders({ ...needs, rows: createProviderRows(needs) })
  const modelCalls = createModelCalls({ clock, log, spending, open: needs.openModels })
  const toolbox = createToolbox({ log, state, handlers: needs.loadTools })
  const filter = createAnswerFilter({ clock, log, masked: (channelId, text) => speech.shown(channelId, text) })
  const ai = createAi({ ...needs, memory, modelCalls, providers, toolbox, filter })
  const delivery = createDelivery(needs)

  return {
    ai,
    chat: createAiChat({ ...needs, ai, delivery, state }),
    delivery,
    memory,
    providers,
    spending,
    state,
    recaps: createRecaps(needs),
    checks: createProviderChecks({ log, modelCalls, settings, local }),
    botNames: needs.botNames,

    /** Somebody named by a key. A viewer is known with their own role, and nobody has a role by a name alone. */
    async askerNamed({ channel }: Caller, username: string, wanted?: Platform): Promise<Asker> {
      const [home] = await platforms.connected(channel.id, wanted === undefined ? allPlatforms : [wanted])
      const platform = wanted ?? home?.account.platform ?? 'kick'
      const viewer = (await viewers.findKnown(channel, platform, { username }))?.known
      const roles = viewer === undefined ? new Set<never>() : await rolesOf(channel.id, platform, viewer)
      return { username, displayname: viewer?.displayname ?? username, platform, viewer, roles }
    },

    /** The provider that is asked first, as answers name it. */
    async firstProvider(channelId: number): Promise<{ provider: string; model: string }> {
      const [first] = await providers.list(channelId)
      return { provider: first?.name ?? builtInProvider, model: first?.model ?? builtInProvider }
    },

    async prune(): Promise<number> {
      const all = await channels.list()
      return (await memory.prune(all)) + (await spending.prune(all))
    },
  }
}
