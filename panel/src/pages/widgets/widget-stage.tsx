import { useEffect, useState } from 'preact/hooks'
import type { WidgetPlace } from '../../../../src/capabilities/widgets/contract/widget-place.ts'
import { call } from '../../api.ts'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { PreviewStage, usePreview } from '../../ui/media/preview-stage.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { type DragState, rounded, within } from '../overlay/stage-geometry.ts'
import { Ghost } from '../overlay/stage-ghost.tsx'
import { StageItem } from '../overlay/stage-item.tsx'
import { messages } from './messages.ts'
import { previewOf, type Settings } from './shape.ts'

export interface StagedWidget {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly settings: Settings
  readonly place: WidgetPlace
}

interface StageProps {
  readonly widgets: readonly StagedWidget[]
  readonly media: Media
  readonly chosen: number | undefined
  readonly disabled: boolean
  readonly onChoose: (id: number) => void
  readonly onPlace?: (change: Partial<WidgetPlace>) => void
}

/** The widgets as viewers will see them, with sample data. The chosen one is moved, resized and rotated here. */
export function WidgetStage({ widgets, media, chosen, disabled, onChoose, onPlace }: StageProps) {
  const preview = usePreview(() => {})
  const [drag, setDrag] = useState<DragState>()
  const changes = useLogCount('setting')
  const { value } = useLoaded(() => call('get-overlay-settings', {}), [changes])
  useEffect(() => {
    if (value === undefined) return
    const { custom_css, ...settings } = value.settings
    preview.send({ type: 'settings', settings, css: custom_css ?? '', kinds: [], style: 'plain' })
  }, [value])
  const shown = widgets.flatMap((widget) => previewOf(widget, media))
  useEffect(() => preview.send({ type: 'widgets', widgets: shown }), [JSON.stringify(shown)])

  return (
    <PreviewStage preview={preview}>
      <div class="stage-items">
        {drag !== undefined && <Ghost drag={drag} />}
        {widgets.map(({ id, name, place }) => {
          const { x, y, width, height, rotation, layer } = place
          const isChosen = id === chosen
          return (
            <StageItem
              key={id}
              name={`widget-${id}`}
              title={name}
              label={messages.placedAt({ name, x: rounded(x, 0), y: rounded(y, 0) })}
              box={{ x, y, width, height }}
              place={{ x, y, scale: 1, rotation, layer }}
              others={widgets.filter((one) => one.id !== id).map((one) => one.place)}
              isChosen={isChosen}
              hasGrid={false}
              disabled={disabled}
              onChoose={() => !isChosen && onChoose(id)}
              onMove={({ scale, ...change }) => {
                if (!isChosen) return
                const size = scale === undefined ? {} : { width: width * scale, height: height * scale }
                onPlace?.(bounded({ ...place, ...change, ...size }))
              }}
              onResize={(size) => isChosen && onPlace?.(bounded({ ...place, ...size }))}
              onDrag={isChosen ? setDrag : () => {}}
            />
          )
        })}
      </div>
    </PreviewStage>
  )
}

function bounded({ x, y, width, height, rotation, layer }: WidgetPlace): WidgetPlace {
  return {
    x: rounded(within(x, 0, 100)),
    y: rounded(within(y, 0, 100)),
    width: rounded(within(width, 2, 100)),
    height: rounded(within(height, 2, 100)),
    rotation: rounded(((((rotation + 180) % 360) + 360) % 360) - 180),
    layer: within(Math.round(layer), 0, 9),
  }
}
