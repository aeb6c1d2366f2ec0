import { useState } from 'preact/hooks'
import { isFine } from '../../../../src/contract/connection-state.ts'
import { isWebhookProvider } from '../../../../src/contract/donation-providers.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { donationSourceMessages } from '../../messages/settings-donations.ts'
import { connections, may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useLogCount } from '../../ui/use-log.ts'

type Source = Answer<'list-donation-sources'>['sources'][number]

/** Services that report donations. */
export function DonationsCard() {
  const changed = useLogCount('donation', 'donation-source')
  const states = connections.value.filter(({ id }) => id.startsWith('donations/'))
  const known = states.map(({ state, message }) => `${state} ${message}`).join()
  const { value, reload, act } = useLoaded(() => call('list-donation-sources', {}), [changed, known])
  const live = (source: Source) => states.find(({ id }) => id === `donations/${source.provider}`) ?? source
  const [settingUp, setSettingUp] = useState<Source>()
  const [removing, setRemoving] = useState<Source>()
  if (value === undefined) return null

  async function begin(source: Source): Promise<void> {
    const { provider } = source
    // The service asks for the webhook URL first, so it is created before there is a secret.
    setSettingUp(isWebhookProvider(provider) ? (await call('prepare-donation-source', { provider })).source : source)
  }

  return (
    <section class="card" aria-label={donationSourceMessages.title()}>
      <header>
        <h2 class="grow">{donationSourceMessages.title()}</h2>
      </header>
      <p class="inside soft">{donationSourceMessages.help()}</p>
      <ul class="people">
        {value.sources.map((source) => (
          <li key={source.provider}>
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
                  onClick={() => void act(() => begin(source))}
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
          </li>
        ))}
      </ul>
      {settingUp !== undefined && (
        <SetUp
          source={settingUp}
          onClose={() => setSettingUp(undefined)}
          onDone={() => {
            showToast(donationSourceMessages.saved({ title: settingUp.title }))
            setSettingUp(undefined)
            void reload()
          }}
        />
      )}
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

interface SetUpProps {
  readonly source: Source
  readonly onClose: () => void
  readonly onDone: () => void
}

function SetUp({ source, onClose, onDone }: SetUpProps) {
  const [secret, setSecret] = useState('')
  const [account, setAccount] = useState('')
  const { error, attempt } = useAttempts()
  const save = () =>
    attempt(async () => {
      const { provider } = source
      await call('save-donation-source', { provider, secret, ...(account.trim() === '' ? {} : { account }) })
      onDone()
    })
  return (
    <Dialog
      title={donationSourceMessages.setUpTitle({ title: source.title })}
      onClose={onClose}
      onSubmit={() => void save()}
      submit={donationSourceMessages.save()}
    >
      {source.webhook_url !== null && (
        <div class="field">
          <span class="label">{donationSourceMessages.webhook()}</span>
          <Secret text={source.webhook_url} />
        </div>
      )}
      <TextField
        label={source.secret_label}
        isSecret
        value={secret}
        error={errorFor(error, 'secret') ?? error?.message}
        onInput={setSecret}
      />
      {source.account_label !== null && (
        <TextField
          label={source.account_label}
          value={account}
          error={errorFor(error, 'account')}
          onInput={setAccount}
        />
      )}
    </Dialog>
  )
}
