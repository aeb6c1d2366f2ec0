import { useEffect, useState } from 'preact/hooks'
import { type ShownKind, shownKinds } from '../../../../src/capabilities/overlay/contract/cues.ts'
import { overlaySettingFields } from '../../../../src/capabilities/overlay/contract/overlay-settings.ts'
import { PreviewStage, usePreview } from '../../ui/media/preview-stage.tsx'
import { useTriedItems } from '../../ui/media/try-stage.tsx'
import type { OverlayDraft } from './draft.ts'
import { ItemInspector } from './item-inspector.tsx'
import { messages } from './messages.ts'
import { type Box, type DragState, type Place, rounded, safeMargin, within } from './stage-geometry.ts'
import { Ghost } from './stage-ghost.tsx'
import { StageItem } from './stage-item.tsx'

const { fields } = overlaySettingFields.positions.control

type Boxes = { readonly [K in ShownKind]?: Box }

interface EditorProps {
  readonly draft: OverlayDraft
  readonly onChange: (draft: OverlayDraft) => void
  readonly disabled: boolean
}

/** The overlay as viewers will see it. Items are dragged, resized and rotated in it, or moved with the keyboard. */
export function StageEditor({ draft, onChange, disabled }: EditorProps) {
  const [boxes, setBoxes] = useState<Boxes>({})
  const preview = usePreview(({ boxes: measured }) => measured !== undefined && setBoxes(measured))
  useTriedItems(preview)
  const [chosen, setChosen] = useState<ShownKind>('event-alert')
  const [drag, setDrag] = useState<DragState>()
  const [hasGrid, setGrid] = useState(false)
  const [hasSafeArea, setSafeArea] = useState(true)
  useEffect(() => preview.send(settingsMessage(draft, chosen)), [draft, chosen])

  /** Puts an item anywhere: from where it stands now, with what is changed. */
  function move(kind: ShownKind, change: Partial<Place>): void {
    const box = boxes[kind]
    const isFree = draft.positions[kind] === 'free'
    const start = isFree || box === undefined ? draft.places[kind] : { ...unrotated, x: box.x, y: box.y }
    const { x, y, scale, rotation, layer } = { ...start, layer: draft.places[kind].layer, ...change }
    const place = {
      x: rounded(within(x, 0, 100)),
      y: rounded(within(y, 0, 100)),
      scale: rounded(within(scale, 0.3, 3), 2),
      rotation: rounded(((((rotation + 180) % 360) + 360) % 360) - 180),
      layer: within(Math.round(layer), 0, 9),
    }
    onChange({
      ...draft,
      positions: { ...draft.positions, [kind]: 'free' },
      places: { ...draft.places, [kind]: place },
    })
  }

  const shown = shownKinds.filter((kind) => boxes[kind] !== undefined)
  return (
    <section class="card stage-editor">
      <header>
        <h2>{messages.preview()}</h2>
        <span class="faint small grow">{messages.previewHelp()}</span>
        <fieldset class="row" aria-label={messages.guides()}>
          <button type="button" class="button small" aria-pressed={hasGrid} onClick={() => setGrid(!hasGrid)}>
            {messages.grid()}
          </button>
          <button
            type="button"
            class="button small"
            aria-pressed={hasSafeArea}
            onClick={() => setSafeArea(!hasSafeArea)}
          >
            {messages.safeArea()}
          </button>
        </fieldset>
      </header>
      <div class="inside stack">
        <PreviewStage preview={preview}>
          <div class={`stage-items${hasGrid ? ' with-grid' : ''}`} dir="ltr">
            {hasSafeArea && <div class="safe-area" style={{ inset: `${safeMargin}%` }} aria-hidden="true" />}
            {drag !== undefined && <Ghost drag={drag} />}
            {shown.map((kind) => (
              <StageItem
                key={kind}
                name={kind}
                title={fields[kind].title()}
                label={placedAt(kind, boxes[kind] ?? noBox)}
                box={boxes[kind] ?? noBox}
                place={draft.positions[kind] === 'free' ? draft.places[kind] : unrotated}
                others={shown.filter((one) => one !== kind).flatMap((one) => boxes[one] ?? [])}
                isChosen={kind === chosen}
                hasGrid={hasGrid}
                disabled={disabled}
                onChoose={() => setChosen(kind)}
                onMove={(change) => move(kind, change)}
                onDrag={setDrag}
              />
            ))}
          </div>
        </PreviewStage>
        <div class="stage-tools">
          <fieldset class="chips" aria-label={messages.items()}>
            {shownKinds.map((kind) => (
              <label key={kind} class="chip">
                <input type="radio" name="stage-item" checked={kind === chosen} onChange={() => setChosen(kind)} />
                <span>{fields[kind].title()}</span>
              </label>
            ))}
          </fieldset>
          <ItemInspector
            key={chosen}
            kind={chosen}
            draft={draft}
            disabled={disabled}
            onMove={(change) => move(chosen, change)}
            onChange={onChange}
          />
        </div>
        <p class="faint small">{messages.keys()}</p>
      </div>
    </section>
  )
}

function placedAt(kind: ShownKind, { x, y }: Box): string {
  return messages.placedAt({ kind: fields[kind].title(), x: rounded(x, 0), y: rounded(y, 0) })
}

const unrotated: Place = { x: 50, y: 50, scale: 1, rotation: 0, layer: 0 }
const noBox: Box = { x: 50, y: 50, width: 10, height: 10 }

/** Of several kinds at the same place only one is shown, as on stream: the chosen one, if it is among them. */
function settingsMessage(draft: OverlayDraft, chosen: ShownKind) {
  const { custom_css, ...settings } = draft
  const taken = new Set<string>()
  const kinds = [chosen, ...shownKinds].filter((kind) => {
    const position = draft.positions[kind]
    const isFree = position === 'free' || !taken.has(position) || kind === chosen
    taken.add(position)
    return isFree
  })
  return { type: 'settings', settings, css: custom_css ?? '', kinds: [...new Set(kinds)], style: 'bright' }
}
