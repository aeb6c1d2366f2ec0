import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { drawShownMs } from '../../../../src/capabilities/rounds/contract/draw-time.ts'
import { platformNamed, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import { chatLines } from '../../chat.ts'
import { listed } from '../../format.ts'
import { may } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { roundMessages } from './messages.ts'
import { Proof } from './proof.tsx'
import type { Round } from './round.ts'

/** Names that pass before the winner; those who entered come again if they are few. */
const passingNames = 28
/** A draw that is older was seen already. */
const freshMs = 3_000
const readNames = 60

interface DrawnProps {
  readonly round: Round
  readonly onAct: (action: () => Promise<unknown>) => Promise<void>
  readonly onDone: () => void
}

/** A giveaway that was drawn just now: the draw to watch, and then the winner, large. */
export function DrawnRound({ round, onAct, onDone }: DrawnProps) {
  const { id, title: name, winners } = round
  /** How many had won before the draw that is shown. */
  const [before, setBefore] = useState(0)
  const [names, setNames] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const won = winners.slice(before)
  const draw = `${id}:${winners.length}`
  const [rested, setRested] = useState(() => (isFresh(round) && !prefersRest() ? undefined : draw))
  const isSpinning = rested !== draw

  useEffect(() => {
    if (!isSpinning) return
    const rest = () => setRested(draw)
    if (!may('moderator')) return rest()
    const after = Math.max(0, round.entries - readNames)
    call('get-round-proof', { id, after }).then(
      ({ entries }) => setNames(entries.map(({ username }) => username)),
      rest,
    )
    // Whatever happens to the animation, the winner is shown.
    const timer = setTimeout(rest, drawShownMs + 2_000)
    return () => clearTimeout(timer)
  }, [draw, isSpinning])

  const again = async () => {
    setBusy(true)
    setNames(undefined)
    setBefore(winners.length)
    if (prefersRest()) setRested(`${id}:${winners.length + 1}`)
    await onAct(() => call('draw-round', { id, again: true }))
    setBusy(false)
  }
  const winner = won[0] ?? winners.at(-1)
  const shown = listed((won.length > 0 ? won : winners.slice(-1)).map(({ displayname }) => displayname))
  const earlier = winners.slice(0, won.length > 0 ? before : -1)
  return (
    <article class="card drawn" aria-label={roundMessages.drawOf({ name })}>
      <header>
        <h2 class="grow">{name}</h2>
        <IconButton icon="close" label={roundMessages.moveToPast({ name })} onClick={onDone} />
      </header>
      <div class="inside stack">
        <div class="draw-stage" aria-live="polite">
          {isSpinning ? (
            <Reel names={names} winner={winner?.displayname ?? ''} onRest={() => setRested(draw)} />
          ) : (
            <p class="draw-winner">{shown}</p>
          )}
        </div>
        {!isSpinning && winner !== undefined && (
          <>
            <p class="soft draw-facts">
              {[
                platformTitles[platformNamed(winner.platform)],
                roundMessages.entries({ count: round.entries }),
                ...(earlier.length > 0
                  ? [roundMessages.drawnBefore({ names: listed(earlier.map(({ displayname }) => displayname)) })]
                  : []),
              ].join(' · ')}
            </p>
            {won.length <= 1 && <LastLine of={winner} since={Date.parse(round.ended_at ?? round.opened_at)} />}
            {may('moderator') && (
              <div class="row wrap draw-actions">
                <button
                  type="button"
                  class="button"
                  disabled={busy}
                  aria-label={roundMessages.drawAgainOne({ name })}
                  onClick={() => void again()}
                >
                  <Icon name="redo" />
                  {roundMessages.drawAgain()}
                </button>
              </div>
            )}
            <Proof round={round} onAct={onAct} />
          </>
        )}
      </div>
    </article>
  )
}

/** What the winner has written since, so that everybody sees whether they are there. */
function LastLine({ of, since }: { of: Round['winners'][number]; since: number }) {
  const platform = platformNamed(of.platform)
  const line = chatLines.value.findLast(
    (one) => one.platform === platform && one.data.user_id === of.user_id && one.at > since && !one.isGone,
  )
  return (
    <p class="draw-line" aria-live="polite">
      {line === undefined ? <span class="faint">{roundMessages.noAnswerYet()}</span> : <q>{line.data.text}</q>}
    </p>
  )
}

/** Names run through like a reel that comes to rest on the winner. */
function Reel({ names, winner, onRest }: { names: readonly string[] | undefined; winner: string; onRest: () => void }) {
  const strip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (names === undefined || strip.current === null) return
    const moved = `translateY(${(-100 * passingNames) / (passingNames + 1)}%)`
    const spinning = strip.current.animate(
      { transform: ['none', moved] },
      { duration: drawShownMs, easing: 'cubic-bezier(0.12, 0.62, 0.08, 1)', fill: 'forwards' },
    )
    spinning.onfinish = onRest
    return () => {
      spinning.onfinish = null
      spinning.cancel()
    }
  }, [names])
  const others = (names ?? []).filter((name) => name !== winner)
  const passing = Array.from({ length: passingNames }, (_one, at) => others[at % Math.max(others.length, 1)] ?? '…')
  return (
    <div class="draw-strip" ref={strip} aria-hidden="true">
      {[...passing, winner].map((name, at) => (
        <p key={at}>{names === undefined ? '' : name}</p>
      ))}
    </div>
  )
}

function isFresh({ ended_at: at }: Round): boolean {
  return at !== null && Date.now() - Date.parse(at) < freshMs
}

function prefersRest(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
