import './queue.css'
import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { firingChanges, may } from '../../state.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Light } from '../../ui/light.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { say } from '../../ui/toasts.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { overlayWords } from '../../words/overlay-words.ts'

export type Firing = Answer<'get-overlay-queue'>['waiting'][number]

/** What is on screen and what waits, as it moves. */
export function Queue() {
  const changes = useLogCount('cue', 'overlay')
  const { value, act: actOnQueue } = useLoaded(() => call('get-overlay-queue', {}), [firingChanges.value, changes])
  const [clearing, setClearing] = useState(false)
  if (value === undefined) return null
  const { paused, playing, waiting } = value
  const mayAct = may('moderator')
  const act = (deed: () => Promise<unknown>) => actOnQueue(() => deed().finally(() => setClearing(false)))
  const isEmpty = playing.length === 0 && waiting.length === 0
  return (
    <section class="card queue">
      <header>
        <h2 class="row">
          {overlayWords.queue}
          <Light state={paused ? 'standby' : 'go'} word={paused ? overlayWords.paused : overlayWords.running} />
        </h2>
        {mayAct && (
          <div class="row">
            <button
              type="button"
              class="button small"
              onClick={() => void act(() => (paused ? call('resume-overlay', {}) : call('pause-overlay', {})))}
            >
              <Glyph name={paused ? 'play' : 'pause'} />
              {paused ? overlayWords.resume : overlayWords.pause}
            </button>
            <button
              type="button"
              class="button small"
              disabled={playing.length === 0}
              onClick={() => void act(() => call('skip-overlay-item', {}))}
            >
              <Glyph name="skip" />
              {overlayWords.skip}
            </button>
            <button type="button" class="button small" disabled={isEmpty} onClick={() => setClearing(true)}>
              <Glyph name="trash" />
              {overlayWords.clear}
            </button>
          </div>
        )}
      </header>
      {isEmpty ? (
        <p class="inside soft">{overlayWords.queueEmpty}</p>
      ) : (
        <ul class="queue-rows" aria-live="polite">
          {playing.map((firing) => (
            <Row
              key={firing.id}
              firing={firing}
              isOn
              onRemove={mayAct ? () => void act(() => call('skip-overlay-item', { id: firing.id })) : undefined}
            />
          ))}
          {waiting.map((firing) => (
            <Row
              key={firing.id}
              firing={firing}
              onRemove={mayAct ? () => void act(() => call('remove-overlay-item', { id: firing.id })) : undefined}
            />
          ))}
        </ul>
      )}
      {clearing && (
        <Confirm
          title={overlayWords.clearTitle}
          onClose={() => setClearing(false)}
          onSubmit={() => void act(async () => say(overlayWords.cleared((await call('clear-overlay', {})).cleared)))}
          submit={overlayWords.clear}
          help={overlayWords.clearHelp}
        />
      )}
    </section>
  )
}

interface RowProps {
  readonly firing: Firing
  readonly isOn?: boolean
  readonly onRemove: (() => void) | undefined
}

function Row({ firing, isOn = false, onRemove }: RowProps) {
  const { kind, title, detail } = firing
  return (
    <li>
      <Light state={isOn ? 'go' : 'standby'} glow={isOn} word={isOn ? overlayWords.onScreen : overlayWords.waits} />
      <b>{overlayWords.itemKinds[kind] ?? kind}</b>
      <span class="cut grow">
        {title} {detail !== title && <span class="soft">{detail}</span>}
      </span>
      {onRemove !== undefined && (
        <IconButton
          glyph={isOn ? 'skip' : 'close'}
          label={isOn ? overlayWords.skipItem(title) : overlayWords.removeItem(title)}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
