import { useEffect, useRef } from 'preact/hooks'
import { clock } from '../../format.ts'
import { Light } from '../../ui/light.tsx'
import { cueLight } from './cue-cards.tsx'
import { startText } from './draft.ts'
import { cueStateMessages, operatorMessages, showMessages } from './messages.ts'
import type { CueRunView, ShowRunView } from './run-view.ts'

interface ListProps {
  readonly run: ShowRunView
  readonly mayAct: boolean
  readonly onAct: (action: 'standby' | 'jump', number: string) => void
}

/** Every cue with what became of it; each can be put on standby or started at once. */
export function CueList({ run, mayAct, onAct }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('.is-next')
    if (list.current !== null && row) list.current.scrollTop = row.offsetTop - list.current.offsetTop - 80
  }, [run.next])
  return (
    <section class="cue-list" aria-label={operatorMessages.list()}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard, also where it has no buttons */}
      <ol ref={list} tabIndex={0} aria-label={operatorMessages.list()}>
        {run.cues.map((cue) => (
          <li key={cue.number} class={classOf(run, cue)} aria-current={cue.number === run.current || undefined}>
            <span class="mono cue-number">{cue.number}</span>
            <span class="what">
              <b class="cut">{cue.name || showMessages.unnamed()}</b>
              <span class="faint small cut">
                {startText(cue)}
                {cue.planned_at !== null && ` · ${operatorMessages.planned({ time: clock(cue.planned_at) })}`}
              </span>
            </span>
            <span class="state">
              {cue.number === run.next ? (
                <Light state="standby" word={operatorMessages.standby()} />
              ) : (
                cue.state !== 'pending' && (
                  <Light
                    state={cueLight(cue.state)}
                    word={cueStateMessages[cue.state]()}
                    glow={cue.state === 'running'}
                  />
                )
              )}
            </span>
            {mayAct && (
              <span class="row">
                <button
                  type="button"
                  class="button small quiet"
                  aria-label={operatorMessages.standbyOne({ number: cue.number })}
                  disabled={cue.number === run.next}
                  onClick={() => onAct('standby', cue.number)}
                >
                  {operatorMessages.standby()}
                </button>
                <button
                  type="button"
                  class="button small quiet"
                  aria-label={operatorMessages.jumpTo({ number: cue.number })}
                  onClick={() => onAct('jump', cue.number)}
                >
                  {operatorMessages.jump()}
                </button>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function classOf({ next, current }: ShowRunView, { number, state }: CueRunView): string {
  const names = [number === next && 'is-next', number === current && 'is-current', state === 'finished' && 'is-done']
  return names.filter(Boolean).join(' ')
}
