import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { ImportDialog, type ImportedRow, type ImportOutcome } from '../../ui/lists/import-dialog.tsx'
import { commandImportMessages } from './messages.ts'

type Outcome = Answer<'import-commands'>

/** The size of one call, well below the server's limit for a body. */
const maxCallBytes = 150_000
const maxCallRows = 200

export function ImportCommands({ onClose }: { onClose: () => void }) {
  const [replace, setReplace] = useState(false)
  return (
    <ImportDialog
      title={commandImportMessages.title()}
      help={commandImportMessages.help()}
      listedAs="commands"
      isRow={(entry) => 'command' in entry}
      found={(count) => commandImportMessages.found({ count })}
      none={commandImportMessages.none()}
      onImport={(rows, onProgress) => importAll(rows, replace, onProgress)}
      onClose={onClose}
    >
      <label class="choice">
        <input type="checkbox" checked={replace} onChange={(event) => setReplace(event.currentTarget.checked)} />
        <span>
          {commandImportMessages.replace()} <span class="faint small">{commandImportMessages.replaceHelp()}</span>
        </span>
      </label>
    </ImportDialog>
  )
}

async function importAll(
  rows: readonly ImportedRow[],
  replace: boolean,
  onProgress: (done: number) => void,
): Promise<ImportOutcome> {
  let sum: Outcome = { created: 0, changed: 0, passed_over: 0, failed: [] }
  for (let from = 0; from < rows.length; ) {
    onProgress(from)
    const batch = batchFrom(rows, from)
    sum = add(sum, await call('import-commands', { commands: batch, replace }), from)
    from += batch.length
  }
  const { created, changed, passed_over: skipped } = sum
  return {
    summary: commandImportMessages.done({ created, changed, skipped }),
    failed: sum.failed.map(({ index, command: name, error }) => ({ index, name, error })),
  }
}

function batchFrom(rows: readonly ImportedRow[], from: number): ImportedRow[] {
  const batch: ImportedRow[] = []
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
