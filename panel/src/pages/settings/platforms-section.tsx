import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Answer, call } from '../../api.ts'
import { date } from '../../format.ts'
import { platformMessages, platformRoles, platformStates } from '../../messages/settings-platforms.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Light, type LightState } from '../../ui/light.tsx'
import { Ago, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { DonationsCard } from './donations-card.tsx'
import { ExtensionCard } from './extension-card.tsx'
import { KickReach } from './kick-reach.tsx'

type Service = Answer<'list-platforms'>['services'][number]
type Account = Service['accounts'][number]

/** Each service with its accounts, the age of their authorisation, and its features. */
export function PlatformsSection() {
  const { query, route } = useLocation()
  const changed = useLogCount('platform')
  const { value, error, reload } = useLoaded(() => call('list-platforms', {}), [changed])
  const titleOf = (name: string | undefined) => value?.services.find(({ service }) => service === name)?.title ?? name
  useEffect(() => {
    if (value === undefined || (query.connected ?? query.failed) === undefined) return
    const title = titleOf(query.connected ?? query.failed) ?? ''
    if (query.connected !== undefined) showToast(platformMessages.justConnected({ title }))
    else if (query.code === 'cancelled') showToast(platformMessages.justCancelled({ title }), 'stop')
    else if (query.code === 'sign_in_required') showToast(platformMessages.justTooOld({ title }), 'stop')
    else showToast(platformMessages.justFailed({ title }), 'stop')
    route('/settings/platforms', true)
  }, [value])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  return (
    <>
      {!may('owner') && <p class="soft">{platformMessages.onlyOwner()}</p>}
      {value?.services.map((service) => (
        <ServiceCard key={service.service} service={service} onChanged={reload} />
      ))}
      <ExtensionCard />
      <DonationsCard />
    </>
  )
}

function ServiceCard({ service, onChanged }: { service: Service; onChanged: () => Promise<void> }) {
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
      <div class="more">
        {!configured && <SetUp service={service} />}
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

function ServiceLight({ service: { configured, accounts } }: { service: Service }) {
  const own = accounts.find(({ role }) => role === 'broadcaster')
  if (!configured || own === undefined) return <Light state="off" word={platformStates.not_connected()} />
  return <Light state={lightOf(own)} word={platformStates[own.state]()} />
}

function lightOf({ state }: Account): LightState {
  return state === 'connected' ? 'go' : state === 'needs_reconnect' ? 'stop' : 'off'
}

interface RowProps {
  readonly service: Service
  readonly account: Account
  readonly onChanged: () => Promise<void>
}

function AccountRow({ service, account, onChanged }: RowProps) {
  const [asking, setAsking] = useState(false)
  const { role, state, displayname, reason, authorised_at: since, refreshed_at: renewed } = account
  const isThere = state !== 'not_connected'
  const connect = () =>
    attempt(async () => {
      const { address } = await call('begin-connecting', { service: service.service, role })
      location.assign(address)
    })
  async function disconnect(): Promise<void> {
    setAsking(false)
    await attempt(async () => {
      await call('disconnect-platform', { service: service.service, role })
      showToast(platformMessages.disconnected({ title: service.title }))
    })
    await onChanged()
  }
  const connectText = isThere ? platformMessages.reconnect() : platformMessages.connect()
  const connectOne = isThere ? platformMessages.reconnectOne : platformMessages.connectOne
  return (
    <li>
      <div class="grow">
        <p class="row">
          <b>{isThere ? displayname : platformRoles[role]()}</b>
          {isThere && <span class="tag">{platformRoles[role]()}</span>}
          <Light state={lightOf(account)} word={platformStates[state]()} />
        </p>
        {reason !== null && <p class="error small">{reason}</p>}
        {since !== null && (
          <p class="faint small">
            {platformMessages.authorised({ date: date(since) })}
            {renewed !== null && (
              <>
                {' '}
                · {platformMessages.renewed()} <Ago at={renewed} />
              </>
            )}
          </p>
        )}
        {isThere && account.missing_scopes.length > 0 && (
          <p class="small">{platformMessages.missingScopes({ scopes: account.missing_scopes.join(', ') })}</p>
        )}
        {!isThere && role === 'bot' && <p class="faint small">{platformMessages.botHelp()}</p>}
      </div>
      {may('owner') && (
        <>
          <button
            type="button"
            class={`button small${state === 'connected' ? '' : ' primary'}`}
            aria-label={connectOne({ title: service.title, role: platformRoles[role]() })}
            onClick={() => void connect()}
          >
            {connectText}
          </button>
          {isThere && (
            <button
              type="button"
              class="button small danger"
              aria-label={platformMessages.disconnectOne({
                title: service.title,
                role: platformRoles[role](),
              })}
              onClick={() => setAsking(true)}
            >
              {platformMessages.disconnect()}
            </button>
          )}
        </>
      )}
      {asking && (
        <Confirm
          title={platformMessages.disconnectTitle({ title: service.title, role: platformRoles[role]() })}
          onClose={() => setAsking(false)}
          onSubmit={() => void disconnect()}
          submit={platformMessages.disconnect()}
          help={platformMessages.disconnectHelp()}
        />
      )}
    </li>
  )
}

const listeningLights: Readonly<Record<string, LightState>> = {
  starting: 'standby',
  on: 'go',
  partly: 'standby',
  failed: 'stop',
}

function Listening({ service: { service, listening }, onChanged }: Omit<RowProps, 'account'>) {
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
          <Light state={listeningLights[listening.state] ?? 'off'} word={listening.message} />
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

function SetUp({ service }: { service: Service }) {
  return (
    <details>
      <summary class="soft small">{platformMessages.instructions()}</summary>
      <div class="stack tight set-up">
        <p class="soft small">{platformMessages.instructionsHelp()}</p>
        <pre class="json">{service.settings.map((line) => (line.startsWith('#') ? line : `${line}=`)).join('\n')}</pre>
        <Address label={platformMessages.redirect()} address={service.redirect_address} />
        {service.webhook_address !== null && (
          <Address label={platformMessages.webhook()} address={service.webhook_address} />
        )}
        <p class="faint small">
          {platformMessages.guide()} <code>{service.guide}</code>
        </p>
      </div>
    </details>
  )
}

function Address({ label, address }: { label: string; address: string }) {
  return (
    <div class="field">
      <span class="label">{label}</span>
      <div class="secret">
        <code>{address}</code>
        <CopyButton text={address} />
      </div>
    </div>
  )
}
