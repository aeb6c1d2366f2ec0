import { useState } from 'preact/hooks'
import { type Answer, ApiError, call } from '../../api.ts'
import { commandImportMessages } from '../../messages/commands.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

type Outcome = Answer<'import-commands'>
type Row = Readonly<Record<string, unknown>>

const maxFileBytes = 2 * 1024 * 1024
/** The size of one call, well below the server's limit for a body. */
const maxCallBytes = 150_000
const maxCallRows = 200

export function ImportCommands({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<readonly Row[]>()
  const [replace, setReplace] = useState(false)
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const [done, setDone] = useState<Outcome>()

  async function open(file: File | undefined): Promise<void> {
    setRows(undefined)
    setError(undefined)
    if (file === undefined) return
    if (file.size > maxFileBytes) return setError(commandImportMessages.tooLarge())
    const found = rowsIn(await file.text())
    if (found.length === 0) setError(commandImportMessages.none())
    else setRows(found)
  }

  async function start(): Promise<void> {
    if (rows === undefined) return
    let sum: Outcome = { created: 0, changed: 0, passed_over: 0, failed: [] }
    try {
      for (let from = 0; from < rows.length; ) {
        setProgress(from / rows.length)
        const batch = batchFrom(rows, from)
        sum = add(sum, await call('import-commands', { commands: batch, replace }), from)
        from += batch.length
      }
      setDone(sum)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error.message)
    }
    setProgress(undefined)
  }

  if (done !== undefined) {
    const { created, changed, passed_over, failed } = done
    return (
      <Dialog title={commandImportMessages.title()} onClose={onClose}>
        <p>{commandImportMessages.done({ created, changed, skipped: passed_over })}</p>
        {failed.length > 0 && (
          <div class="stack tight">
            <p class="error">{commandImportMessages.failed({ count: failed.length })}</p>
            <ul class="outcomes">
              {failed.slice(0, 100).map(({ index, command, error }) => (
                <li key={index}>
                  <span class="faint small nowrap">{commandImportMessages.row({ number: index + 1 })}</span>{' '}
                  <b class="mono">{command}</b> <span class="small">{error}</span>
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
      title={commandImportMessages.title()}
      onClose={onClose}
      onSubmit={() => void start()}
      submit={commandImportMessages.start()}
      busy={rows === undefined || progress !== undefined}
    >
      <p class="soft">{commandImportMessages.help()}</p>
      <Field label={commandImportMessages.file()} error={error}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".json,application/json"
            onChange={(event) => void open(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {rows !== undefined && <p>{commandImportMessages.found({ count: rows.length })}</p>}
      {progress !== undefined && <progress value={progress} aria-label={commandImportMessages.title()} />}
      <label class="choice">
        <input type="checkbox" checked={replace} onChange={(event) => setReplace(event.currentTarget.checked)} />
        <span>
          {commandImportMessages.replace()} <span class="faint small">{commandImportMessages.replaceHelp()}</span>
        </span>
      </label>
    </Dialog>
  )
}

function rowsIn(text: string): readonly Row[] {
  try {
    const file: unknown = JSON.parse(text)
    const list = Array.isArray(file) ? file : (file as { commands?: unknown } | null)?.commands
    return Array.isArray(list) ? list.filter((row) => typeof row === 'object' && row !== null) : []
  } catch {
    return []
  }
}

function batchFrom(rows: readonly Row[], from: number): Row[] {
  const batch: Row[] = []
  let bytes = 0
  for (const row of rows.slice(from, from + maxCallRows)) {
    bytes += JSON.stringify(row).length
    if (batch.length > 0 && bytes > maxCallBytes) break
    batch.push(row)
  }
  return batch
}

function add(sum: Outcome, more: Outcome, from: number): Outcome {
  return {
    created: sum.created + more.created,
    changed: sum.changed + more.changed,
    passed_over: sum.passed_over + more.passed_over,
    failed: [...sum.failed, ...more.failed.map((row) => ({ ...row, index: row.index + from }))],
  }
}
