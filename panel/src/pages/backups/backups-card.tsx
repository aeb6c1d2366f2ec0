import { useEffect, useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { wholeTime } from '../../format.ts'
import { fileSize } from '../../messages/media.ts'
import { may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { Ago, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { backupKindNames, backupMessages, backupPhases } from './messages.ts'

type Status = Answer<'get-backups'>
type Backup = Status['backups'][number]

const pollMs = 1500
const readyPollMs = 250
const quickRestartPolls = 20
const restoreWord = 'restore'

/** The automatic backups of the server: the newest, the running one, why the last one failed, and restoring. */
export function BackupsCard() {
  return (
    <section class="card" aria-label={backupMessages.title()}>
      {may('owner') ? (
        <OwnBackups />
      ) : (
        <>
          <header>
            <h2>{backupMessages.title()}</h2>
          </header>
          <p class="inside faint small">{backupMessages.onlyOwner()}</p>
        </>
      )}
    </section>
  )
}

function OwnBackups() {
  const { value, error, reload, act } = useLoaded(() => call('get-backups', {}), [])
  const [chosen, setChosen] = useState<Backup>()
  const isRunning = value?.running != null
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void reload(), pollMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return (
    <>
      <header>
        <h2 class="grow">{backupMessages.title()}</h2>
        <DownloadButton />
        {value !== undefined && value.folder !== null && (
          <button
            type="button"
            class="button small"
            disabled={isRunning}
            onClick={() =>
              void act(async () => {
                await call('start-backup', {})
                showToast(backupMessages.started())
              })
            }
          >
            {backupMessages.create()}
          </button>
        )}
      </header>
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {value !== undefined && <State status={value} />}
      {value !== undefined && value.backups.length > 0 && (
        <ul class="people">
          {value.backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} onRestore={value.can_restore ? setChosen : undefined} />
          ))}
        </ul>
      )}
      {chosen !== undefined && <RestoreDialog backup={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function State({ status }: { status: Status }) {
  const { storage, folder, encrypted, backups, running, failure } = status
  if (storage === 'postgres') return <p class="inside soft">{backupMessages.postgres()}</p>
  if (folder === null) return <p class="inside soft">{backupMessages.off()}</p>
  const [newest] = backups
  return (
    <div class="inside stack">
      <p class="soft">{backupMessages.help()}</p>
      {failure !== null && (
        <p role="alert">
          <Light state="stop" word={failure.message} /> <span class="faint small">{wholeTime(failure.at)}</span>
        </p>
      )}
      <Latest running={running} newest={newest} />
      <p class="faint small">{backupMessages.folder({ folder })}</p>
      <p class="faint small">{encrypted ? backupMessages.encrypted() : backupMessages.plain()}</p>
      <p class="faint small">{backupMessages.secret()}</p>
    </div>
  )
}

/** One line, so that nothing below it moves, under a finger perhaps, when a backup is done. */
function Latest({ running, newest }: { running: Status['running']; newest: Backup | undefined }) {
  if (running !== null) {
    return (
      <p role="status">
        <Light state="standby" word={phaseOf(running)} />
      </p>
    )
  }
  if (newest === undefined) return <p class="soft">{backupMessages.none()}</p>
  return (
    <p>
      <Light state="go" word={backupMessages.lastGood()} /> <Ago at={newest.created_at} />
    </p>
  )
}

function phaseOf({ phase, share }: NonNullable<Status['running']>): string {
  const percent = Math.floor(share * 100)
  return phase === 'checking' ? backupPhases.checking() : backupPhases[phase]({ percent })
}

function BackupRow({ backup, onRestore }: { backup: Backup; onRestore: ((backup: Backup) => void) | undefined }) {
  const { kind, created_at, bytes, encrypted } = backup
  return (
    <li>
      <div class="grow">
        <p>
          <b>{wholeTime(created_at)}</b>
        </p>
        <p class="faint small">
          {[backupKindNames[kind](), fileSize(bytes), ...(encrypted ? [backupMessages.sealed()] : [])].join(' · ')}
        </p>
      </div>
      {onRestore !== undefined && (
        <button
          type="button"
          class="button small"
          aria-label={backupMessages.restoreOne({ date: wholeTime(created_at) })}
          onClick={() => onRestore(backup)}
        >
          {backupMessages.restore()}
        </button>
      )}
    </li>
  )
}

function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const [word, setWord] = useState('')
  const [isRestarting, setRestarting] = useState(false)
  const { error, busy, attempt: attemptToRestore } = useAttempts()
  const restore = () =>
    attemptToRestore(async () => {
      await call('restore-backup', { name: backup.name, confirm: restoreWord })
      setRestarting(true)
      await untilBack()
      location.reload()
    })
  return (
    <Dialog
      title={backupMessages.restoreTitle({ date: wholeTime(backup.created_at) })}
      submit={backupMessages.restore()}
      danger
      busy={busy || word.trim().toLowerCase() !== restoreWord}
      onClose={onClose}
      onSubmit={() => void restore()}
    >
      <p class="soft">{backupMessages.restoreHelp()}</p>
      <TextField label={backupMessages.restoreWord()} value={word} onInput={setWord} />
      {isRestarting && <p role="status">{backupMessages.restoring()}</p>}
      <FormError error={error} than={[]} />
    </Dialog>
  )
}

/** First the server goes, then it comes back. A restart may be too quick to be noticed. */
async function untilBack(): Promise<void> {
  let wasAway = false
  for (let polls = 0; ; polls++) {
    await new Promise((resolve) => setTimeout(resolve, readyPollMs))
    const isReady = await fetch('/readyz').then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady && (wasAway || polls >= quickRestartPolls)) return
    wasAway ||= !isReady
  }
}

/** A form, so that the browser downloads the file to disk, however large it is. */
function DownloadButton() {
  return (
    <form
      method="post"
      action="/panel/backup"
      onSubmit={(event) => {
        const form = event.currentTarget
        event.preventDefault()
        void attempt(async () => {
          await call('confirm-sign-in', {})
          form.submit()
        })
      }}
    >
      <button type="submit" class="button small">
        <Icon name="download" />
        {backupMessages.download()}
      </button>
    </form>
  )
}
