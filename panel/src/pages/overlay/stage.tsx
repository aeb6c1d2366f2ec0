import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type positions, shownKinds } from '../../../../src/contract/overlay-messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { PreviewStage, usePreview } from '../../ui/preview-stage.tsx'
import { overlayWords } from '../../words/overlay-words.ts'
import type { Look } from './look.ts'

type Kind = (typeof shownKinds)[number]
type Position = (typeof positions)[number]

/** The nine places, row by row. */
const cells: readonly Position[] = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
]
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface StageProps {
  readonly draft: Look
  readonly onChange: (draft: Look) => void
  readonly disabled: boolean
}

/** The picture as viewers will see it, in the look that is being chosen; names are dragged to their places. */
export function Stage({ draft, onChange, disabled }: StageProps) {
  const preview = usePreview(() => {})
  const [chosen, setChosen] = useState<Kind>('donation')
  const [dragged, setDragged] = useState<{ kind: Kind; over: Position | undefined }>()
  const grid = useRef<HTMLDivElement>(null)
  const refocus = useRef<string | undefined>(undefined)
  useEffect(() => preview.send(lookMessage(draft, chosen)), [draft, chosen])
  // A name that is moved is another button in another place; whoever moves it by keyboard wants to go on with it.
  useLayoutEffect(() => {
    const moved = refocus.current && grid.current?.querySelector<HTMLElement>(refocus.current)
    if (!moved) return
    refocus.current = undefined
    moved.focus()
  })

  function place(kind: Kind, position: Position): void {
    setChosen(kind)
    if (draft.positions[kind] !== position) onChange({ ...draft, positions: { ...draft.positions, [kind]: position } })
  }
  function cellAt(x: number, y: number): Position | undefined {
    const box = grid.current?.getBoundingClientRect()
    if (box === undefined) return undefined
    const column = Math.floor(((x - box.left) / box.width) * 3)
    const row = Math.floor(((y - box.top) / box.height) * 3)
    return cells[clamp(row) * 3 + clamp(column)]
  }
  function onKey(event: KeyboardEvent, kind: Kind): void {
    const step = steps[event.key]
    if (step === undefined || disabled) return
    event.preventDefault()
    const at = cells.indexOf(draft.positions[kind])
    const position = cells[clamp(Math.floor(at / 3) + step[1]) * 3 + clamp((at % 3) + step[0])]
    if (position === undefined) return
    refocus.current = `[data-place="${position}"] [data-kind="${kind}"]`
    place(kind, position)
  }

  return (
    <section class="card">
      <header>
        <h2>{overlayWords.stage}</h2>
        <span class="faint small">{overlayWords.stageHelp}</span>
      </header>
      <div class="inside">
        <PreviewStage preview={preview}>
          <div class={`cells${dragged === undefined ? '' : ' dragging'}`} ref={grid}>
            {cells.map((cell) => (
              <div key={cell} data-place={cell} class={`cell${dragged?.over === cell ? ' over' : ''}`}>
                {shownKinds
                  .filter((kind) => draft.positions[kind] === cell)
                  .map((kind) => (
                    <button
                      key={kind}
                      type="button"
                      data-kind={kind}
                      class={`handle${chosen === kind ? ' chosen' : ''}`}
                      disabled={disabled}
                      aria-label={overlayWords.at(
                        overlayWords.kinds[kind] ?? kind,
                        overlayWords.positions[cell] ?? cell,
                      )}
                      onFocus={() => setChosen(kind)}
                      onKeyDown={(event) => onKey(event, kind)}
                      onPointerDown={(event) => {
                        if (disabled || event.button !== 0) return
                        event.currentTarget.setPointerCapture(event.pointerId)
                        setChosen(kind)
                        setDragged({ kind, over: cell })
                      }}
                      onPointerMove={(event) => {
                        if (dragged?.kind !== kind) return
                        setDragged({ kind, over: cellAt(event.clientX, event.clientY) })
                      }}
                      onPointerUp={(event) => {
                        const over = dragged?.kind === kind ? cellAt(event.clientX, event.clientY) : undefined
                        setDragged(undefined)
                        if (over !== undefined) place(kind, over)
                      }}
                      onPointerCancel={() => setDragged(undefined)}
                    >
                      <Icon name="grip" />
                      <span>{overlayWords.kinds[kind] ?? kind}</span>
                    </button>
                  ))}
              </div>
            ))}
          </div>
        </PreviewStage>
      </div>
    </section>
  )
}

function clamp(value: number): number {
  return Math.max(0, Math.min(2, value))
}

/** Of those that stand in the same place one is shown, as on stream; the chosen one before the others. */
function lookMessage(draft: Look, chosen: Kind) {
  const { points_name, show_price, custom_css, ...rest } = draft
  const taken = new Set<string>()
  const kinds = [chosen, ...shownKinds].filter((kind) => {
    const isFree = !taken.has(draft.positions[kind]) || kind === chosen
    taken.add(draft.positions[kind])
    return isFree
  })
  return {
    type: 'look',
    settings: { ...rest, pointsName: show_price ? points_name : '' },
    css: custom_css ?? '',
    kinds: [...new Set(kinds)],
    style: 'bright',
  }
}
