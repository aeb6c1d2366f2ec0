import { useState } from 'preact/hooks'
import type { Platform } from '../../../../src/platforms/contract/platforms.ts'
import { ApiError } from '../../api.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { showError, showToast } from '../../ui/toasts.tsx'
import { viewerImportMessages } from './messages.ts'

/** Streams the file and shows the progress on the button. */
export function ExportButton({ platform }: { platform: Platform }) {
  const [lines, setLines] = useState<number>()

  async function run(): Promise<void> {
    setLines(0)
    try {
      const pieces = await readPieces(platform, setLines)
      saveFile(new Blob(pieces, { type: 'text/csv' }), `viewers-${platform}.csv`)
      showToast(viewerImportMessages.exported({ count: linesIn(pieces) - 1 }))
    } catch (error) {
      if (error instanceof ApiError) showError(error)
      else showToast(viewerImportMessages.exportFailed(), 'stop')
    }
    setLines(undefined)
  }

  return (
    <button type="button" class="button" disabled={lines !== undefined} onClick={() => void run()}>
      <Icon name="download" />
      {lines === undefined ? viewerImportMessages.export() : viewerImportMessages.exporting({ count: lines })}
    </button>
  )
}

async function readPieces(platform: Platform, onProgress: (lines: number) => void): Promise<string[]> {
  const response = await fetch(`/panel/viewers.csv?platform=${platform}`, { method: 'POST' })
  if (!response.ok || response.body === null) throw new ApiError(response.status, await response.json())
  const pieces: string[] = []
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return pieces
    pieces.push(value)
    onProgress(linesIn(pieces))
  }
}

function linesIn(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.split('\n').length - 1, 0)
}
