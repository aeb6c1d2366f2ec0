import { ApiError, type Calls, call } from '../../api.ts'
import { ImportDialog, type ImportedRow, type ImportOutcome } from '../../ui/lists/import-dialog.tsx'
import { automationImportMessages } from './messages.ts'

/** Adds the automations of a file, one by one. */
export function ImportAutomations({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      title={automationImportMessages.title()}
      help={automationImportMessages.help()}
      listedAs="automations"
      isRow={(entry) => 'trigger' in entry}
      found={(count) => automationImportMessages.found({ count })}
      none={automationImportMessages.none()}
      onImport={addAll}
      onClose={onClose}
    />
  )
}

async function addAll(rows: readonly ImportedRow[], onProgress: (done: number) => void): Promise<ImportOutcome> {
  const failed: ImportOutcome['failed'][number][] = []
  for (const [index, { id: _ofAnotherChannel, ...row }] of rows.entries()) {
    onProgress(index)
    try {
      // What a file brings starts nothing before somebody has looked at it.
      await call('save-automation', { ...row, active: 0 } as Calls['save-automation']['input'])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push({ index, name: String(row.name), error: error.message })
    }
  }
  return { summary: automationImportMessages.done({ count: rows.length - failed.length }), failed }
}
