import type { Clock } from '../../kernel/ambient.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { OpenOutgoing } from '../../platforms/calls/outgoing.ts'
import { platforms as allPlatforms, type Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { GivenValues } from '../../platforms/services/service-settings.ts'
import type { Tokens } from '../../platforms/sign-in/tokens.ts'
import type { Names } from '../../registry/names.ts'
import type { FirstMessages } from '../activity/first-messages.ts'
import type { Channels } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { ChatCommands } from '../commands/chat-commands.ts'
import type { CommandRunner } from '../commands/runner.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Speech } from '../speech/speech.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import { createAi } from './ai.ts'
import { createAnswerFilter } from './answer-filter.ts'
import { createBotNames } from './bot-names.ts'
import { createAiChat } from './chat-triggers.ts'
import { builtInProvider, localPresets } from './contract/ai.ts'
import { createDelivery } from './delivery.ts'
import type { FillTexts } from './facts.ts'
import { createGivenProvider } from './given-provider.ts'
import { createAiMemory } from './memory.ts'
import { createModelCalls } from './model-calls.ts'
import { createProviderChecks } from './provider-checks.ts'
import { createProviderRows } from './provider-rows.ts'
import { createProviders } from './providers.ts'
import { createRecaps } from './recap.ts'
import { createSpending } from './spending.ts'
import { createAiState } from './state.ts'
import { type Asker, createToolbox } from './tools.ts'

export type AiParts = ReturnType<typeof openAi>

/** The AI bot. Commands and operations, which it uses as tools, are created after it. */
export function openAi(needs: {
  config: { readonly given?: GivenValues }
  db: Database
  clock: Clock
  log: Log
  limiter: Limiter
  names: Names
  secret: () => string
  isShared: boolean
  openOutgoing: OpenOutgoing
  channels: Channels
  chat: Chat
  counts: MessageCounts
  events: Events
  firstMessages: FirstMessages
  platforms: Platforms
  settings: Settings
  speech: Speech
  standing: Standing
  streamStates: StreamStates
  tokens: Pick<Tokens, 'findAccount'>
  viewers: Viewers
  fillCommandTexts: CommandRunner['fillTexts']
  runCommandFor: ChatCommands['runFor']
  context: () => Context
}) {
  const { log, names, channels, platforms, settings, speech, viewers, runCommandFor } = needs
  const fillTexts: FillTexts = (caller, texts, asker) =>
    needs.fillCommandTexts(caller, texts, { user: userOf(asker), platform: asker.platform })
  const botNames = createBotNames(needs)
  const handlers = loadOnce(async () => {
    const { createAiTools } = await import('./operation-tools.ts')
    return createAiTools({ ctx: needs.context(), names, runCommandFor })
  })
  const rolesOf = createChatRoles(needs)
  const spending = createSpending(needs)
  const memory = createAiMemory(needs)
  const state = createAiState(needs)
  const providers = createProviders({
    ...needs,
    rows: createProviderRows(needs),
    givenFor: createGivenProvider({ given: needs.config.given, channels }),
  })
  const modelCalls = createModelCalls({
    ...needs,
    spending,
    async loadCompletions() {
      const { createChatCompletions } = await import('../../platforms/ai/chat-completions.external.ts')
      return createChatCompletions()
    },
  })
  const toolbox = createToolbox({ log, state, handlers })
  const filter = createAnswerFilter({ ...needs, masked: (channelId, text) => speech.shown(channelId, text) })
  const ai = createAi({ ...needs, memory, modelCalls, providers, toolbox, filter, fillTexts })
  const delivery = createDelivery(needs)

  return {
    ai,
    chat: createAiChat({ ...needs, ai, delivery, state, botNames, fillTexts }),
    delivery,
    memory,
    providers,
    spending,
    state,
    recaps: createRecaps({ ...needs, fillTexts }),
    checks: createProviderChecks({
      log,
      modelCalls,
      settings,
      // In a cluster the machine of the node that answers is not that of the streamer.
      local: needs.isShared ? [] : localPresets,
    }),
    botNames,

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

/** Who asks, as the variables of commands know them. */
function userOf({ username, displayname, viewer, roles }: Asker) {
  const known = viewer === undefined ? {} : { id: viewer.userId, viewerId: viewer.id }
  return { username, displayname, isBroadcaster: roles.has('broadcaster'), roles, ...known }
}
