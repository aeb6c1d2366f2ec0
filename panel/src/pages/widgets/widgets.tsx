import '../overlay/overlay.css'
import '../effects/effects.css'
import './widgets.css'
import { useLocation, useRoute } from 'preact-iso'
import { findWidgetDefinition } from '../../../../src/capabilities/widgets/contract/widgets.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { UnsavedMark } from '../../ui/forms/unsaved-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EntryList } from '../../ui/lists/entry-list.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { useMedia } from '../../ui/media/use-media.ts'
import { Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { type WidgetEntry, widgetPlaceName } from './shape.ts'
import { WidgetEditor } from './widget-editor.tsx'
import { WidgetGallery } from './widget-gallery.tsx'
import { WidgetStage } from './widget-stage.tsx'

/** The widgets on the left; on the right the stage with all of them, one with its settings, or the gallery. */
export function Widgets() {
  const { route } = useLocation()
  const { params } = useRoute()
  const changes = useLogCount('widget')
  const { value, error, reload, act } = useLoaded(() => call('list-widget-settings', {}), [changes])
  const media = useMedia()
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  const { id } = params
  const widgets = value?.widgets ?? []
  const chosen = widgets.find((one) => String(one.id) === id)
  const onDone = (next: number | undefined) => {
    void reload()
    route(next === undefined ? '/widgets' : `/widgets/${next}`)
  }
  const choose = (next: number) => route(`/widgets/${next}`)
  return (
    <div class={`width two effects widgets${id === undefined ? '' : ' chosen'}`}>
      <Heading title={messages.title()} lead={messages.lead()}>
        {may('editor') && (
          <a class="button primary" href="/widgets/new">
            <Icon name="plus" />
            {messages.create()}
          </a>
        )}
      </Heading>
      {value === undefined && <Loading />}
      {value !== undefined && (
        <div class="columns">
          <EntryList
            entries={widgets}
            chosen={chosen}
            words={{
              none: messages.none(),
              noneHelp: messages.noneHelp(),
              active: (name) => messages.enabledOne({ name }),
            }}
            keyOf={({ id }) => id}
            isOn={({ enabled }) => enabled}
            onSwitch={({ id }, enabled) => void act(() => call('update-widget', { id, enabled }))}
          >
            {(widget) => <WidgetName widget={widget} />}
          </EntryList>
          <div class="detail">
            {chosen !== undefined && (
              <WidgetEditor
                key={chosen.id}
                widget={chosen}
                widgets={widgets.filter(({ enabled, own_link }) => enabled && !own_link)}
                media={media}
                onChoose={choose}
                onDone={onDone}
              />
            )}
            {chosen === undefined && (id !== undefined || widgets.length === 0) && (
              <WidgetGallery media={media} onDone={onDone} />
            )}
            {id === undefined && widgets.length > 0 && (
              <section class="card stage-editor">
                <header>
                  <h2>{messages.stage()}</h2>
                  <span class="faint small grow">{messages.stageHelp()}</span>
                </header>
                <div class="inside">
                  <WidgetStage
                    widgets={widgets.filter(({ enabled, own_link }) => enabled && !own_link)}
                    media={media}
                    chosen={undefined}
                    disabled={false}
                    onChoose={choose}
                  />
                </div>
              </section>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function WidgetName({ widget: { id, name, type, failure } }: { widget: WidgetEntry }) {
  const definition = findWidgetDefinition(type)
  return (
    <>
      <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
        <path d={definition?.icon ?? ''} />
      </svg>
      <a class="grow cut" href={`/widgets/${id}`}>
        <b>{name}</b>
        {failure === null ? (
          <span class="faint small cut">{definition?.title() ?? type}</span>
        ) : (
          <span class="light stop small cut">{messages.failedShort()}</span>
        )}
        <UnsavedMark place={widgetPlaceName(id)} />
      </a>
    </>
  )
}
