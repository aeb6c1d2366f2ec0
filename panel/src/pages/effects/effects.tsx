import '../../ui/media.css'
import './effects.css'
import { useLocation, useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Empty, Heading, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { Sortable } from '../../ui/sortable.tsx'
import { Switch } from '../../ui/switch.tsx'
import { say, sayTrouble } from '../../ui/toasts.tsx'
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
  const changes = useLogCount(/^effect\./)
  const { value, trouble, reload } = useLoaded(() => call('list-effect-overlays', {}), [changes])
  const media = useMedia()
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  const mayEdit = may('editor')
  const chosen = value?.effects.find(({ overlay_id }) => overlay_id === params.id)
  async function act(deed: () => Promise<unknown>): Promise<void> {
    try {
      await deed()
    } catch (error) {
      sayTrouble(error)
    }
    void reload()
  }
  const onDone = (id: string | undefined) => {
    void reload()
    route(id === undefined ? '/effects' : `/effects/${id}`)
  }
  return (
    <div class={`width two effects${params.id === undefined ? '' : ' chosen'}`}>
      <Heading title={effectWords.title} lead={effectWords.lead}>
        {mayEdit && (
          <a class="button primary" href="/effects/new">
            <Glyph name="plus" />
            {effectWords.make}
          </a>
        )}
      </Heading>
      {value !== undefined && (
        <div class="columns">
          <div class="card list">
            {value.effects.length === 0 && (
              <Empty title={effectWords.none}>
                <p>{effectWords.noneHelp}</p>
              </Empty>
            )}
            <Sortable
              class="rows"
              items={value.effects}
              keyOf={({ overlay_id }) => overlay_id}
              nameOf={({ name }) => name}
              disabled={!mayEdit}
              onOrder={(next) =>
                void act(() => call('order-effects', { overlay_ids: next.map(({ overlay_id }) => overlay_id) }))
              }
            >
              {(effect, _index, moves) => (
                <div
                  class={`row-of-list${effect.trigger_enabled ? '' : ' is-off'}`}
                  aria-current={effect === chosen || undefined}
                >
                  {moves}
                  <a class="grow cut" href={`/effects/${effect.overlay_id}`}>
                    <b>{effect.name}</b>
                    <span class="faint small cut mono">{effect.overlay_id}</span>
                  </a>
                  {may('moderator') && (
                    <button
                      type="button"
                      class="button quiet icon small"
                      aria-label={effectWords.tryOne(effect.name)}
                      title={effectWords.try}
                      onClick={() => void tryEffect(effect.overlay_id)}
                    >
                      <Glyph name="overlay" />
                    </button>
                  )}
                  <Switch
                    label={effectWords.enabledOne(effect.name)}
                    isQuiet
                    checked={effect.trigger_enabled}
                    disabled={!mayEdit}
                    onChange={(trigger_enabled) => {
                      void act(() => call('edit-effect', { ...writtenOf(effect), trigger_enabled }))
                    }}
                  />
                </div>
              )}
            </Sortable>
          </div>
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

export async function tryEffect(overlay_id: string): Promise<void> {
  try {
    await call('test-effect', { overlay_id })
    say(effectWords.tried)
  } catch (error) {
    sayTrouble(error)
  }
}
