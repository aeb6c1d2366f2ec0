import type { Clock, TimeLimit } from '../../kernel/ambient.ts'
import type { Text } from '../../kernel/text/message.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import { discordMessages } from './messages.ts'
import { createDiscordRequests } from './requests.external.ts'
import { createDiscordRest } from './rest.ts'
import type { DiscordSettings } from './settings.ts'

export interface DiscordCheck {
  readonly message: Text
  readonly isWorking: boolean
  /** The servers that the bot is on. */
  readonly choices: readonly { readonly value: string; readonly title: string }[]
}

/** Asks Discord who the bot is and which servers it is on. Throws a `Failure` that says what is wrong. */
export async function checkDiscord(
  needs: { clock: Clock; settings: DiscordSettings; timeLimit?: TimeLimit | undefined },
  signal: AbortSignal,
): Promise<DiscordCheck> {
  const { settings } = needs
  const requests = createDiscordRequests(createDiscordRest(needs))
  const [{ name: bot }, guilds] = await untilAborted(signal, Promise.all([requests.me(), requests.listGuilds()]))
  const choices = guilds.map(({ id, name }) => ({ value: id, title: name }))
  const [only] = guilds
  const chosen = settings.guildId === undefined ? undefined : guilds.find(({ id }) => id === settings.guildId)
  if (only === undefined) return { isWorking: true, message: discordMessages.noServer.of({ bot }), choices }
  if (settings.guildId !== undefined && chosen === undefined) {
    return { isWorking: false, message: discordMessages.notOnServer.of({ bot }), choices }
  }
  if (chosen === undefined && guilds.length > 1) {
    return { isWorking: true, message: discordMessages.worksSeveral.of({ bot, count: guilds.length }), choices }
  }
  return { isWorking: true, message: discordMessages.works.of({ bot, server: (chosen ?? only).name }), choices }
}
