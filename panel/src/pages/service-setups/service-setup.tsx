import { useState } from 'preact/hooks'
import { isChannelSetup, setupOf } from '../../../../src/capabilities/service-setups/contract/service-setups.ts'
import { type Answer, call } from '../../api.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { setupMessages } from './messages.ts'
import { SetupForm } from './service-setup-form.tsx'
import type { EnteredField, ServerSetup, SetupState } from './service-setup-state.ts'
import { SetupSteps } from './service-setup-steps.tsx'
import './service-setup.css'

interface HelperProps {
  readonly state: SetupState
  readonly canChange: boolean
  readonly save: (fields: readonly EnteredField[]) => Promise<unknown>
  /** Absent where the credentials are removed elsewhere. */
  readonly remove?: (() => Promise<unknown>) | undefined
}

/** How to connect one service: what to do there, what to enter here, and a check. */
export function SetupHelper({ state, canChange, save, remove }: HelperProps) {
  const [asking, setAsking] = useState(false)
  const { title } = setupOf(state.service)
  return (
    <>
      <SetupSteps state={state} />
      {state.unreadable && <p class="error small">{setupMessages.unreadable()}</p>}
      {canChange ? (
        <SetupForm
          state={state}
          save={save}
          onRemove={remove !== undefined && state.stored ? () => setAsking(true) : undefined}
        />
      ) : (
        <p class="soft small">
          {isChannelSetup(state.service) ? setupMessages.onlyFirstOwnerHere() : setupMessages.onlyFirstOwner()}
        </p>
      )}
      {asking && (
        <Confirm
          title={setupMessages.removeTitle({ title })}
          submit={setupMessages.remove()}
          help={setupMessages.removeHelp()}
          onClose={() => setAsking(false)}
          onSubmit={() => {
            setAsking(false)
            void attempt(async () => {
              await remove?.()
              showToast(setupMessages.removed({ title }))
            })
          }}
        />
      )}
    </>
  )
}

interface ServiceSetupProps {
  readonly service: ServerSetup['service']
  readonly isConfigured: boolean
  readonly onChanged: () => Promise<void>
}

/** The helper of a service of this server. Its state is loaded when somebody opens it. */
export function ServiceSetup({ service, isConfigured, onChanged }: ServiceSetupProps) {
  const [loaded, setLoaded] = useState<Answer<'list-service-setups'>>()
  const { title } = setupOf(service)
  const load = () =>
    attempt(async () => {
      setLoaded(await call('list-service-setups', {}))
    })
  const state = loaded?.setups.find((one) => one.service === service)
  async function change(action: Promise<unknown>): Promise<void> {
    await action
    await Promise.all([load(), onChanged()])
  }
  const label = isConfigured ? setupMessages.credentialsOf({ title }) : setupMessages.setUpOne({ title })
  return (
    <details class="setup" onToggle={(event) => event.currentTarget.open && void load()}>
      <summary class="soft small" aria-label={label}>
        {isConfigured ? setupMessages.credentials() : setupMessages.setUp()}
      </summary>
      {state !== undefined && (
        <SetupHelper
          state={state}
          canChange={loaded?.can_change ?? false}
          save={(fields) => change(call('save-service-setup', { service, fields }))}
          remove={() => change(call('remove-service-setup', { service }))}
        />
      )}
    </details>
  )
}
