import './queue.css'
import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { deliveryChanges, may } from '../../state.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Light } from '../../ui/light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { itemKinds, queueMessages as messages } from './queue-messages.ts'

export type CueDelivery = Answer<'get-overlay-queue'>['waiting'][number]

/** What is on screen and what is queued, live. */
export function Queue() {
  const changes = useLogCount('cue', 'overlay')
  const { value, act: actOnQueue } = useLoaded(() => call('get-overlay-queue', {}), [deliveryChanges.value, changes])
  const [clearing, setClearing] = useState(false)
  if (value === undefined) return null
  const { paused, playing, waiting } = value
  const mayAct = may('moderator')
  const act = (action: () => Promise<unknown>) => actOnQueue(() => action().finally(() => setClearing(false)))
  const isEmpty = playing.length === 0 && waiting.length === 0
  return (
    <section class="card queue">
      <header>
        <h2 class="row">
          {messages.queue()}
          <Light state={paused ? 'standby' : 'go'} word={paused ? messages.paused() : messages.running()} />
        </h2>
        {mayAct && (
          <div class="row">
            <button
              type="button"
              class="button small"
              onClick={() => void act(() => (paused ? call('resume-overlay', {}) : call('pause-overlay', {})))}
            >
              <Icon name={paused ? 'play' : 'pause'} />
              {paused ? messages.resume() : messages.pause()}
            </button>
            <button
              type="button"
              class="button small"
              disabled={playing.length === 0}
              onClick={() => void act(() => call('skip-overlay-item', {}))}
            >
              <Icon name="skip" />
              {messages.skip()}
            </button>
            <button type="button" class="button small" disabled={isEmpty} onClick={() => setClearing(true)}>
              <Icon name="trash" />
              {messages.clear()}
            </button>
          </div>
        )}
      </header>
      {isEmpty ? (
        <p class="inside soft">{messages.queueEmpty()}</p>
      ) : (
        <ul class="queue-rows" aria-live="polite">
          {playing.map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              isOn
              onRemove={mayAct ? () => void act(() => call('skip-overlay-item', { id: delivery.id })) : undefined}
            />
          ))}
          {waiting.map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              onRemove={mayAct ? () => void act(() => call('remove-overlay-item', { id: delivery.id })) : undefined}
            />
          ))}
        </ul>
      )}
      {clearing && (
        <Confirm
          title={messages.clearTitle()}
          onClose={() => setClearing(false)}
          onSubmit={() =>
            void act(async () => showToast(messages.cleared({ count: (await call('clear-overlay', {})).cleared })))
          }
          submit={messages.clear()}
          help={messages.clearHelp()}
        />
      )}
    </section>
  )
}

interface RowProps {
  readonly delivery: CueDelivery
  readonly isOn?: boolean
  readonly onRemove: (() => void) | undefined
}

function Row({ delivery, isOn = false, onRemove }: RowProps) {
  const { kind, title, detail } = delivery
  return (
    <li>
      <Light state={isOn ? 'go' : 'standby'} glow={isOn} word={isOn ? messages.onScreen() : messages.queued()} />
      <b>{itemKinds[kind]?.() ?? kind}</b>
      <span class="cut grow">
        {title} {detail !== title && <span class="soft">{detail}</span>}
      </span>
      {onRemove !== undefined && (
        <IconButton
          icon={isOn ? 'skip' : 'close'}
          label={isOn ? messages.skipItem({ title }) : messages.removeItem({ title })}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
