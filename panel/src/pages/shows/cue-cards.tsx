import { useEffect, useState } from 'preact/hooks'
import { readCueStart } from '../../../../src/capabilities/shows/contract/shows.ts'
import { asOutcome } from '../../../../src/kernel/text/error-words.ts'
import { duration } from '../../format.ts'
import { Light, type LightState } from '../../ui/light.tsx'
import { startText } from './draft.ts'
import { cueStateMessages, operatorMessages, showMessages } from './messages.ts'
import type { CueRunView, ShowRunView } from './run-view.ts'

interface CardProps {
  readonly run: ShowRunView
  readonly ahead: number
}

const lights: Readonly<Record<CueRunView['state'], LightState>> = {
  pending: 'off',
  pre_wait: 'standby',
  running: 'go',
  post_wait: 'standby',
  finished: 'off',
  failed: 'stop',
  stopped: 'off',
  interrupted: 'stop',
}

export function cueLight(state: CueRunView['state']): LightState {
  return lights[state]
}

/** The cue that started last: what it does, how far it is, and what is left. */
export function CurrentCue({ run, ahead }: CardProps) {
  const cue = run.cues.find(({ number }) => number === run.current)
  return (
    <section class="cue-card current" aria-label={operatorMessages.current()}>
      <h2>{operatorMessages.current()}</h2>
      {cue === undefined ? (
        <p class="soft">{operatorMessages.noCurrent()}</p>
      ) : (
        <>
          <Name cue={cue} />
          <p>
            <Light state={cueLight(cue.state)} word={cueStateMessages[cue.state]()} glow={cue.state === 'running'} />
          </p>
          {cue.error !== null && <p class="error">{asOutcome(cue.error)}</p>}
          <Progress run={run} cue={cue} ahead={ahead} />
          {cue.notes !== '' && <p class="notes">{cue.notes}</p>}
        </>
      )}
    </section>
  )
}

export function NextCue({ run, ahead }: CardProps) {
  const cue = run.cues.find(({ number }) => number === run.next)
  const start = cue === undefined ? 'go' : readCueStart(cue.start)
  const follows = run.follows_in_ms
  return (
    <section class="cue-card next" aria-label={operatorMessages.next()}>
      <h2>{operatorMessages.next()}</h2>
      {cue === undefined ? (
        <p class="soft">{run.state === 'running' ? operatorMessages.end() : operatorMessages.noNext()}</p>
      ) : (
        <>
          <Name cue={cue} />
          <p class="row">
            <Light state="standby" word={operatorMessages.standby()} />
            {start !== 'go' && <span class="soft">{startText(cue)}</span>}
          </p>
          {follows !== null && (
            <Countdown
              leftMs={follows}
              totalMs={typeof start === 'object' && 'after' in start ? start.after * 1000 : follows}
              at={run.now}
              ahead={ahead}
              isFrozen={run.state === 'held'}
              text={(time) => operatorMessages.followsIn({ time })}
            />
          )}
          {cue.notes !== '' && <p class="notes">{cue.notes}</p>}
        </>
      )}
    </section>
  )
}

function Name({ cue: { number, name } }: { cue: CueRunView }) {
  return (
    <p class="name">
      <span class="mono">{number}</span> <b>{name || showMessages.unnamed()}</b>
    </p>
  )
}

/** Of a wait: what is left of it. Of steps: how many are done. Beside a planned length: how much of it is over. */
function Progress({ run, cue, ahead }: CardProps & { cue: CueRunView }) {
  if (cue.wait_left_ms !== null) {
    return (
      <Countdown
        leftMs={cue.wait_left_ms}
        totalMs={cue.wait_total_ms ?? cue.wait_left_ms}
        at={run.now}
        ahead={ahead}
        isFrozen={run.state === 'held'}
        text={(time) => operatorMessages.left({ time })}
      />
    )
  }
  if (cue.state === 'running' && cue.steps_total > 0) {
    const text = operatorMessages.steps({ done: Math.min(cue.steps_done + 1, cue.steps_total), total: cue.steps_total })
    return <Bar share={cue.steps_done / cue.steps_total} text={text} />
  }
  const { planned_seconds: planned, started_at: start } = cue
  if (planned === null || start === null || run.state === 'stopped') return null
  return <Planned endsAt={start + planned * 1000} plannedMs={planned * 1000} ahead={ahead} />
}

function Planned({ endsAt, plannedMs, ahead }: { endsAt: number; plannedMs: number; ahead: number }) {
  const left = endsAt - (useTime() + ahead)
  const sign = left < 0 ? '−' : ''
  return (
    <Bar
      share={plannedMs === 0 ? 1 : 1 - left / plannedMs}
      text={operatorMessages.left({ time: sign + duration(Math.abs(left)) })}
    />
  )
}

interface CountdownProps {
  readonly leftMs: number
  readonly totalMs: number
  /** The time of the server to which `leftMs` belongs. */
  readonly at: number
  readonly ahead: number
  readonly isFrozen: boolean
  readonly text: (time: string) => string
}

function Countdown({ leftMs, totalMs, at, ahead, isFrozen, text }: CountdownProps) {
  const time = useTime()
  const passed = isFrozen ? 0 : time + ahead - at
  const left = Math.max(0, leftMs - passed)
  return <Bar share={totalMs === 0 ? 1 : 1 - left / totalMs} text={text(duration(left + 999))} />
}

function Bar({ share, text }: { share: number; text: string }) {
  return (
    <div class="progress">
      <progress value={Math.min(Math.max(share, 0), 1)} aria-label={text} />
      <span class="figure mono">{text}</span>
    </div>
  )
}

/** The time of this browser, often enough for a countdown. */
function useTime(): number {
  const [time, setTime] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setTime(Date.now()), 200)
    return () => clearInterval(timer)
  }, [])
  return time
}
