import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ShownKind, shownKinds } from '../../../../src/contract/overlay-messages.ts'
import { overlaySettingFields, type Position, positions } from '../../../../src/contract/overlay-settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { PreviewStage, usePreview } from '../../ui/preview-stage.tsx'
import { useTriedItems } from '../../ui/try-stage.tsx'
import type { OverlayDraft } from './draft.ts'
import { messages } from './messages.ts'

const { fields } = overlaySettingFields.positions.control
/** Row by row. */
const cells = Object.keys(positions) as readonly Position[]
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface PreviewProps {
  readonly draft: OverlayDraft
  readonly onChange: (draft: OverlayDraft) => void
  readonly disabled: boolean
}

/** The overlay as viewers will see it, with the settings that are being edited; labels are dragged to move items. */
export function PositionPreview({ draft, onChange, disabled }: PreviewProps) {
  const preview = usePreview(() => {})
  useTriedItems(preview)
  const [chosen, setChosen] = useState<ShownKind>('donation')
  const [dragged, setDragged] = useState<{ kind: ShownKind; over: Position | undefined }>()
  const grid = useRef<HTMLDivElement>(null)
  const refocus = useRef<string | undefined>(undefined)
  useEffect(() => preview.send(settingsMessage(draft, chosen)), [draft, chosen])
  // A label that moves is another button in another cell; keyboard focus follows it.
  useLayoutEffect(() => {
    const moved = refocus.current && grid.current?.querySelector<HTMLElement>(refocus.current)
    if (!moved) return
    refocus.current = undefined
    moved.focus()
  })

  function place(kind: ShownKind, position: Position): void {
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
  function onKey(event: KeyboardEvent, kind: ShownKind): void {
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
        <h2>{messages.preview()}</h2>
        <span class="faint small">{messages.previewHelp()}</span>
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
                      aria-label={messages.placed({ kind: fields[kind].title(), position: positions[cell].title() })}
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
                      <span>{fields[kind].title()}</span>
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

/** Of several kinds in the same cell only one is shown, as on stream: the chosen one, if it is among them. */
function settingsMessage(draft: OverlayDraft, chosen: ShownKind) {
  const { custom_css, ...settings } = draft
  const taken = new Set<string>()
  const kinds = [chosen, ...shownKinds].filter((kind) => {
    const isFree = !taken.has(draft.positions[kind]) || kind === chosen
    taken.add(draft.positions[kind])
    return isFree
  })
  return {
    type: 'settings',
    settings,
    css: custom_css ?? '',
    kinds: [...new Set(kinds)],
    style: 'bright',
  }
}
