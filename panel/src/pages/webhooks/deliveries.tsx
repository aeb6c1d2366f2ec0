import { useState } from 'preact/hooks'
import { deliveryStateNames, testEventType } from '../../../../src/capabilities/webhooks/contract/webhooks.ts'
import { type Answer, call } from '../../api.ts'
import { attempt } from '../../ui/attempt.ts'
import { Light, type LightState } from '../../ui/light.tsx'
import { Ago, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { webhookMessages as messages } from './messages.ts'

type Delivery = Answer<'list-webhook-deliveries'>['deliveries'][number]

const lights: Readonly<Record<Delivery['status'], LightState>> = { pending: 'standby', delivered: 'go', failed: 'stop' }

/** What was sent and what waits, newest first. */
export function Deliveries({ webhookId: id }: { webhookId: string }) {
  const { value, error, reload } = useLoaded(() => call('list-webhook-deliveries', { id }), [id])
  const [older, setOlder] = useState<readonly Delivery[]>([])
  const [next, setNext] = useState<number | null>()
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return null
  const shown = [...value.deliveries, ...older]
  const before = next === undefined ? value.next_before : next

  const refresh = async () => {
    setOlder([])
    setNext(undefined)
    await reload()
  }
  const resend = (delivery: Delivery) =>
    attempt(async () => {
      await call('resend-webhook-delivery', { id, delivery_id: delivery.delivery_id })
      showToast(messages.resent())
      await refresh()
    })
  const showOlder = (from: number) =>
    attempt(async () => {
      const page = await call('list-webhook-deliveries', { id, before: from })
      setOlder([...older, ...page.deliveries])
      setNext(page.next_before)
    })

  return (
    <section class="part">
      <div class="row">
        <h2 class="grow">{messages.deliveries()}</h2>
        <button type="button" class="button quiet small" onClick={() => void refresh()}>
          {messages.reload()}
        </button>
      </div>
      {shown.length === 0 && <p class="empty soft">{messages.noDeliveries()}</p>}
      {shown.length > 0 && (
        <table class="flat">
          <thead>
            <tr>
              <th scope="col">{messages.event()}</th>
              <th scope="col">{messages.result()}</th>
              <th scope="col" class="number wide-only">
                {messages.attempts()}
              </th>
              <th scope="col" class="number">
                {messages.when()}
              </th>
              <th scope="col">
                <span class="out-of-sight">{messages.resend()}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((delivery) => (
              <tr key={delivery.delivery_id}>
                <td class="cut mono" title={delivery.event_id}>
                  {delivery.type}
                </td>
                <td title={delivery.error ?? undefined}>
                  <Light state={lights[delivery.status]} word={wordOf(delivery)} />
                </td>
                <td class="number wide-only">{delivery.attempts}</td>
                <td class="number soft">
                  <Ago at={Date.parse(delivery.created_at)} />
                </td>
                <td class="number">
                  {delivery.type !== testEventType && (
                    <button type="button" class="button quiet small" onClick={() => void resend(delivery)}>
                      {messages.resend()}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {before !== null && (
        <button type="button" class="button quiet" onClick={() => void showOlder(before)}>
          {messages.older()}
        </button>
      )}
    </section>
  )
}

function wordOf({ status, response_status }: Delivery): string {
  const state = deliveryStateNames[status]()
  return response_status === null ? state : `${state} (${response_status})`
}
