import { useState } from 'preact/hooks'
import { ApiError, type Calls, call } from '../../api.ts'
import { automationImportMessages } from '../../messages/automations.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

type Written = Calls['save-automation']['input']

const maxFileBytes = 2 * 1024 * 1024

interface Failed {
  readonly name: string
  readonly error: string
}

/** Adds the automations of a file, one by one: an invalid one does not affect the others. */
export function ImportAutomations({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<readonly Written[]>()
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const [done, setDone] = useState<{ added: number; failed: readonly Failed[] }>()

  async function open(file: File | undefined): Promise<void> {
    setRows(undefined)
    setError(undefined)
    if (file === undefined) return
    if (file.size > maxFileBytes) return setError(automationImportMessages.tooLarge())
    const found = automationsIn(await file.text())
    if (found.length === 0) setError(automationImportMessages.none())
    else setRows(found)
  }
  async function start(): Promise<void> {
    if (rows === undefined) return
    const failed: Failed[] = []
    for (const [index, row] of rows.entries()) {
      setProgress(index / rows.length)
      try {
        // What a file brings starts nothing before somebody has looked at it.
        await call('save-automation', { ...row, active: 0 })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        failed.push({ name: String(row.name), error: error.message })
      }
    }
    setProgress(undefined)
    setDone({ added: rows.length - failed.length, failed })
  }

  if (done !== undefined) {
    return (
      <Dialog title={automationImportMessages.title()} onClose={onClose}>
        <p>{automationImportMessages.done({ count: done.added })}</p>
        {done.failed.length > 0 && (
          <div class="stack tight">
            <p class="error">{automationImportMessages.failed({ count: done.failed.length })}</p>
            <ul class="outcomes">
              {done.failed.slice(0, 100).map(({ name, error }, index) => (
                <li key={index}>
                  <b>{name}</b> <span class="small">{error}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Dialog>
    )
  }
  return (
    <Dialog
      title={automationImportMessages.title()}
      onClose={onClose}
      onSubmit={() => void start()}
      submit={automationImportMessages.start()}
      busy={rows === undefined || progress !== undefined}
    >
      <p class="soft">{automationImportMessages.help()}</p>
      <Field label={automationImportMessages.file()} error={error}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".json,application/json"
            onChange={(event) => void open(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {rows !== undefined && <p>{automationImportMessages.found({ count: rows.length })}</p>}
      {progress !== undefined && <progress value={progress} aria-label={automationImportMessages.title()} />}
    </Dialog>
  )
}

/** One automation, a list of them, or an object with the list. The server checks each. */
function automationsIn(text: string): readonly Written[] {
  try {
    const file = JSON.parse(text) as { automations?: unknown; trigger?: unknown } | null
    const list = Array.isArray(file) ? file : Array.isArray(file?.automations) ? file.automations : [file]
    return list.filter((one) => typeof one === 'object' && one !== null && 'trigger' in one).map(withoutId)
  } catch {
    return []
  }
}

/** Ids belong to the channel that the file comes from. */
function withoutId({ id: _id, ...written }: Written): Written {
  return written
}
