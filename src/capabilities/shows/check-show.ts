import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { findStepFault } from '../steps/check-steps.ts'
import { maxCues, readCueStart, type WrittenShow } from './contract/shows.ts'
import { cueLimits } from './cue-steps.ts'
import { showErrors } from './messages.ts'

/** Checks what the schema cannot: numbers that are used twice, how cues start, and whether every step could run. */
export async function checkShow({ cues }: Pick<WrittenShow, 'cues'>): Promise<void> {
  if (cues.length > maxCues) throw wrong('cues', showErrors.tooManyCues.of({ max: maxCues }))
  const numbers = new Set<string>()
  for (const [index, { number, start, steps }] of cues.entries()) {
    const path = `cues[${index}]`
    if (numbers.has(number)) throw wrong(`${path}.number`, showErrors.numberTaken.of({ number }))
    numbers.add(number)
    if (readCueStart(start) === undefined) {
      throw wrong(`${path}.start`, showErrors.start.of({ path: `${path}.start` }))
    }
    const fault = await findStepFault(steps, cueLimits)
    if (fault === undefined) continue
    throw wrong(`${path}.steps${fault.path}.${fault.field}`, showErrors.inCue.of({ number, error: fault.message }))
  }
}

function wrong(path: string, message: Text): Failure {
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}
