import { useEffect, useRef, useState } from 'preact/hooks'
import { asSentence } from '../../../../src/kernel/text/error-words.ts'
import { type Platform, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { ApiError, call } from '../../api.ts'
import { listed, number } from '../../format.ts'
import { commonMessages } from '../../messages/common.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { type CsvFile, type CsvRow, readCsv } from './csv.ts'
import { viewerImportMessages } from './messages.ts'

const linesAtOnce = 100
const maxBytes = 50 * 1024 * 1024
const shownFailures = 100

interface Progress {
  readonly done: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly failed: readonly { readonly line: number; readonly error: string }[]
}

const nothing: Progress = { done: 0, created: 0, changed: 0, unchanged: 0, failed: [] }

/** The file is parsed here and sent in batches of 100 rows; the server checks each row. */
export function ImportDialog({ platform, onClose }: { platform: Platform; onClose: () => void }) {
  const [file, setFile] = useState<CsvFile>()
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<Progress>()
  const [state, setState] = useState<'choosing' | 'running' | 'finished' | 'stopped'>('choosing')
  const stopping = useRef(false)
  useEffect(
    () => () => {
      stopping.current = true
    },
    [],
  )

  async function choose(chosen: File | undefined): Promise<void> {
    setFile(undefined)
    setProblem(undefined)
    if (chosen === undefined) return
    if (chosen.size > maxBytes) return setProblem(viewerImportMessages.tooLarge())
    const read = readCsv(await chosen.text())
    const hasWho = read.columns.some((column) => column === 'username' || column === 'user_id')
    const hasWhat = read.columns.some((column) => column !== 'username' && column !== 'user_id')
    if (!hasWho || !hasWhat) setProblem(viewerImportMessages.noColumns())
    else if (read.rows.length === 0) setProblem(viewerImportMessages.empty())
    else setFile(read)
  }

  async function run(rows: readonly CsvRow[]): Promise<void> {
    setState('running')
    let sum = nothing
    setProgress(sum)
    for (let at = 0; at < rows.length && !stopping.current; at += linesAtOnce) {
      const batch = rows.slice(at, at + linesAtOnce)
      sum = added(sum, batch.length, await sendBatch(platform, batch))
      setProgress(sum)
    }
    setState(stopping.current ? 'stopped' : 'finished')
  }

  const isOver = state === 'finished' || state === 'stopped'
  return (
    <Dialog
      title={viewerImportMessages.title()}
      onClose={onClose}
      wide
      busy={state === 'choosing' && file === undefined}
      submit={
        isOver
          ? commonMessages.done()
          : state === 'running'
            ? viewerImportMessages.stop()
            : viewerImportMessages.start({ count: file?.rows.length ?? 0 })
      }
      onSubmit={() => {
        if (isOver) onClose()
        else if (state === 'running') stopping.current = true
        else if (file !== undefined) void run(file.rows)
      }}
    >
      {state === 'choosing' && (
        <>
          <Field
            label={viewerImportMessages.file({ platform: platformTitles[platform] })}
            hint={viewerImportMessages.fileHelp()}
            error={problem}
          >
            {(attributes) => (
              <input
                {...attributes}
                type="file"
                accept=".csv,text/csv,.tsv,.txt"
                onChange={(event) => void choose(event.currentTarget.files?.[0])}
              />
            )}
          </Field>
          {file !== undefined && <Preview file={file} />}
        </>
      )}
      {progress !== undefined && file !== undefined && (
        <Outcome progress={progress} file={file} platform={platform} state={state} />
      )}
    </Dialog>
  )
}

/** When a whole batch is refused, every row of it counts as failed. */
async function sendBatch(platform: Platform, batch: readonly CsvRow[]): Promise<Omit<Progress, 'done'>> {
  try {
    const { failed, ...counts } = await call('import-viewers', { platform, rows: batch })
    return { ...counts, failed: failed.map((row) => ({ ...row, error: asSentence(row.error) })) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const failed = batch.map(({ line }, index) => {
      const own = error.details.find(({ path }) => path.startsWith(`rows[${index}]`))
      return { line, error: own?.sentence ?? error.message }
    })
    return { ...nothing, failed }
  }
}

function added(sum: Progress, lines: number, more: Omit<Progress, 'done'>): Progress {
  return {
    done: sum.done + lines,
    created: sum.created + more.created,
    changed: sum.changed + more.changed,
    unchanged: sum.unchanged + more.unchanged,
    failed: [...sum.failed, ...more.failed],
  }
}

function Preview({ file }: { file: CsvFile }) {
  return (
    <div class="stack tight">
      <p>
        {viewerImportMessages.ready({ count: file.rows.length })}
        {file.passedOver.length > 0 && (
          <span class="soft"> {viewerImportMessages.skipped({ names: listed(file.passedOver) })}</span>
        )}
      </p>
      <table class="flat preview">
        <thead>
          <tr>
            {file.columns.map((column) => (
              <th key={column} scope="col" class="mono">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.rows.slice(0, 4).map((row) => (
            <tr key={row.line}>
              {file.columns.map((column) => (
                <td key={column} class="cut what">
                  {row[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface OutcomeProps {
  readonly progress: Progress
  readonly file: CsvFile
  readonly platform: Platform
  readonly state: string
}

function Outcome({ progress, file, platform, state }: OutcomeProps) {
  const { done, created, changed, unchanged, failed } = progress
  const total = file.rows.length
  const isRunning = state === 'running'
  return (
    <div class="stack">
      <div class="stack tight" role="status">
        <Light
          state={isRunning ? 'standby' : failed.length > 0 || state === 'stopped' ? 'stop' : 'go'}
          word={
            isRunning
              ? viewerImportMessages.progress({ done, total })
              : state === 'stopped'
                ? viewerImportMessages.stopped()
                : viewerImportMessages.finished()
          }
        />
        <progress value={done} max={total} aria-label={viewerImportMessages.progress({ done, total })} />
      </div>
      <dl class="viewer-figures">
        {(
          [
            [viewerImportMessages.created(), created],
            [viewerImportMessages.changed(), changed],
            [viewerImportMessages.unchanged(), unchanged],
            [viewerImportMessages.failed(), failed.length],
          ] as const
        ).map(([word, count]) => (
          <div key={word}>
            <dt class="faint small">{word}</dt>
            <dd class="figure">{number(count)}</dd>
          </div>
        ))}
      </dl>
      {failed.length > 0 && !isRunning && (
        <div class="row">
          <p class="grow soft">{viewerImportMessages.fixHelp()}</p>
          <button
            type="button"
            class="button"
            onClick={() => saveFile(failedRows(file, failed), `viewers-${platform}-failed.csv`)}
          >
            <Icon name="download" />
            {viewerImportMessages.saveFailed({ count: failed.length })}
          </button>
        </div>
      )}
      {failed.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard too
        <ul class="failures" tabIndex={0} aria-label={viewerImportMessages.failed()}>
          {failed.slice(0, shownFailures).map(({ line, error }) => (
            <li key={line}>
              <span class="faint figure">{viewerImportMessages.line({ line })}</span>
              <span>{error}</span>
            </li>
          ))}
          {failed.length > shownFailures && (
            <li class="soft">{viewerImportMessages.moreFailed({ count: failed.length - shownFailures })}</li>
          )}
        </ul>
      )}
    </div>
  )
}

/** The failed rows as they were, with the reason in a column of its own, which an import skips. */
function failedRows({ columns, rows }: CsvFile, failed: Progress['failed']): Blob {
  const errors = new Map(failed.map(({ line, error }) => [line, error]))
  const lines = rows
    .filter(({ line }) => errors.has(line))
    .map((row) => [...columns.map((column) => row[column] ?? ''), errors.get(row.line) ?? ''])
  const text = [[...columns, 'error'], ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n')
  return new Blob([`${text}\r\n`], { type: 'text/csv' })
}

/** A spreadsheet must not take a cell for a formula. */
function quoted(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
