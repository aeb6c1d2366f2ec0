import '../outcomes.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { asSentence } from '../../../../src/kernel/text/error-words.ts'
import { ApiError } from '../../api.ts'
import { importDialogMessages } from '../../messages/import-dialog.ts'
import { Dialog } from '../dialog.tsx'
import { Field } from '../forms/field.tsx'

const maxFileBytes = 2 * 1024 * 1024
const maxShown = 100

export type ImportedRow = Readonly<Record<string, unknown>>

export interface ImportOutcome {
  /** What was imported, as a sentence. */
  readonly summary: string
  readonly failed: readonly { readonly index: number; readonly name: string; readonly error: string }[]
}

interface ImportProps {
  readonly title: string
  readonly help: string
  /** The name under which an object in the file has the list. */
  readonly listedAs: string
  /** Whether a file that is no list is one entry. */
  readonly isRow: (file: ImportedRow) => boolean
  readonly found: (count: number) => string
  readonly none: string
  /** Imports all rows. One with an error does not affect the others. */
  readonly onImport: (rows: readonly ImportedRow[], onProgress: (done: number) => void) => Promise<ImportOutcome>
  readonly onClose: () => void
  /** Options below the file. */
  readonly children?: ComponentChildren
}

/** Imports a JSON file: one entry, a list of them, or an object with the list. The server checks each. */
export function ImportDialog(props: ImportProps) {
  const { title, help, listedAs, isRow, found, none, onImport, onClose, children } = props
  const [rows, setRows] = useState<readonly ImportedRow[]>()
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const [outcome, setOutcome] = useState<ImportOutcome>()

  async function open(file: File | undefined): Promise<void> {
    setRows(undefined)
    setError(undefined)
    if (file === undefined) return
    if (file.size > maxFileBytes) return setError(importDialogMessages.tooLarge())
    const entries = entriesIn(await file.text(), listedAs, isRow)
    if (entries.length === 0) setError(none)
    else setRows(entries)
  }

  async function start(): Promise<void> {
    if (rows === undefined) return
    setProgress(0)
    try {
      setOutcome(await onImport(rows, (done) => setProgress(done / rows.length)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error.message)
    }
    setProgress(undefined)
  }

  if (outcome !== undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{outcome.summary}</p>
        {outcome.failed.length > 0 && (
          <div class="stack tight">
            <p class="error">{importDialogMessages.failed({ count: outcome.failed.length })}</p>
            <ul class="outcomes">
              {outcome.failed.slice(0, maxShown).map(({ index, name, error }) => (
                <li key={index}>
                  <span class="faint small nowrap">{importDialogMessages.row({ number: index + 1 })}</span>{' '}
                  <b>{name}</b> <span class="small">{asSentence(error)}</span>
                </li>
              ))}
            </ul>
            <p class="soft small">{importDialogMessages.fixHelp()}</p>
          </div>
        )}
      </Dialog>
    )
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void start()}
      submit={importDialogMessages.start()}
      busy={rows === undefined || progress !== undefined}
    >
      <p class="soft">{help}</p>
      <Field label={importDialogMessages.file()} error={error}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".json,application/json"
            onChange={(event) => void open(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {rows !== undefined && <p>{found(rows.length)}</p>}
      {progress !== undefined && <progress value={progress} aria-label={title} />}
      {children}
    </Dialog>
  )
}

function entriesIn(text: string, listedAs: string, isRow: ImportProps['isRow']): readonly ImportedRow[] {
  try {
    const file: unknown = JSON.parse(text)
    if (Array.isArray(file)) return file.filter(isEntry)
    if (!isEntry(file)) return []
    const listed = file[listedAs]
    if (Array.isArray(listed)) return listed.filter(isEntry)
    return isRow(file) ? [file] : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is ImportedRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
