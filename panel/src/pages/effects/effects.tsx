import './effects.css'
import { useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { UnsavedMark } from '../../ui/forms/unsaved-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EntryList } from '../../ui/lists/entry-list.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useNextPage } from '../../ui/lists/use-next-page.ts'
import { Loading } from '../../ui/loading.tsx'
import { useMedia } from '../../ui/media/use-media.ts'
import { Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { switchTo } from '../../ui/show-switched.ts'
import { EffectEditor } from './effect-editor.tsx'
import { Gallery } from './gallery.tsx'
import { messages } from './messages.ts'
import { effectPlace } from './shape.ts'
import { testEffect } from './test-effect.ts'

/** The channel's effects on the left; on the right the gallery, or one of them with its settings and its picture. */
export function Effects() {
  const goOn = useNextPage()
  const { params } = useRoute()
  const changes = useLogCount('effect')
  const { value, error, reload, act } = useLoaded(() => call('list-effect-settings', {}), [changes])
  const media = useMedia()
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  const chosen = value?.effects.find(({ overlay_id }) => overlay_id === params.id)
  const onDone = (id: string | undefined) => {
    void reload()
    goOn(id === undefined ? '/effects' : `/effects/${id}`)
  }
  return (
    <div class={`width two effects${params.id === undefined ? '' : ' chosen'}`}>
      <Heading title={messages.title()} lead={messages.lead()}>
        {may('editor') && (
          <a class="button primary" href="/effects/new">
            <Icon name="plus" />
            {messages.create()}
          </a>
        )}
      </Heading>
      {value === undefined && <Loading />}
      {value !== undefined && (
        <div class="columns">
          <EntryList
            entries={value.effects}
            chosen={chosen}
            words={{
              none: messages.none(),
              noneHelp: messages.noneHelp(),
              try: messages.test(),
              tryOne: (name) => messages.testOne({ name }),
              active: (name) => messages.enabledOne({ name }),
            }}
            keyOf={({ overlay_id }) => overlay_id}
            isOn={({ trigger_enabled }) => trigger_enabled}
            onOrder={(next) => {
              void act(() => call('order-effects', { overlay_ids: next.map(({ overlay_id }) => overlay_id) }))
            }}
            onTry={({ overlay_id }) => void testEffect(overlay_id)}
            onSwitch={({ overlay_id, name }, isEnabled) => {
              void act(() =>
                switchTo(name, isEnabled, (trigger_enabled) => call('toggle-effect', { overlay_id, trigger_enabled })),
              )
            }}
          >
            {({ overlay_id, name }) => (
              <a class="grow cut" href={`/effects/${overlay_id}`}>
                <b>{name}</b>
                <span class="faint small cut mono">{overlay_id}</span>
                <UnsavedMark place={effectPlace(overlay_id)} />
              </a>
            )}
          </EntryList>
          <div class="detail">
            {chosen === undefined ? (
              <Gallery media={media} onDone={onDone} />
            ) : (
              <EffectEditor key={chosen.overlay_id} effect={chosen} media={media} onDone={onDone} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}
