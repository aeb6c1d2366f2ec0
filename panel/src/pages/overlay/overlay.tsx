import '../../ui/media.css'
import './overlay.css'
import { call } from '../../api.ts'
import { desk, may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Light } from '../../ui/light.tsx'
import { OtherTrouble } from '../../ui/other-trouble.tsx'
import { Heading, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { say } from '../../ui/toasts.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useLogCount } from '../../ui/use-log.ts'
import { words } from '../../words/words.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { LinkCard } from './link-card.tsx'
import { messages } from './messages.ts'
import { PositionPreview } from './position-preview.tsx'
import { Queue } from './queue.tsx'
import { SettingsForm } from './settings-form.tsx'
import { TestCard } from './test-card.tsx'

/** The preview with the settings, the link, the live queue and the delivery log. */
export function Overlay() {
  const changes = useLogCount(/^setting\.changed$/)
  const { value, trouble, reload } = useLoaded(() => call('get-overlay-settings', {}), [changes])
  const { draft, known, isChanged, setDraft, keep } = useDraft(value?.settings)
  const { trouble: refusal, busy, attempt } = useAttempts()
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />

  const connected = desk.value?.overlay === true
  async function save(): Promise<void> {
    if (draft === undefined) return
    await attempt(async () => {
      keep((await call('save-overlay-settings', { settings: draft })).settings)
      say(messages.saved())
    })
  }

  return (
    <div class="width overlay-page">
      <Heading title={messages.title()} lead={messages.lead()}>
        <Light state={connected ? 'go' : 'off'} glow={connected} word={connected ? words.bar.on : words.bar.off} />
        {may('editor') && (
          <>
            {isChanged && (
              <button type="button" class="button" onClick={() => setDraft(known)}>
                {words.common.discard}
              </button>
            )}
            <button type="button" class="button primary" disabled={!isChanged || busy} onClick={() => void save()}>
              {messages.save()}
            </button>
          </>
        )}
      </Heading>
      <OtherTrouble trouble={refusal} than={[]} />
      {draft !== undefined && (
        <div class="overlay-desk">
          <div class="stack">
            <PositionPreview draft={draft} onChange={setDraft} disabled={!may('editor')} />
            <Queue />
            <DeliveryLog />
          </div>
          <div class="stack">
            <LinkCard />
            <TestCard />
            <SettingsForm draft={draft} onChange={setDraft} trouble={refusal} disabled={!may('editor')} />
          </div>
        </div>
      )}
    </div>
  )
}
