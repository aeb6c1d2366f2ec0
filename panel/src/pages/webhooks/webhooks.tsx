import './webhooks.css'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { NothingSelected } from '../../ui/lists/nothing-selected.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { webhookMessages as messages } from './messages.ts'
import { WebhookDetail } from './webhook-detail.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { type WebhookEntry, WebhookLight } from './webhook-status.tsx'

export function Webhooks() {
  const { route, query } = useLocation()
  const { params } = useRoute()
  const { value, error, reload } = useLoaded(() => call('list-webhooks', {}), [useLogCount('webhook')])
  const [isMaking, setIsMaking] = useState('new' in query)
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  const chosen = value?.webhooks.find(({ id }) => id === params.id)
  return (
    <div class={`width two${chosen === undefined ? '' : ' chosen'}`}>
      <Heading title={messages.title()} lead={messages.lead()}>
        {may('owner') && (
          <button type="button" class="button primary" onClick={() => setIsMaking(true)}>
            <Icon name="plus" />
            {messages.newWebhook()}
          </button>
        )}
      </Heading>
      {value === undefined && <Loading />}
      {value !== undefined && value.webhooks.length === 0 && (
        <div class="card">
          <Empty title={messages.none()}>
            <p>{messages.noneHelp()}</p>
          </Empty>
        </div>
      )}
      {value !== undefined && value.webhooks.length > 0 && (
        <div class="columns">
          <div class="card list scroll">
            <WebhookTable webhooks={value.webhooks} chosen={params.id} />
          </div>
          <div class="detail">
            {chosen === undefined ? (
              <NothingSelected icon="webhooks">{messages.choose()}</NothingSelected>
            ) : (
              <WebhookDetail key={chosen.id} entry={chosen} onChanged={reload} />
            )}
          </div>
        </div>
      )}
      {isMaking && (
        <WebhookDialog
          entry={undefined}
          onClose={(id) => {
            setIsMaking(false)
            void reload()
            if (id !== undefined) route(`/developer/webhooks/${id}`)
            else if ('new' in query) route('/developer/webhooks', true)
          }}
        />
      )}
    </div>
  )
}

function WebhookTable({ webhooks, chosen }: { webhooks: readonly WebhookEntry[]; chosen: string | undefined }) {
  const { route } = useLocation()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{messages.name()}</th>
          <th scope="col" class="wide-only">
            {messages.events()}
          </th>
          <th scope="col">{messages.status()}</th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr
            key={webhook.id}
            class="pickable"
            aria-current={webhook.id === chosen || undefined}
            onClick={() => route(`/developer/webhooks/${webhook.id}`)}
          >
            <td class="cut name">
              <a href={`/developer/webhooks/${webhook.id}`}>{webhook.name}</a>
            </td>
            <td class="soft wide-only">
              {webhook.types === null ? messages.allEvents() : messages.typeCount({ count: webhook.types.length })}
            </td>
            <td>
              <WebhookLight entry={webhook} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
