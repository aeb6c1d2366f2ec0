import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { date } from '../../format.ts'
import { connections, may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { Ago } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Account, Service } from './connected-service.ts'
import { DeviceSignIn } from './device-sign-in.tsx'
import { platformMessages, platformRoles } from './messages.ts'

/** What is shown until the event stream has said how the connection is. */
export const initialStates = {
  not_connected: 'off',
  connected: 'connecting',
  needs_reconnect: 'needs_sign_in',
} as const

interface RowProps {
  readonly service: Service
  readonly account: Account
  readonly onChanged: () => Promise<void>
}

/** One account: how its connection is, how to connect it, and what it has not allowed. */
export function AccountRow({ service, account, onChanged }: RowProps) {
  const [asking, setAsking] = useState(false)
  const [byCode, setByCode] = useState<{ readonly permission?: string }>()
  const { role, state, displayname, reason, authorised_at: since, refreshed_at: renewed } = account
  const { title, ways } = service
  const isThere = state !== 'not_connected'
  const live = connections.value.find(({ id }) => id === `${service.service}/${role}`)
  const connection = (isThere ? live : undefined) ?? { state: initialStates[state], until: null, message: '' }
  const why = connection.message !== '' && connection.message !== service.listening?.message ? connection.message : null

  /** By redirect where the app allows it, otherwise by a code. */
  function connect(permission?: string): void {
    const asked = permission === undefined ? {} : { permission }
    if (!ways.includes('redirect')) {
      setByCode(asked)
      return
    }
    void attempt(async () => {
      const { address } = await call('begin-connecting', { service: service.service, role, ...asked })
      location.assign(address)
    })
  }
  async function disconnect(): Promise<void> {
    setAsking(false)
    await attempt(async () => {
      await call('disconnect-platform', { service: service.service, role })
      showToast(platformMessages.disconnected({ title }))
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
          <ConnectionLight connection={{ state: connection.state, until: connection.until }} />
        </p>
        {(reason ?? why) !== null && <p class="error small">{reason ?? why}</p>}
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
        {isThere && <MissingPermissions service={service} account={account} onAllow={connect} />}
        {!isThere && role === 'bot' && <p class="faint small">{platformMessages.botHelp()}</p>}
      </div>
      {may('owner') && (
        <>
          <button
            type="button"
            class={`button small${state === 'connected' ? '' : ' primary'}`}
            aria-label={connectOne({ title, role: platformRoles[role]() })}
            onClick={() => connect()}
          >
            {connectText}
          </button>
          {ways.includes('redirect') && ways.includes('code') && (
            <button
              type="button"
              class="button small"
              aria-label={platformMessages.withCodeOne({ title, role: platformRoles[role]() })}
              onClick={() => setByCode({})}
            >
              {platformMessages.withCode()}
            </button>
          )}
          {isThere && (
            <button
              type="button"
              class="button small danger"
              aria-label={platformMessages.disconnectOne({ title, role: platformRoles[role]() })}
              onClick={() => setAsking(true)}
            >
              {platformMessages.disconnect()}
            </button>
          )}
        </>
      )}
      {asking && (
        <Confirm
          title={platformMessages.disconnectTitle({ title, role: platformRoles[role]() })}
          onClose={() => setAsking(false)}
          onSubmit={() => void disconnect()}
          submit={platformMessages.disconnect()}
          help={platformMessages.disconnectHelp()}
        />
      )}
      {byCode !== undefined && (
        <DeviceSignIn
          service={service}
          role={role}
          {...byCode}
          onClose={() => {
            setByCode(undefined)
            void onChanged()
          }}
        />
      )}
    </li>
  )
}

interface MissingProps extends Omit<RowProps, 'onChanged'> {
  readonly onAllow: (permission: string) => void
}

/** Each permission that is missing by name, with a button that asks for just that one. */
function MissingPermissions({ service, account, onAllow }: MissingProps) {
  const missing = account.missing_permissions
  if (missing.length === 0) return null
  return (
    <>
      <ul class="permissions" aria-label={platformMessages.missingTitle()}>
        {missing.map(({ scope, title }) => (
          <li key={scope}>
            <span class="small">{platformMessages.missing({ permission: title })}</span>
            {may('owner') && (
              <button
                type="button"
                class="button small"
                aria-label={platformMessages.allowOne({ permission: title })}
                onClick={() => onAllow(scope)}
              >
                {platformMessages.allow()}
              </button>
            )}
          </li>
        ))}
      </ul>
      {service.service === 'kick' && <p class="faint small">{platformMessages.kickAsksAll()}</p>}
    </>
  )
}
