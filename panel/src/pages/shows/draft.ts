import { readCueStart, type WrittenCue } from '../../../../src/capabilities/shows/contract/shows.ts'
import type { Answer } from '../../api.ts'
import { showMessages } from './messages.ts'

export type ShowEntry = Answer<'list-shows'>['shows'][number]

export interface ShowDraft {
  readonly name: string
  readonly cues: readonly WrittenCue[]
}

/** Where the unsaved changes of a show are kept. */
export function showPlace(id: number | undefined): string {
  return `show:${id ?? 'new'}`
}

export const newDraft: ShowDraft = { name: '', cues: [] }

/** The next whole number after the highest one. */
export function nextNumber(cues: readonly WrittenCue[]): string {
  const highest = Math.max(0, ...cues.map(({ number }) => Math.floor(Number(number))).filter(Number.isFinite))
  return String(highest + 1)
}

export function newCue(number: string): WrittenCue {
  return { number, name: '', notes: '', start: 'go', pre_wait: 0, post_wait: 0, steps: [] }
}

/** How a cue starts, in a few words. */
export function startText({ start }: Pick<WrittenCue, 'start'>): string {
  const read = readCueStart(start)
  if (typeof read !== 'object') return showMessages.onGo()
  return 'after' in read ? showMessages.followsAfter({ seconds: read.after }) : showMessages.startsAt({ time: read.at })
}

/** The file of a show, as `save-show` takes it. */
export function fileOf({ name, cues }: ShowDraft): string {
  return JSON.stringify({ version: 1, name, cues }, null, 2)
}

export function saveFile({ name, cues }: ShowDraft): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([fileOf({ name, cues })], { type: 'application/json' }))
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'show'}.show.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
