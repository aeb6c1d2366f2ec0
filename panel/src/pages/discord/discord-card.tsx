import { call } from '../../api.ts'
import { listed } from '../../format.ts'
import { connections } from '../../state.ts'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { ServiceSetup } from '../service-setups/service-setup.tsx'
import { discordMessages } from './messages.ts'

/** Discord, loaded again when its connection has changed. */
export function useDiscord() {
  const changed = useLogCount('service-setup')
  const live = connections.value.find(({ id }) => id === 'discord')
  const known = live === undefined ? '' : `${live.state} ${live.message} ${live.missing.join()}`
  return useLoaded(() => call('get-discord', {}), [changed, known])
}

/** The connection of the Discord bot: its state, how to set it up, and how to add it to a server. */
export function DiscordCard() {
  const { value, reload } = useDiscord()
  if (value === undefined) return null
  const { state, until, message, missing, invite_url: invite, guild_name: guild } = value
  return (
    <section class="card" aria-label={discordMessages.title()}>
      <header>
        <h2 class="grow">{discordMessages.title()}</h2>
        <ConnectionLight connection={{ state, until }} />
      </header>
      <div class="inside stack tight">
        <p class={guild === null ? 'soft' : ''}>{message === '' ? discordMessages.help() : message}</p>
        {missing.length > 0 && <p class="error small">{discordMessages.missing({ permissions: listed(missing) })}</p>}
        <div class="row">
          {invite !== null && (guild === null || missing.length > 0) && (
            <a class="button small primary" href={invite} target="_blank" rel="noreferrer">
              {discordMessages.invite()}
            </a>
          )}
          {guild !== null && (
            <a class="button small" href="/settings/discord">
              {discordMessages.more()}
            </a>
          )}
        </div>
      </div>
      <div class="card-more">
        <ServiceSetup service="discord" isConfigured={state !== 'off'} onChanged={reload} />
      </div>
    </section>
  )
}
