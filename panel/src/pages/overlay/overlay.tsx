import '../../ui/media.css'
import './overlay.css'
import { useEffect, useState } from 'preact/hooks'
import { type Answer, call, Trouble } from '../../api.ts'
import { desk, may } from '../../state.ts'
import { Light } from '../../ui/light.tsx'
import { Heading, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { say } from '../../ui/toasts.tsx'
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
  const changes = useLogCount(/^setting\.changed$/)
  const { value, trouble, reload } = useLoaded(() => call('get-overlay-settings', {}), [changes])
  const [draft, setDraft] = useState<Look>()
  const [known, setKnown] = useState<Look>()
  const [refusal, setRefusal] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (value === undefined) return
    setKnown(value.settings)
    if (draft === undefined || isSame(draft, known)) setDraft(value.settings)
  }, [value])
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />

  const connected = desk.value?.overlay === true
  const isChanged = draft !== undefined && !isSame(draft, known)
  async function save(): Promise<void> {
    if (draft === undefined) return
    setBusy(true)
    try {
      const { settings } = await call('save-overlay-settings', { settings: draft })
      setKnown(settings)
      setDraft(settings)
      setRefusal(undefined)
      say(overlayWords.saved)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setRefusal(error)
    }
    setBusy(false)
  }

  return (
    <div class="width overlay-page">
      <Heading title={overlayWords.title} lead={overlayWords.lead}>
        <Light state={connected ? 'go' : 'off'} glow={connected} word={connected ? words.bar.on : words.bar.off} />
        {may('editor') && (
          <>
            {isChanged && (
              <button type="button" class="button" onClick={() => setDraft(known)}>
                {overlayWords.discard}
              </button>
            )}
            <button type="button" class="button primary" disabled={!isChanged || busy} onClick={() => void save()}>
              {overlayWords.save}
            </button>
          </>
        )}
      </Heading>
      {refusal !== undefined && (
        <p class="trouble" role="alert">
          {refusal.message}
        </p>
      )}
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

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
