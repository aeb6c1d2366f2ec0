import { createFirstMessages } from '../capabilities/activity/first-messages.ts'
import { localPresets } from '../capabilities/ai/contract/ai.ts'
import { openAiParts } from '../capabilities/ai/open-ai.ts'
import type { AiProvider } from '../capabilities/ai/provider-rows.ts'
import type { Asker, ToolHandlers } from '../capabilities/ai/tools.ts'
import type { CommandRunner } from '../capabilities/commands/runner.ts'
import type { Caller } from '../kernel/operation/caller.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import { botName, sandboxName } from '../platforms/sandbox/connector.ts'
import type { AudienceParts } from './audience.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { StageParts } from './stage.ts'
import type { StreamParts } from './stream.ts'

const givenTimeoutSeconds = 30

export type AiAppParts = ReturnType<typeof openAi>

/** The AI bot. Commands and operations, which it uses as tools, are created after it. */
export function openAi(
  needs: NodeParts &
    ChannelParts &
    PlatformParts &
    AudienceParts &
    StreamParts &
    StageParts & {
      fillCommandTexts: CommandRunner['fillTexts']
      loadTools: () => Promise<ToolHandlers>
    },
) {
  const { config, cluster, channels, platforms, tokens } = needs

  /** The environment names one provider, that of the first channel. It is the operator's word, so it may be local. */
  async function givenFor(channelId: number): Promise<AiProvider | undefined> {
    const { SHOWCALLER_AI_URL: url, SHOWCALLER_AI_KEY: key, SHOWCALLER_AI_MODEL: model } = config.given ?? {}
    if (url === undefined || (await channels.list())[0]?.id !== channelId) return undefined
    return {
      id: 0,
      name: new URL(url.text).host,
      url: url.text.replace(/\/+$/, ''),
      model: model?.text ?? '',
      key: key?.text,
      isUnreadable: false,
      inputPrice: 0,
      outputPrice: 0,
      timeoutSeconds: givenTimeoutSeconds,
      isLocal: true,
      setBy: url.from,
    }
  }

  async function openModels() {
    const { createChatCompletions } = await import('../platforms/ai/chat-completions.external.ts')
    const { createOutgoing } = await import('../platforms/calls/outgoing.ts')
    return {
      completions: createChatCompletions(),
      outgoingFor: (options: Parameters<typeof createOutgoing>[0]) =>
        createOutgoing({ allow: config.outgoingAllow, ...options }),
    }
  }

  function fillTexts(caller: Caller, texts: readonly string[], asker: Asker): Promise<string[]> {
    const { username, displayname, platform, viewer, roles } = asker
    const known = viewer === undefined ? {} : { id: viewer.userId, viewerId: viewer.id }
    const user = { username, displayname, isBroadcaster: roles.has('broadcaster'), roles, ...known }
    return needs.fillCommandTexts(caller, texts, { user, platform })
  }

  /** The bot's own account, or the name that it has on the sandbox. */
  async function botNames(channelId: number, platform: Platform): Promise<readonly string[]> {
    const connection = await platforms.find(channelId, platform)
    if (connection === undefined) return []
    if (connection.connector.name === sandboxName) return [botName]
    const account = await tokens.findAccount({ channelId, service: platform, role: 'bot' })
    return account === undefined ? [] : [account.username]
  }

  const firstMessages = createFirstMessages(needs)
  // In a cluster the machine of the node that answers is not that of the streamer.
  const local = cluster === undefined ? localPresets : []
  const own = { firstMessages, givenFor, openModels, fillTexts, botNames, local }
  return { firstMessages, aiParts: openAiParts({ ...needs, ...own }) }
}
