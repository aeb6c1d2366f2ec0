import { useState } from 'preact/hooks'
import { type Answer, call, troubleFor } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Light, type LightState } from '../../ui/light.tsx'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { say as toast } from '../../ui/toasts.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { settingsWords } from '../../words/settings-words.ts'

type Source = Answer<'list-donation-sources'>['sources'][number]
const say = settingsWords.donations

const lights: Readonly<Record<Source['state'], LightState>> = {
  off: 'off',
  waiting: 'standby',
  connecting: 'standby',
  connected: 'go',
  failed: 'stop',
}

/** Services that tell us of donations. */
export function DonationsCard() {
  const changed = useLogCount('donation', 'donation-source')
  const { value, reload, act } = useLoaded(() => call('list-donation-sources', {}), [changed])
  const [settingUp, setSettingUp] = useState<Source>()
  const [removing, setRemoving] = useState<Source>()
  if (value === undefined) return null

  async function begin(source: Source): Promise<void> {
    const { provider } = source
    // Their page asks for our address first, so it is made before there is a secret.
    const isWebhook = provider === 'kofi' || provider === 'buymeacoffee'
    setSettingUp(isWebhook ? (await call('prepare-donation-source', { provider })).source : source)
  }

  return (
    <section class="card" aria-label={say.title}>
      <header>
        <h2 class="grow">{say.title}</h2>
      </header>
      <p class="inside soft">{say.help}</p>
      <ul class="people">
        {value.sources.map((source) => (
          <li key={source.provider}>
            <div class="grow">
              <p class="row">
                <b>{source.title}</b>
                <Light state={lights[source.state]} word={say.states[source.state] ?? source.state} />
              </p>
              {source.state === 'failed' && source.last_error !== null && (
                <p class="trouble small">{source.last_error}</p>
              )}
              {source.last_event_at !== null && (
                <p class="faint small">
                  {say.last} <Ago at={source.last_event_at} />
                </p>
              )}
            </div>
            {may('editor') && (
              <>
                <button
                  type="button"
                  class="button small"
                  aria-label={say.setUpTitle(source.title)}
                  onClick={() => void act(() => begin(source))}
                >
                  {source.configured ? say.change : say.setUp}
                </button>
                {source.configured && (
                  <button
                    type="button"
                    class="button small danger"
                    aria-label={say.removeTitle(source.title)}
                    onClick={() => setRemoving(source)}
                  >
                    {say.remove}
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
            toast(say.saved(settingUp.title))
            setSettingUp(undefined)
            void reload()
          }}
        />
      )}
      {removing !== undefined && (
        <Confirm
          title={say.removeTitle(removing.title)}
          onClose={() => setRemoving(undefined)}
          submit={say.remove}
          help={say.removeHelp}
          onSubmit={() =>
            void act(async () => {
              setRemoving(undefined)
              await call('remove-donation-source', { provider: removing.provider })
              toast(say.removed(removing.title))
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
  const { trouble, attempt } = useAttempts()
  const save = () =>
    attempt(async () => {
      const { provider } = source
      await call('save-donation-source', { provider, secret, ...(account.trim() === '' ? {} : { account }) })
      onDone()
    })
  return (
    <Dialog title={say.setUpTitle(source.title)} onClose={onClose} onSubmit={() => void save()} submit={say.save}>
      {source.webhook_url !== null && (
        <div class="field">
          <span class="label">{say.webhook}</span>
          <Secret text={source.webhook_url} />
        </div>
      )}
      <TextField
        label={source.secret_label}
        isSecret
        value={secret}
        trouble={troubleFor(trouble, 'secret') ?? trouble?.message}
        onInput={setSecret}
      />
      {source.account_label !== null && (
        <TextField
          label={source.account_label}
          value={account}
          trouble={troubleFor(trouble, 'account')}
          onInput={setAccount}
        />
      )}
    </Dialog>
  )
}
