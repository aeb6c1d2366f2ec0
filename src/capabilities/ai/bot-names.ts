import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { botName, sandboxName } from '../../platforms/sandbox/connector.ts'
import type { Tokens } from '../../platforms/sign-in/tokens.ts'

/** The names of the bot on a platform: that of its own account, or the one that it has on the sandbox. */
export function createBotNames({ platforms, tokens }: { platforms: Platforms; tokens: Pick<Tokens, 'findAccount'> }) {
  return async (channelId: number, platform: Platform): Promise<readonly string[]> => {
    const connection = await platforms.find(channelId, platform)
    if (connection === undefined) return []
    if (connection.connector.name === sandboxName) return [botName]
    const account = await tokens.findAccount({ channelId, service: platform, role: 'bot' })
    return account === undefined ? [] : [account.username]
  }
}
