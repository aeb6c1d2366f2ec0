import { Failure } from '../../contract/failures.ts'
import { maxAmount, maxNameLength } from '../../contract/fields.ts'
import { platforms } from '../../contract/platforms.ts'
import { integer, list, object, oneOf, optional, type Static, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { findRow, type ImportRow, setRow } from './import-row.ts'

const cell = (description: string) => optional(text({ max: 40, cleaning: 'name', description }))
const row = object({
  line: integer({ min: 1, max: 10_000_000, description: 'Where it stands in the file.' }),
  user_id: optional(text({ max: maxNameLength, cleaning: 'name', description: "The platform's id." })),
  username: optional(text({ max: maxNameLength, cleaning: 'name', description: 'The name.' })),
  points: cell('The balance.'),
  coin: cell('The coins.'),
  watch_minutes: cell('All minutes watched.'),
})

/** The file's words are checked here, cell by cell, so that what is wrong with a line is told of that line. */
export const importViewers = definePanelOperation({
  name: 'import-viewers',
  summary: 'Sets points, coins and watch time of up to 100 viewers from lines of a file.',
  role: 'editor',
  effect: 'rows',
  input: object({
    platform: oneOf(platforms, { description: 'Whose viewers.' }),
    rows: list(row, { min: 1, max: 100, description: 'Lines of the file.' }),
  }),
  output: object({
    created: integer({ description: 'Viewers who were not known before.' }),
    changed: integer({ description: 'Viewers whose totals are others now.' }),
    unchanged: integer({ description: 'Viewers who had just these totals.' }),
    failed: list(object({ line: integer(), error: text() })),
  }),
  failures: [],
  example: {
    input: { platform: 'kick', rows: [{ line: 2, username: 'alice', points: '120', watch_minutes: '300' }] },
    output: { created: 0, changed: 1, unchanged: 0, failed: [] },
  },
  async handle({ input, caller, ctx, commit }) {
    const failed: { line: number; error: string }[] = []
    const rows: ImportRow[] = []
    for (const written of input.rows) {
      try {
        rows.push(await findRow(ctx, caller.channel, input.platform, written, numbersOf(written)))
      } catch (error) {
        failed.push(told(written.line, error))
      }
    }
    // One deed of a person, however many lines it has.
    const cause = { channel: caller.channel, actor: `import:${caller.person.id}`, requestId: caller.requestId }
    return commit(async (tx) => {
      const outcome = { created: 0, changed: 0, unchanged: 0 }
      const refused = [...failed]
      for (const found of rows) {
        try {
          outcome[await setRow(ctx, tx, cause, found)]++
        } catch (error) {
          refused.push(told(found.line, error))
        }
      }
      const data = { platform: input.platform, lines: input.rows.length, ...outcome, failed: refused.length }
      await ctx.events.appendNew(tx, caller, { kind: 'viewers.imported', data })
      return { ...outcome, failed: refused.sort((a, b) => a.line - b.line) }
    })
  },
})

function told(line: number, error: unknown): { line: number; error: string } {
  if (!(error instanceof Failure)) throw error
  return { line, error: error.message }
}

function numbersOf({ points, coin, watch_minutes }: Static<typeof row>): ImportRow['totals'] {
  return {
    points: wholeNumber('points', points),
    coin: wholeNumber('coin', coin),
    watchMinutes: wholeNumber('watch_minutes', watch_minutes),
  }
}

function wholeNumber(name: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN
  if (value <= maxAmount) return value
  throw new Failure('invalid_parameter', {
    message: `${name} must be a whole number from 0 to ${maxAmount}, not ${written}.`,
  })
}
