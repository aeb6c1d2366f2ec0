import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Answer, call } from '../../api.ts'
import { date } from '../../format.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Light, type LightState } from '../../ui/light.tsx'
import { Ago, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { say as toast } from '../../ui/toasts.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { settingsWords } from '../../words/settings-words.ts'
import { DonationsCard } from './donations-card.tsx'
import { ExtensionCard } from './extension-card.tsx'

type Service = Answer<'list-platforms'>['services'][number]
type Account = Service['accounts'][number]
const say = settingsWords.platforms

/** Each service with its accounts, how old their permission is, and what it can do. */
export function PlatformsSection() {
  const { query, route } = useLocation()
  const changed = useLogCount('platform')
  const { value, trouble, reload } = useLoaded(() => call('list-platforms', {}), [changed])
  const titleOf = (name: string | undefined) => value?.services.find(({ service }) => service === name)?.title ?? name
  useEffect(() => {
    if (value === undefined || (query.connected ?? query.failed) === undefined) return
    if (query.connected !== undefined) toast(say.justConnected(titleOf(query.connected) ?? ''))
    else
      toast(`${say.justFailed(titleOf(query.failed) ?? '')} ${query.code === 'cancelled' ? say.cancelled : ''}`, 'stop')
    route('/settings/platforms', true)
  }, [value])
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  return (
    <>
      {!may('owner') && <p class="soft">{say.onlyOwner}</p>}
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
        {onSandbox ? <Light state="standby" word={say.sandbox} /> : <ServiceLight service={service} />}
      </header>
      {configured ? (
        <>
          <ul class="people">
            {accounts.map((account) => (
              <AccountRow key={account.role} service={service} account={account} onChanged={onChanged} />
            ))}
          </ul>
          {service.listening !== null && <Listening service={service} onChanged={onChanged} />}
        </>
      ) : (
        <p class="inside soft">{onSandbox ? say.sandboxHelp : say.notSetUp}</p>
      )}
      <div class="more">
        {!configured && <SetUp service={service} />}
        {able.length > 0 && (
          <details>
            <summary class="soft small">{say.can(able.length, capabilities.length)}</summary>
            <ul class="abilities">
              {capabilities.map(({ name, words, can, note }) => (
                <li key={name}>
                  <Light state={can ? 'go' : 'off'} word={words} />
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
  if (!configured || own === undefined) return <Light state="off" word={say.states.not_connected ?? ''} />
  return <Light state={lightOf(own)} word={say.states[own.state] ?? own.state} />
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
      toast(say.disconnected(service.title))
    })
    await onChanged()
  }
  const connectWord = isThere ? say.reconnect : say.connect
  return (
    <li>
      <div class="grow">
        <p class="row">
          <b>{isThere ? displayname : say[role]}</b>
          {isThere && <span class="tag">{say[role]}</span>}
          <Light state={lightOf(account)} word={say.states[state] ?? state} />
        </p>
        {reason !== null && <p class="trouble small">{reason}</p>}
        {since !== null && (
          <p class="faint small">
            {say.authorised} {date(since)}
            {renewed !== null && (
              <>
                {' '}
                · {say.renewed} <Ago at={renewed} />
              </>
            )}
          </p>
        )}
        {isThere && account.missing_scopes.length > 0 && (
          <p class="small">{say.missing(account.missing_scopes.join(', '))}</p>
        )}
        {!isThere && role === 'bot' && <p class="faint small">{say.botHelp}</p>}
      </div>
      {may('owner') && (
        <>
          <button
            type="button"
            class={`button small${state === 'connected' ? '' : ' primary'}`}
            aria-label={`${connectWord}: ${service.title}, ${say[role]}`}
            onClick={() => void connect()}
          >
            {connectWord}
          </button>
          {isThere && (
            <button
              type="button"
              class="button small danger"
              aria-label={say.disconnectTitle(service.title, say[role])}
              onClick={() => setAsking(true)}
            >
              {say.disconnect}
            </button>
          )}
        </>
      )}
      {asking && (
        <Confirm
          title={say.disconnectTitle(service.title, say[role])}
          onClose={() => setAsking(false)}
          onSubmit={() => void disconnect()}
          submit={say.disconnect}
          help={say.disconnectHelp}
        />
      )}
    </li>
  )
}

const listeningLights: Readonly<Record<string, LightState>> = {
  starting: 'standby',
  on: 'go',
  partly: 'standby',
  trouble: 'stop',
}

function Listening({ service: { service, listening }, onChanged }: Omit<RowProps, 'account'>) {
  // Spotify tells us nothing by itself.
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
          <Light state={listeningLights[listening.state] ?? 'off'} word={listening.words} />
          {listening.heard_at !== null && (
            <p class="faint small">
              {say.heard} <Ago at={listening.heard_at} />
            </p>
          )}
        </div>
        {may('owner') && (
          <button type="button" class="button small" onClick={() => void check()}>
            {say.check}
          </button>
        )}
      </div>
    </div>
  )
}

function SetUp({ service }: { service: Service }) {
  return (
    <details>
      <summary class="soft small">{say.setUp}</summary>
      <div class="stack tight set-up">
        <p class="soft small">{say.setUpHelp}</p>
        <pre class="json">{service.settings.map((line) => (line.startsWith('#') ? line : `${line}=`)).join('\n')}</pre>
        <Address label={say.redirect} address={service.redirect_address} />
        {service.webhook_address !== null && <Address label={say.webhook} address={service.webhook_address} />}
        <p class="faint small">
          {say.guide}: <code>{service.guide}</code>
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
