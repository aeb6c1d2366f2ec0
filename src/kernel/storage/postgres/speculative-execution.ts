import type { Count } from '../sequences.ts'
import type { Outcome, PostgresCommand } from './session.ts'
import { lastOutcome, type Transaction, type Turn } from './transaction.ts'

/** Longer work gains little by waiting for others at every statement. */
const maxStatements = 60
/** Statements sent in one round trip, which has one time limit. */
const maxPerRoundTrip = 128

/** Runs the work of a job on that turn, again if it has run before. */
type Begin = (turn: Turn) => Promise<unknown>

export type JobResult = { readonly value: unknown } | { readonly error: unknown }

/**
 * Speculative execution with validation, as in optimistic concurrency control: runs jobs with the result of running them
 * one after the other, in a handful of round trips instead of one per statement.
 *
 * First all jobs run side by side: their reads are sent together, and their writes are only recorded, with the outcome
 * that the statement had the last time. Then everything is sent in order, the reads once more among the writes. A job
 * whose every outcome is the expected one would have done the same on its own. From the first job on that saw something
 * else, for example because it reads what the job before it changed, everything is rolled back to a savepoint.
 *
 * Returns the results of the jobs that hold, from the first on; the caller runs the rest.
 */
export async function executeSpeculatively(transaction: Transaction, begins: readonly Begin[]): Promise<JobResult[]> {
  transaction.beginSpeculation()
  const parts = begins.map((begin) => createPart(transaction, begin))
  let kept = 0
  try {
    await speculate(transaction, parts)
    kept = predictable(parts).length
    for (;;) {
      const right = await validate(transaction, parts.slice(0, kept))
      if (right === kept) break
      kept = right
      transaction.undoSpeculation()
    }
  } catch (error) {
    if (transaction.fault() !== undefined) throw error
    kept = 0
    transaction.undoSpeculation()
  } finally {
    for (const part of parts) part.leave()
  }
  const those = parts.slice(0, kept)
  transaction.endSpeculation(those.flatMap(({ numbers }) => numbers))
  return those.flatMap(({ result }) => result ?? [])
}

/** Until every job is done or given up. Reads that wait at the same time share a round trip. */
async function speculate(transaction: Transaction, parts: readonly Part[]): Promise<void> {
  for (;;) {
    for (const part of parts) await part.pause()
    const asking = predictable(parts).filter(({ questions }) => questions.length > 0)
    if (asking.length === 0) return
    const questions = asking.flatMap((part) => part.takeQuestions())
    const { outcomes, error } = await transaction.sendAll(questions.map(({ command }) => command))
    for (const [index, { resolve, reject }] of questions.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined) reject(abandoned)
      else resolve(outcome)
    }
    if (error !== undefined) throw error
  }
}

/** Sends everything in order. Returns how many jobs, from the first on, had the outcomes they were given. */
async function validate(transaction: Transaction, parts: readonly Part[]): Promise<number> {
  const lines = parts.flatMap((part, place) => part.lines.map((line) => ({ ...line, place })))
  for (let from = 0; from < lines.length; from += maxPerRoundTrip) {
    const some = lines.slice(from, from + maxPerRoundTrip)
    const { outcomes } = await transaction.sendAll(some.map(({ command }) => command))
    const wrong = some.find(({ expected }, index) => !isSame(outcomes[index], expected))
    if (wrong !== undefined) return wrong.place
  }
  return parts.length
}

/** The jobs before the first whose outcomes cannot be predicted. */
function predictable(parts: readonly Part[]): readonly Part[] {
  const at = parts.findIndex((part) => part.isUnpredictable)
  return at < 0 ? parts : parts.slice(0, at)
}

/** A statement of a job, and the outcome the job was given for it. */
interface Line {
  readonly command: PostgresCommand
  expected: Outcome | undefined
}

interface Question {
  readonly command: PostgresCommand
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

type Part = ReturnType<typeof createPart>

/** One job during speculation. */
function createPart(transaction: Transaction, begin: Begin) {
  let pausing = Promise.withResolvers<void>()
  const part = {
    lines: [] as Line[],
    numbers: [] as Count[],
    questions: [] as Question[],
    result: undefined as JobResult | undefined,
    isUnpredictable: false,
    /** Resolves when the job waits for a read or is done. */
    pause: () => pausing.promise,
    takeQuestions(): Question[] {
      const taken = part.questions
      part.questions = []
      pausing = Promise.withResolvers()
      if (part.result !== undefined) pausing.resolve()
      return taken
    },
    /** Rejects reads that are still waiting. */
    leave(): void {
      part.isUnpredictable = true
      for (const { reject } of part.questions) reject(abandoned)
    },
  }

  function ask(command: PostgresCommand): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      part.questions.push({ command, resolve, reject })
      pausing.resolve()
    })
  }

  function giveUp(): never {
    part.isUnpredictable = true
    throw abandoned
  }

  const turn: Turn = {
    async run(command, lock) {
      const isOutOfBounds = part.lines.length === maxStatements || (lock !== undefined && !transaction.holds(lock))
      if (part.isUnpredictable || isOutOfBounds) giveUp()
      const line: Line = { command, expected: undefined }
      part.lines.push(line)
      line.expected = command.query.isRead ? await ask(command) : lastOutcome(command.query)
      return line.expected ?? giveUp()
    },
    async next(sequence, channel) {
      const number = part.isUnpredictable ? undefined : transaction.nextKnown(sequence, channel)
      if (number === undefined) return giveUp()
      part.numbers.push({ sequence, channel, last: number })
      return number
    },
    // Rare, and its outcome depends on what is stored.
    reserve: async () => giveUp(),
  }

  function end(result: JobResult): void {
    part.result = result
    // Rolling back its changes would roll back the other jobs with it.
    part.isUnpredictable ||= 'error' in result && (part.numbers.length > 0 || part.lines.some(isChange))
    pausing.resolve()
  }

  begin(turn).then(
    (value) => end({ value }),
    (error: unknown) => end({ error }),
  )
  return part
}

/** Ends a speculation that is given up; the work runs again afterwards. */
const abandoned = new Error('the speculative execution was given up')

function isChange({ command }: Line): boolean {
  return !command.query.isRead
}

function isSame(outcome: Outcome | undefined, expected: Outcome | undefined): boolean {
  if (outcome === undefined || outcome.tag !== expected?.tag || outcome.rows.length !== expected.rows.length)
    return false
  return outcome.rows.every((row, index) => {
    const other = expected.rows[index]
    for (const name in row) if (row[name] !== other?.[name]) return false
    return true
  })
}
