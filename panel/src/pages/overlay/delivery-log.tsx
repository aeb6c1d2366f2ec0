import { useEffect, useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { deliveryChanges, may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Light, type LightState } from '../../ui/light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { messages, statuses } from './messages.ts'
import { itemKinds } from './queue-messages.ts'

type Page = Answer<'list-deliveries'>

const lights: Readonly<Record<string, LightState>> = {
  queued: 'standby',
  sent: 'standby',
  shown: 'go',
  finished: 'off',
  interrupted: 'stop',
  failed: 'stop',
}
const atOnce = 12

/** What was sent and its delivery status, newest first. */
export function DeliveryLog() {
  const changes = useLogCount('cue')
  const { value } = useLoaded(() => call('list-deliveries', { limit: atOnce }), [deliveryChanges.value, changes])
  const [older, setOlder] = useState<Page>()
  useEffect(() => setOlder(undefined), [changes])
  const rows = [...(value?.deliveries ?? []), ...(older?.deliveries ?? [])]
  const next = older === undefined ? value?.next : older.next
  const showOlder = (before: number) =>
    attempt(async () => {
      const page = await call('list-deliveries', { limit: atOnce, before })
      setOlder({ ...page, deliveries: [...(older?.deliveries ?? []), ...page.deliveries] })
    })
  const again = (seq: number) =>
    attempt(async () => {
      await call('replay-event', { seq })
      showToast(messages.tested())
    })
  return (
    <section class="card">
      <header>
        <h2>{messages.log()}</h2>
        <span class="faint small">{messages.logHelp()}</span>
      </header>
      {value !== undefined && rows.length === 0 && <p class="inside soft">{messages.logEmpty()}</p>}
      {rows.length > 0 && (
        <table class="firings">
          <thead>
            <tr>
              <th scope="col">{messages.item()}</th>
              <th scope="col">{messages.content()}</th>
              <th scope="col">{messages.status()}</th>
              <th scope="col" class="number wide-only">
                {messages.when()}
              </th>
              <th scope="col">
                <span class="out-of-sight">{messages.again()}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, seq, kind, state, error, title, detail, created_at, on_air: isOnAir }) => (
              <tr key={id}>
                <td>{itemKinds[kind]?.() ?? kind}</td>
                <td class="cut what">
                  {title} {detail !== title && <span class="soft">{detail}</span>}
                </td>
                <td class="cut">
                  <Light state={lights[state] ?? 'off'} glow={state === 'shown'} word={statuses[state]?.() ?? state} />
                  {error !== null && <span class="faint small"> {error}</span>}
                  {isOnAir !== null && (
                    <span class="faint small"> {isOnAir ? messages.wasOnAir() : messages.wasNotOnAir()}</span>
                  )}
                </td>
                <td class="number soft wide-only">
                  <Ago at={created_at} />
                </td>
                <td class="number">
                  {may('moderator') && (
                    <IconButton icon="replay" label={messages.againItem({ title })} onClick={() => void again(seq)} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {typeof next === 'number' && (
        <div class="inside">
          <button type="button" class="button small" onClick={() => void showOlder(next)}>
            {messages.older()}
          </button>
        </div>
      )}
    </section>
  )
}
