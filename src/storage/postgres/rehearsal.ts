import type { Count } from '../sequences.ts'
import type { Command, Outcome } from './session.ts'
import { type Transaction, type Turn, usualOutcome } from './transaction.ts'

/** Work longer than this shares little by waiting for others at every step. */
const maxLines = 60
/** So many statements go in one journey, for which there is one time limit. */
const maxTogether = 128

/** Begins the work of a job on that turn, anew if it has begun before, and tells what it comes to. */
type Begin = (turn: Turn) => Promise<unknown>

export type Result = { readonly value: unknown } | { readonly error: unknown }

/**
 * Runs jobs as if one after the other, in a handful of journeys for all of them instead of one for every statement.
 *
 * First they are rehearsed side by side: what they ask is asked together, and what they change is only noted, taking
 * for granted that it comes to what it usually does. Then everything is sent in order, the questions once more among
 * the changes. A job whose every answer is the same would have done the same on its own. From the first one on whose
 * are not, say because it reads what its neighbour changed, all is undone, and left to whoever asked.
 *
 * Returns what came of the first so many, which hold.
 */
export async function performTogether(transaction: Transaction, begins: readonly Begin[]): Promise<Result[]> {
  transaction.beginScene()
  const parts = begins.map((begin) => createPart(transaction, begin))
  let kept = 0
  try {
    await rehearse(transaction, parts)
    kept = fitAmong(parts).length
    for (;;) {
      const right = await perform(transaction, parts.slice(0, kept))
      if (right === kept) break
      kept = right
      transaction.undoScene()
    }
  } catch (error) {
    if (transaction.fault() !== undefined) throw error
    kept = 0
    transaction.undoScene()
  } finally {
    for (const part of parts) part.leave()
  }
  const those = parts.slice(0, kept)
  transaction.endScene(those.flatMap(({ numbers }) => numbers))
  return those.flatMap(({ result }) => result ?? [])
}

/** Until all are done, or nothing can be told about those that are not. What they ask at one time travels together. */
async function rehearse(transaction: Transaction, parts: readonly Part[]): Promise<void> {
  for (;;) {
    for (const part of parts) await part.pause()
    const asking = fitAmong(parts).filter(({ questions }) => questions.length > 0)
    if (asking.length === 0) return
    const questions = asking.flatMap((part) => part.takeQuestions())
    const { outcomes, error } = await transaction.sendAll(questions.map(({ command }) => command))
    for (const [index, { resolve, reject }] of questions.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined) reject(setAside)
      else resolve(outcome)
    }
    if (error !== undefined) throw error
  }
}

/** How many of them, from the first on, came to what they were told. */
async function perform(transaction: Transaction, parts: readonly Part[]): Promise<number> {
  const lines = parts.flatMap((part, place) => part.lines.map((line) => ({ ...line, place })))
  for (let from = 0; from < lines.length; from += maxTogether) {
    const some = lines.slice(from, from + maxTogether)
    const { outcomes } = await transaction.sendAll(some.map(({ command }) => command))
    const wrong = some.find(({ expected }, index) => !isSame(outcomes[index], expected))
    if (wrong !== undefined) return wrong.place
  }
  return parts.length
}

/** Those before the first of which it cannot be told beforehand what it will do. */
function fitAmong(parts: readonly Part[]): readonly Part[] {
  const at = parts.findIndex((part) => part.isUnfit)
  return at < 0 ? parts : parts.slice(0, at)
}

/** A statement of a job in its place, and what the job was told that it came to. */
interface Line {
  readonly command: Command
  expected: Outcome | undefined
}

interface Question {
  readonly command: Command
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

type Part = ReturnType<typeof createPart>

/** One job while it is rehearsed. */
function createPart(transaction: Transaction, begin: Begin) {
  let pausing = Promise.withResolvers<void>()
  const part = {
    lines: [] as Line[],
    numbers: [] as Count[],
    questions: [] as Question[],
    result: undefined as Result | undefined,
    isUnfit: false,
    /** When it waits for an answer, or is done. */
    pause: () => pausing.promise,
    takeQuestions(): Question[] {
      const taken = part.questions
      part.questions = []
      pausing = Promise.withResolvers()
      if (part.result !== undefined) pausing.resolve()
      return taken
    },
    /** Whoever still waits for an answer gets none. */
    leave(): void {
      part.isUnfit = true
      for (const { reject } of part.questions) reject(setAside)
    },
  }

  function ask(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      part.questions.push({ command, resolve, reject })
      pausing.resolve()
    })
  }

  function giveUp(): never {
    part.isUnfit = true
    throw setAside
  }

  const turn: Turn = {
    async run(command, lock) {
      const isOutOfBounds = part.lines.length === maxLines || (lock !== undefined && !transaction.holds(lock))
      if (part.isUnfit || isOutOfBounds) giveUp()
      const line: Line = { command, expected: undefined }
      part.lines.push(line)
      line.expected = command.query.isRead ? await ask(command) : usualOutcome(command.query)
      return line.expected ?? giveUp()
    },
    async next(sequence, channel) {
      const number = part.isUnfit ? undefined : transaction.nextKnown(sequence, channel)
      if (number === undefined) return giveUp()
      part.numbers.push({ sequence, channel, last: number })
      return number
    },
    // Rare, and what it comes to depends on what is stored.
    reserve: async () => giveUp(),
  }

  function end(result: Result): void {
    part.result = result
    // To undo what it has done would be to undo its neighbours with it.
    part.isUnfit ||= 'error' in result && (part.numbers.length > 0 || part.lines.some(isChange))
    pausing.resolve()
  }

  begin(turn).then(
    (value) => end({ value }),
    (error: unknown) => end({ error }),
  )
  return part
}

/** Ends a rehearsal that comes to nothing; the work begins anew afterwards. */
const setAside = new Error('the rehearsal was set aside')

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
