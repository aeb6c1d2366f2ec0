import './operator.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { clock, duration, timeIn } from '../../format.ts'
import { may, now, showChanges, startedAt } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { Loading } from '../../ui/loading.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { CurrentCue, NextCue } from './cue-cards.tsx'
import { CueList } from './cue-list.tsx'
import { operatorMessages, showMessages, showStateMessages } from './messages.ts'
import type { ShowAction, ShowRunView } from './run-view.ts'
import { lightOf } from './state-light.ts'
import { useOperatorKeys } from './use-operator-keys.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** The page for whoever runs the show, on a second screen or a phone. */
export function Operator({ id }: { id: number }) {
  const rehearsal = new URLSearchParams(location.search).has('rehearsal')
  const { value, error, reload } = useLoaded(() => load(id, rehearsal), [id, rehearsal, showChanges.value])
  const [answered, setAnswered] = useState<Loaded>()
  useWakeLock()
  const isOperator = may('moderator')
  // Whichever the server sent last.
  const newest = answered !== undefined && answered.loadedAt > (value?.loadedAt ?? 0) ? answered : value
  const act = (action: ShowAction, number?: string) =>
    attempt(async () => {
      const run = await call('control-show', { id, action, rehearsal, ...(number === undefined ? {} : { number }) })
      setAnswered({ run, loadedAt: performance.now(), ahead: run.now - Date.now() })
    })
  const isLead = newest !== undefined && (newest.run.lead?.is_mine ?? true)
  useOperatorKeys(isOperator && isLead, {
    go: () => void act('go'),
    hold: () => void act('hold'),
    back: () => void act('back'),
    stop: () => void act('stop'),
    onFirstEscape: () => showToast(operatorMessages.pressAgain()),
  })
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (newest === undefined) return <Loading rows={6} />
  const { run, ahead } = newest
  return (
    <div class={`operator ${run.state}`}>
      <Top run={run} ahead={ahead} rehearsal={rehearsal} />
      <div class="cards">
        <CurrentCue run={run} ahead={ahead} />
        <NextCue run={run} ahead={ahead} />
      </div>
      <CueList run={run} mayAct={isOperator && isLead} onAct={(action, number) => void act(action, number)} />
      {isOperator && <Controls run={run} isLead={isLead} onAct={(action) => void act(action)} />}
    </div>
  )
}

interface Loaded {
  readonly run: ShowRunView
  readonly loadedAt: number
  /** How far the clock of the server is ahead of that of this browser. */
  readonly ahead: number
}

async function load(id: number, rehearsal: boolean): Promise<Loaded> {
  const loadedAt = performance.now()
  const run = await call('get-show-run', { id, rehearsal })
  return { run, loadedAt, ahead: run.now - Date.now() }
}

function Top({ run, ahead, rehearsal }: { run: ShowRunView; ahead: number; rehearsal: boolean }) {
  const { id, name, state, lead, started_at: showStart, time_zone: timeZone } = run
  const air = startedAt.value
  return (
    <header class="top">
      <a class="button quiet icon" href={`/run-of-show/${id}`} aria-label={operatorMessages.leave()}>
        <Icon name="back" />
      </a>
      <div class="grow title">
        <h1 class="cut">{name}</h1>
        <p class="small">
          <Light state={lightOf(state)} word={showStateMessages[state]()} glow={state === 'running'} />
          {rehearsal && (
            <span class="tag" title={operatorMessages.rehearsalHelp()}>
              {operatorMessages.rehearsal()}
            </span>
          )}
          <span class="faint cut">
            {lead === null
              ? operatorMessages.noLead()
              : lead.is_mine
                ? operatorMessages.leadIsMine()
                : operatorMessages.lead({ name: lead.name })}
          </span>
        </p>
      </div>
      <dl class="times figure">
        <div>
          <dt>{operatorMessages.clock()}</dt>
          <dd class="mono">{wallClock(now.value + ahead, timeZone)}</dd>
        </div>
        <div>
          <dt>{air === null ? operatorMessages.offAir() : operatorMessages.onAir()}</dt>
          <dd class="mono">{air === null ? '–' : duration(now.value + ahead - air)}</dd>
        </div>
        <div>
          <dt>{operatorMessages.showTime()}</dt>
          <dd class="mono">{showStart === null ? '–' : duration(now.value + ahead - showStart)}</dd>
        </div>
      </dl>
    </header>
  )
}

/** In the time zone of the channel, in which clock times of cues are meant. */
function wallClock(at: number, timeZone: string): string {
  try {
    return timeIn(timeZone, at)
  } catch {
    return clock(at)
  }
}

interface ControlProps {
  readonly run: ShowRunView
  readonly isLead: boolean
  readonly onAct: (action: ShowAction) => void
}

function Controls({ run, isLead, onAct }: ControlProps) {
  const { state, next, lead } = run
  const go = useRef<HTMLButtonElement>(null)
  // A remote or a foot switch that presses Enter is a Go from the first moment on.
  useEffect(() => go.current?.focus(), [])
  if (!isLead) {
    return (
      <div class="controls taken">
        <p>{operatorMessages.notLead({ name: lead?.name ?? '' })}</p>
        <button type="button" class="button primary go" onClick={() => onAct('lead')}>
          {operatorMessages.takeLead()}
        </button>
      </div>
    )
  }
  const isHeld = state === 'held'
  const isOn = state === 'running' || isHeld
  return (
    <div class="controls">
      <button type="button" class="button" onClick={() => onAct('back')} disabled={next === run.cues[0]?.number}>
        {operatorMessages.back()}
      </button>
      <button type="button" class="button" onClick={() => onAct('hold')} disabled={state !== 'running'}>
        {operatorMessages.hold()}
      </button>
      <button type="button" class="button danger" onClick={() => onAct('stop')} disabled={!isOn && state !== 'standby'}>
        {operatorMessages.stop()}
      </button>
      <button
        ref={go}
        type="button"
        class="button go"
        disabled={!isHeld && next === null}
        aria-keyshortcuts="Space"
        onClick={() => onAct('go')}
      >
        {isHeld ? operatorMessages.resume() : operatorMessages.go()}
        {!isHeld && next !== null && (
          <span class="mono small">{showMessages.cue({ number: next, name: nameOf(run, next) })}</span>
        )}
      </button>
      <p class="faint small keys">{operatorMessages.keys()}</p>
    </div>
  )
}

function nameOf({ cues }: ShowRunView, number: string): string {
  return cues.find((cue) => cue.number === number)?.name ?? ''
}
