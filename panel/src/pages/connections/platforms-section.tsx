import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call } from '../../api.ts'
import { connections, may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { Light } from '../../ui/light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Ago, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ClientPackagesCard } from '../client-packages/client-packages-card.tsx'
import { DiscordCard } from '../discord/discord-card.tsx'
import { DonationsCard } from '../donations/donations-card.tsx'
import { ExtensionCard } from '../extension/extension-card.tsx'
import { KickReach } from '../kick-reach/kick-reach.tsx'
import { ObsCard } from '../obs/obs-card.tsx'
import { ServiceSetup } from '../service-setups/service-setup.tsx'
import { SpeechServicesCard } from '../speech/speech-services-card.tsx'
import { StreamerbotCard } from '../streamerbot/streamerbot-card.tsx'
import { VtsCard } from '../vts/vts-card.tsx'
import { AccountRow, initialStates } from './account-row.tsx'
import type { Service } from './connected-service.ts'
import { FoundTikFinity } from './found-tikfinity.tsx'
import { platformMessages } from './messages.ts'

/** Each service with its accounts, the age of their authorisation, and its features. */
export function PlatformsSection() {
  const { query, route } = useLocation()
  const changed = useLogCount('platform', 'service-setup')
  // What changed is loaded again; the words themselves are live.
  const known = connections.value.map(({ id, state, message }) => `${id} ${state} ${message}`).join()
  const { value, error, reload } = useLoaded(() => call('list-platforms', {}), [changed, known])
  const titleOf = (name: string | undefined) => value?.services.find(({ service }) => service === name)?.title ?? name
  // The services may be loaded again before the address is cleared; what happened is announced once.
  const announced = useRef<string | undefined>(undefined)
  useEffect(() => {
    const result = query.connected ?? query.failed
    if (value === undefined || announced.current === result) return
    announced.current = result
    if (result === undefined) return
    const title = titleOf(result) ?? ''
    if (query.connected !== undefined) showToast(platformMessages.justConnected({ title }))
    else if (query.code === 'cancelled') showToast(platformMessages.justCancelled({ title }), 'stop')
    else if (query.code === 'sign_in_required') showToast(platformMessages.justTooOld({ title }), 'stop')
    else showToast(platformMessages.justFailed({ title }), 'stop')
    route('/settings/platforms', true)
  }, [value, query.connected, query.failed])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  return (
    <>
      {!may('owner') && <p class="soft">{platformMessages.onlyOwner()}</p>}
      {value?.services.map((service) => (
        <ServiceCard key={service.service} service={service} onChanged={reload} />
      ))}
      <ObsCard />
      <VtsCard />
      <DiscordCard />
      <ExtensionCard />
      <ClientPackagesCard />
      <DonationsCard />
      <SpeechServicesCard />
      <StreamerbotCard />
    </>
  )
}

interface CardProps {
  readonly service: Service
  readonly onChanged: () => Promise<void>
}

function ServiceCard({ service, onChanged }: CardProps) {
  const { configured, on_sandbox: onSandbox, capabilities, accounts } = service
  const able = capabilities.filter(({ can }) => can)
  return (
    <section class={`card edge ${service.service}`} aria-label={service.title}>
      <header>
        <h2 class="grow">{service.title}</h2>
        {onSandbox ? <Light state="standby" word={platformMessages.testMode()} /> : <ServiceLight service={service} />}
      </header>
      {configured ? (
        <>
          <ul class="people">
            {accounts.map((account) => (
              <AccountRow key={account.role} service={service} account={account} onChanged={onChanged} />
            ))}
          </ul>
          {service.listening !== null && <Listening service={service} onChanged={onChanged} />}
          {service.service === 'kick' && <KickReach />}
        </>
      ) : (
        <p class="inside soft">{onSandbox ? platformMessages.testModeHelp() : platformMessages.notSetUp()}</p>
      )}
      {service.service === 'tiktok' && !configured && may('owner') && <FoundTikFinity onChanged={onChanged} />}
      <div class="card-more">
        <ServiceSetup service={service.service} isConfigured={configured} onChanged={onChanged} />
        {able.length > 0 && (
          <details>
            <summary class="soft small">
              {platformMessages.features({ count: able.length, total: capabilities.length })}
            </summary>
            <ul class="abilities">
              {capabilities.map(({ name, title, can, note }) => (
                <li key={name}>
                  <Light state={can ? 'go' : 'off'} word={title} />
                  {note !== null && <span class="faint small"> {note}</span>}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  )
}

function ServiceLight({ service: { service, accounts } }: { service: Service }) {
  const own = accounts.find(({ role }) => role === 'broadcaster')
  const live = connections.value.find(({ id }) => id === `${service}/broadcaster`)
  const { state, until } = live ?? { state: initialStates[own?.state ?? 'not_connected'], until: null }
  return <ConnectionLight connection={{ state, until }} />
}

function Listening({ service: { service, listening }, onChanged }: CardProps) {
  // Spotify sends no events.
  if (listening === null || service === 'spotify') return null
  const platform = service
  async function check(): Promise<void> {
    await attempt(() => call('check-platform', { service: platform }))
    await onChanged()
  }
  return (
    <div class="part">
      <div class="row">
        <div class="grow">
          <p class="small">{listening.message}</p>
          {listening.note !== null && <p class="small">{listening.note}</p>}
          {listening.received_at !== null && (
            <p class="faint small">
              {platformMessages.lastEvent()} <Ago at={listening.received_at} />
            </p>
          )}
        </div>
        {may('owner') && (
          <button type="button" class="button small" onClick={() => void check()}>
            {platformMessages.check()}
          </button>
        )}
      </div>
    </div>
  )
}
