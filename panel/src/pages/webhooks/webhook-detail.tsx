import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call } from '../../api.ts'
import { date } from '../../format.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { Deliveries } from './deliveries.tsx'
import { webhookMessages as messages } from './messages.ts'
import { ShownSecret, WebhookDialog } from './webhook-dialog.tsx'
import { type WebhookEntry, WebhookLight } from './webhook-status.tsx'

interface DetailProps {
  readonly entry: WebhookEntry
  readonly onChanged: () => Promise<void>
}

export function WebhookDetail({ entry, onChanged }: DetailProps) {
  const { route } = useLocation()
  const { id, name } = entry
  const [asking, setAsking] = useState<'edit' | 'roll' | 'remove'>()
  const [secret, setSecret] = useState<string>()
  const close = () => setAsking(undefined)

  const sendTest = () =>
    attempt(async () => {
      const { delivered, error } = await call('test-webhook', { id })
      showToast(delivered ? messages.testDone() : messages.testFailed({ reason: error ?? '' }))
    })
  const setActive = (active: boolean) =>
    attempt(async () => {
      await call('update-webhook', { id, active })
      await onChanged()
    })
  const roll = () =>
    attempt(async () => {
      setSecret((await call('roll-webhook-secret', { id })).secret)
      close()
    })
  const remove = () =>
    attempt(async () => {
      await call('delete-webhook', { id })
      showToast(messages.removed({ name }))
      route('/developer/webhooks', true)
      await onChanged()
    })

  return (
    <div class="card">
      <header>
        <BackLink href="/developer/webhooks" label={messages.back()} />
        <h2 class="cut grow">{name}</h2>
        <WebhookLight entry={entry} />
      </header>
      <div class="inside stack">
        <dl class="facts">
          <dt>{messages.url()}</dt>
          <dd>
            <code class="webhook-address">{entry.url}</code>
          </dd>
          <dt>{messages.events()}</dt>
          {entry.types === null ? (
            <dd>{messages.allEvents()}</dd>
          ) : (
            <dd class="row wrap tags">
              {entry.types.map((type) => (
                <span key={type} class="tag mono">
                  {type}
                </span>
              ))}
            </dd>
          )}
          <dt>{messages.waiting()}</dt>
          <dd>{entry.pending}</dd>
          <dt>{messages.created()}</dt>
          <dd>{date(Date.parse(entry.created_at))}</dd>
          {entry.previous_secret_until !== null && Date.parse(entry.previous_secret_until) > Date.now() && (
            <>
              <dt>{messages.previousSecret()}</dt>
              <dd>{date(Date.parse(entry.previous_secret_until))}</dd>
            </>
          )}
        </dl>
        <div class="row wrap">
          <button type="button" class="button" onClick={() => void sendTest()}>
            {messages.test()}
          </button>
          {may('owner') && (
            <>
              <button type="button" class="button" onClick={() => setAsking('edit')}>
                {messages.edit()}
              </button>
              <button type="button" class="button" onClick={() => setAsking('roll')}>
                {messages.roll()}
              </button>
              <button type="button" class="button danger" onClick={() => setAsking('remove')}>
                {messages.remove()}
              </button>
              <Switch label={messages.active()} checked={entry.active === 1} onChange={(on) => void setActive(on)} />
            </>
          )}
        </div>
      </div>
      <Deliveries webhookId={id} />
      {asking === 'edit' && (
        <WebhookDialog
          entry={entry}
          onClose={() => {
            close()
            void onChanged()
          }}
        />
      )}
      {asking === 'roll' && (
        <Confirm
          title={messages.rollTitle({ name })}
          help={messages.rollHelp()}
          submit={messages.roll()}
          onClose={close}
          onSubmit={() => void roll()}
        />
      )}
      {asking === 'remove' && (
        <Confirm
          title={messages.removeTitle({ name })}
          help={messages.removeHelp()}
          submit={messages.remove()}
          onClose={close}
          onSubmit={() => void remove()}
        />
      )}
      {secret !== undefined && (
        <ShownSecret
          secret={secret}
          onClose={() => {
            setSecret(undefined)
            void onChanged()
          }}
        />
      )}
    </div>
  )
}
