import { useState } from 'preact/hooks'
import {
  announcedMoments,
  announcementVariables,
  defaultAnnouncement,
  type RoundMoment,
} from '../../../../src/capabilities/rounds/contract/announcements.ts'
import { type RoundKind, roundKinds } from '../../../../src/capabilities/rounds/contract/rounds.ts'
import type { roundAnnouncementSettings } from '../../../../src/capabilities/rounds/contract/settings.ts'
import type { Static } from '../../../../src/kernel/schema/schema.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Loading } from '../../ui/loading.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useChannelTexts } from '../../ui/use-channel-texts.ts'
import { roundMessages } from './messages.ts'
import { kindTitle } from './round.ts'

const momentTitles: Readonly<Record<RoundMoment, () => string>> = {
  opened: roundMessages.whenOpened,
  reminder: roundMessages.reminder,
  closed: roundMessages.whenClosed,
  result: roundMessages.result,
}

const name = 'round_announcements'
/** As long as the setting allows. */
const maxLength = 300
type Announcements = Static<typeof roundAnnouncementSettings.schema>

/** What chat reads about rounds. A text that nobody has changed follows the language of the channel. */
export function AnnouncementsDialog({ onClose }: { onClose: () => void }) {
  const { value, error, reload } = useLoaded(() => call('get-settings', {}), [])
  if (error !== undefined) {
    return (
      <Dialog title={roundMessages.announcements()} onClose={onClose}>
        <LoadError error={error} onRetry={reload} />
      </Dialog>
    )
  }
  const stored = value?.settings.find((one) => one.name === name)?.value
  if (stored === undefined) return <Loading />
  return <Editor stored={stored as unknown as Announcements} onClose={onClose} />
}

function Editor({ stored, onClose }: { stored: Announcements; onClose: () => void }) {
  const editing = useDraft<Announcements>(`setting:${name}`, stored)
  const { draft, known, setDraft, keep } = editing
  const { error, busy, attempt } = useAttempts()
  const [kind, setKind] = useState<RoundKind>('giveaway')
  const catalogue = useChannelTexts()
  const own: Partial<Record<RoundMoment, string>> = draft[kind]
  const save = () =>
    attempt(async () => {
      const saved = await call('save-setting', { name, value: { ...draft }, if_version: versionOf(known) })
      keep(saved.value as unknown as Announcements)
      showToast(roundMessages.announcementsSaved())
      onClose()
    })
  const setText = (moment: RoundMoment, text: string) => {
    const isDefault = text.trim() === defaultAnnouncement(kind, moment, catalogue)
    setDraft({ ...draft, [kind]: { ...own, [moment]: isDefault ? '' : text } })
  }
  return (
    <Dialog
      title={roundMessages.announcements()}
      submit={roundMessages.save()}
      {...{ busy, editing, onClose }}
      onSubmit={() => void save()}
      wide
    >
      <div class="stack">
        <Switch
          label={roundMessages.announce()}
          checked={draft.enabled}
          onChange={(enabled) => setDraft({ ...draft, enabled })}
        />
        {draft.enabled && (
          <>
            <Field
              label={roundMessages.reminderMinutes()}
              hint={roundMessages.reminderHint()}
              error={errorFor(error, 'reminder_minutes')}
            >
              {(attributes) => (
                <input
                  {...attributes}
                  type="number"
                  min={0}
                  max={120}
                  value={draft.reminder_minutes}
                  onInput={(event) => setDraft({ ...draft, reminder_minutes: event.currentTarget.valueAsNumber || 0 })}
                />
              )}
            </Field>
            <fieldset class="tabs">
              <legend class="out-of-sight">{roundMessages.kind()}</legend>
              {roundKinds.map((one) => (
                <button key={one} type="button" data-local aria-pressed={one === kind} onClick={() => setKind(one)}>
                  {kindTitle(one)}
                </button>
              ))}
            </fieldset>
            {announcedMoments[kind].map((moment) => (
              <Field
                key={`${kind} ${moment}`}
                label={momentTitles[moment]()}
                error={errorFor(error, `${kind}.${moment}`)}
              >
                {(attributes) => (
                  <textarea
                    {...attributes}
                    rows={2}
                    dir="auto"
                    lang={catalogue.locale}
                    maxLength={maxLength}
                    value={own[moment] || defaultAnnouncement(kind, moment, catalogue)}
                    onInput={(event) => setText(moment, event.currentTarget.value)}
                  />
                )}
              </Field>
            ))}
            <p class="faint small">
              {roundMessages.variables()}:{' '}
              <code dir="ltr">{announcementVariables.map((one) => `$(${one})`).join(' ')}</code>
            </p>
          </>
        )}
        <FormError error={error} than={[]} class="small" />
      </div>
    </Dialog>
  )
}
