import './overlay.css'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { dashboard, may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { ChangedMeanwhile } from '../../ui/forms/changed-meanwhile.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Light } from '../../ui/light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { LinkCard } from './link-card.tsx'
import { messages } from './messages.ts'
import { ObsNotice } from './obs-notice.tsx'
import { Queue } from './queue.tsx'
import { SceneLinks } from './scene-links.tsx'
import { SettingsForm } from './settings-form.tsx'
import { StageEditor } from './stage-editor.tsx'
import { TestCard } from './test-card.tsx'

/** The preview with the settings, the link, the live queue and the delivery log. */
export function Overlay() {
  const changes = useLogCount('setting')
  const { value, error, reload } = useLoaded(() => call('get-overlay-settings', {}), [changes])
  const { draft, known, isChanged, setDraft, keep, discard, meanwhile, decide } = useDraft('overlay', value?.settings)
  const { error: refusal, busy, attempt } = useAttempts()
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />

  const connected = dashboard.value?.overlay === true
  async function save(): Promise<void> {
    if (draft === undefined) return
    await attempt(async () => {
      keep((await call('save-overlay-settings', { settings: draft, if_version: versionOf(known) })).settings)
      showToast(messages.saved())
    })
  }

  return (
    <div class="width overlay-page">
      <Heading title={messages.title()} lead={messages.lead()}>
        <Light
          state={connected ? 'go' : 'off'}
          glow={connected}
          word={connected ? commonMessages.connected() : commonMessages.notConnected()}
        />
        {may('editor') && (
          <>
            {isChanged && (
              <button type="button" class="button" data-local onClick={discard}>
                {commonMessages.discard()}
              </button>
            )}
            <button type="button" class="button primary" disabled={!isChanged || busy} onClick={() => void save()}>
              {messages.save()}
            </button>
          </>
        )}
      </Heading>
      <FormError error={refusal} than={[]} />
      {!busy && <ChangedMeanwhile meanwhile={meanwhile} decide={decide} />}
      {draft !== undefined && (
        <div class="overlay-desk">
          <div class="stack">
            <StageEditor draft={draft} onChange={setDraft} disabled={!may('editor')} />
            <Queue />
            <DeliveryLog />
          </div>
          <div class="stack">
            <ObsNotice />
            <LinkCard />
            <SceneLinks draft={draft} onChange={setDraft} disabled={!may('editor')} />
            <TestCard />
            <SettingsForm draft={draft} onChange={setDraft} error={refusal} disabled={!may('editor')} />
          </div>
        </div>
      )}
    </div>
  )
}
