import '../../ui/media.css'
import './effects.css'
import { useLocation, useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { EntryList } from '../../ui/entry-list.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Heading, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { say } from '../../ui/toasts.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { useMedia } from '../../ui/use-media.ts'
import { effectWords } from '../../words/effect-words.ts'
import { EffectEditor } from './effect-editor.tsx'
import { Gallery } from './gallery.tsx'
import { writtenOf } from './shape.ts'

/** The channel's effects on the left; on the right the gallery, or one of them with its settings and its picture. */
export function Effects() {
  const { route } = useLocation()
  const { params } = useRoute()
  const changes = useLogCount('effect')
  const { value, trouble, reload, act } = useLoaded(() => call('list-effect-overlays', {}), [changes])
  const media = useMedia()
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  const chosen = value?.effects.find(({ overlay_id }) => overlay_id === params.id)
  const onDone = (id: string | undefined) => {
    void reload()
    route(id === undefined ? '/effects' : `/effects/${id}`)
  }
  return (
    <div class={`width two effects${params.id === undefined ? '' : ' chosen'}`}>
      <Heading title={effectWords.title} lead={effectWords.lead}>
        {may('editor') && (
          <a class="button primary" href="/effects/new">
            <Glyph name="plus" />
            {effectWords.make}
          </a>
        )}
      </Heading>
      {value === undefined && <Loading />}
      {value !== undefined && (
        <div class="columns">
          <EntryList
            entries={value.effects}
            chosen={chosen}
            words={{ ...effectWords, active: effectWords.enabledOne }}
            keyOf={({ overlay_id }) => overlay_id}
            isOn={({ trigger_enabled }) => trigger_enabled}
            onOrder={(next) => {
              void act(() => call('order-effects', { overlay_ids: next.map(({ overlay_id }) => overlay_id) }))
            }}
            onTry={({ overlay_id }) => void tryEffect(overlay_id)}
            onSwitch={(effect, trigger_enabled) => {
              void act(() => call('edit-effect', { ...writtenOf(effect), trigger_enabled }))
            }}
          >
            {({ overlay_id, name }) => (
              <a class="grow cut" href={`/effects/${overlay_id}`}>
                <b>{name}</b>
                <span class="faint small cut mono">{overlay_id}</span>
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

export function tryEffect(overlay_id: string): Promise<void> {
  return attempt(async () => {
    await call('test-effect', { overlay_id })
    say(effectWords.tried)
  })
}
