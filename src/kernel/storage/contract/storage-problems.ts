import { defineMessages } from '../../text/message.ts'

/** What can be wrong with the database as a whole, most serious first. While it lasts, `/readyz` responds with 503. */
export const storageProblems = ['gone', 'replaced', 'damaged', 'away', 'full'] as const
export type StorageProblem = (typeof storageProblems)[number]

/** For the log, `/readyz`, the panel and `doctor`. They name no path: `/readyz` is public. */
export const storageProblemTexts = defineMessages('storage.problems', {
  gone: 'The database file was deleted or moved while the server runs. Nothing is saved until the same file is back.',
  replaced:
    'The database file was replaced or changed by another program while the server runs. Nothing is saved until the server is restarted.',
  damaged: 'The database is damaged: what touches the damaged part fails.',
  away: 'The database server does not respond.',
  full: 'The disk is full. Nothing is saved until there is space again.',
})

/** When nobody knows whether a change was saved. */
export const doubtTexts = defineMessages('storage.doubt', {
  databaseAway: 'The database went away while this was being saved, so it may or may not have taken effect.',
  fileMoved: 'The database file was moved while this was being saved, so it may or may not have taken effect.',
})

const messages = defineMessages('storage.remedies', {
  restore: 'To restore the newest backup, stop the server and run: npx showcaller restore {backup}',
  restoreOwn: 'To restore a backup, stop the server and run: npx showcaller restore FILE',
})

/** The problem and what to do about it. `backup` is the newest backup, if there is one. */
export function describeProblem(problem: StorageProblem, backup?: string | null): string {
  const text = storageProblemTexts[problem]()
  if (problem === 'away' || problem === 'full' || problem === 'replaced') return text
  return `${text} ${restoreAdvice(backup)}`
}

export function restoreAdvice(backup?: string | null): string {
  return backup === undefined || backup === null ? messages.restoreOwn() : messages.restore({ backup })
}
