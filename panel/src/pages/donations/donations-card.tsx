import { useState } from 'preact/hooks'
import { isWebhookProvider } from '../../../../src/capabilities/donations/contract/donation-providers.ts'
import { setupOf } from '../../../../src/capabilities/service-setups/contract/service-setups.ts'
import { isFine } from '../../../../src/definitions/connection-state.ts'
import { type Answer, call } from '../../api.ts'
import { connections, may } from '../../state.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { SetupHelper } from '../service-setups/service-setup.tsx'
import type { EnteredField, SetupState } from '../service-setups/service-setup-state.ts'
import { donationSourceMessages } from './messages.ts'

type Source = Answer<'list-donation-sources'>['sources'][number]

/** Services that report donations. */
export function DonationsCard() {
  const changed = useLogCount('donation', 'donation-source')
  const states = connections.value.filter(({ id }) => id.startsWith('donations/'))
  const known = states.map(({ state, message }) => `${state} ${message}`).join()
  const { value, reload, act } = useLoaded(() => call('list-donation-sources', {}), [changed, known])
  const live = (source: Source) => states.find(({ id }) => id === `donations/${source.provider}`) ?? source
  const [settingUp, setSettingUp] = useState<Source['provider']>()
  const [removing, setRemoving] = useState<Source>()
  if (value === undefined) return null

  async function toggle({ provider }: Source): Promise<void> {
    if (settingUp === provider) return setSettingUp(undefined)
    // The service asks for the webhook URL first, so it is created before there is a secret.
    if (isWebhookProvider(provider)) await call('prepare-donation-source', { provider })
    setSettingUp(provider)
  }

  return (
    <section class="card" aria-label={donationSourceMessages.title()}>
      <header>
        <h2 class="grow">{donationSourceMessages.title()}</h2>
      </header>
      <p class="inside soft">{donationSourceMessages.help()}</p>
      <ul class="people">
        {value.sources.map((source) => (
          <li key={source.provider} class="with-setup">
            <div class="grow">
              <p class="row">
                <b>{source.title}</b>
                <ConnectionLight connection={live(source)} />
              </p>
              {!isFine(live(source).state) && source.last_error !== null && (
                <p class="error small">{source.last_error}</p>
              )}
              {source.last_event_at !== null && (
                <p class="faint small">
                  {donationSourceMessages.lastDonation()} <Ago at={source.last_event_at} />
                </p>
              )}
            </div>
            {may('editor') && (
              <>
                <button
                  type="button"
                  class="button small"
                  aria-label={donationSourceMessages.setUpTitle({ title: source.title })}
                  aria-expanded={settingUp === source.provider}
                  onClick={() => void act(() => toggle(source))}
                >
                  {source.configured ? donationSourceMessages.edit() : donationSourceMessages.setUp()}
                </button>
                {source.configured && (
                  <button
                    type="button"
                    class="button small danger"
                    aria-label={donationSourceMessages.removeOne({ title: source.title })}
                    onClick={() => setRemoving(source)}
                  >
                    {donationSourceMessages.remove()}
                  </button>
                )}
              </>
            )}
            {settingUp === source.provider && (
              <div class="setup-below">
                <SetupHelper
                  state={stateOf(source)}
                  canChange={may('editor')}
                  save={async (fields) => {
                    await save(source.provider, fields)
                    await reload()
                  }}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {removing !== undefined && (
        <Confirm
          title={donationSourceMessages.removeTitle({ title: removing.title })}
          onClose={() => setRemoving(undefined)}
          submit={donationSourceMessages.remove()}
          help={donationSourceMessages.removeHelp()}
          onSubmit={() =>
            void act(async () => {
              setRemoving(undefined)
              await call('remove-donation-source', { provider: removing.provider })
              showToast(donationSourceMessages.removed({ title: removing.title }))
            })
          }
        />
      )}
    </section>
  )
}

/** The state of a source in the form that every helper takes. */
function stateOf({ provider, configured, webhook_url: webhook }: Source): SetupState {
  const field = { set_by: null, value: null }
  return {
    service: provider,
    configured,
    stored: configured,
    unreadable: false,
    fields: setupOf(provider).fields.map(({ name, isSecret }) => ({ ...field, name, set: isSecret && configured })),
    redirect: null,
    webhook,
    permissions: [],
  }
}

async function save(provider: Source['provider'], fields: readonly EnteredField[]): Promise<void> {
  const enteredValue = (name: string) => fields.find((field) => field.name === name)?.value.trim() ?? ''
  const account = enteredValue('account')
  await call('save-donation-source', {
    provider,
    secret: enteredValue('secret'),
    ...(account === '' ? {} : { account }),
  })
}
