import '../../ui/media.css'
import './overlay.css'
import { type Answer, call } from '../../api.ts'
import { dashboard, may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Light } from '../../ui/light.tsx'
import { OtherTrouble } from '../../ui/other-trouble.tsx'
import { Heading, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { say } from '../../ui/toasts.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useLogCount } from '../../ui/use-log.ts'
import { overlayWords } from '../../words/overlay-words.ts'
import { words } from '../../words/words.ts'
import { Firings } from './firings.tsx'
import { LinkCard } from './link-card.tsx'
import { LookForm } from './look-form.tsx'
import { Queue } from './queue.tsx'
import { Stage } from './stage.tsx'
import { TestCard } from './test-card.tsx'

export type Look = Answer<'get-overlay-settings'>['settings']

/** The stage with its looks, the link, the queue as it moves, and proof of what was shown. */
export function Overlay() {
  const changes = useLogCount('setting')
  const { value, trouble, reload } = useLoaded(() => call('get-overlay-settings', {}), [changes])
  const { draft, known, isChanged, setDraft, keep } = useDraft(value?.settings)
  const { trouble: refusal, busy, attempt } = useAttempts()
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />

  const connected = dashboard.value?.overlay === true
  async function save(): Promise<void> {
    if (draft === undefined) return
    await attempt(async () => {
      keep((await call('save-overlay-settings', { settings: draft })).settings)
      say(overlayWords.saved)
    })
  }

  return (
    <div class="width overlay-page">
      <Heading title={overlayWords.title} lead={overlayWords.lead}>
        <Light state={connected ? 'go' : 'off'} glow={connected} word={connected ? words.bar.on : words.bar.off} />
        {may('editor') && (
          <>
            {isChanged && (
              <button type="button" class="button" onClick={() => setDraft(known)}>
                {words.common.discard}
              </button>
            )}
            <button type="button" class="button primary" disabled={!isChanged || busy} onClick={() => void save()}>
              {overlayWords.save}
            </button>
          </>
        )}
      </Heading>
      <OtherTrouble trouble={refusal} than={[]} />
      {draft !== undefined && (
        <div class="overlay-desk">
          <div class="stack">
            <Stage draft={draft} onChange={setDraft} disabled={!may('editor')} />
            <Queue />
            <Firings />
          </div>
          <div class="stack">
            <LinkCard />
            <TestCard />
            <LookForm draft={draft} onChange={setDraft} trouble={refusal} disabled={!may('editor')} />
          </div>
        </div>
      )}
    </div>
  )
}
