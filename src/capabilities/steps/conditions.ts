import { isMeant } from '../../definitions/is-meant.ts'
import { createInputReader } from '../../kernel/schema/read-input.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Condition, conditionInput } from './contract/conditions.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import { patternOf, workOf } from './patterns.ts'
import type { Run } from './run.ts'
import { type Lookup, render } from './template.ts'

const read = createInputReader<Condition>(conditionInput)
const maxConditions = 10

/** Whether the `condition` of a step is true: one object, or a list of objects that must all be true. */
export async function isConditionMet(
  condition: unknown,
  run: Run,
  lookup: Lookup,
  takePatternWork: (work: number) => void,
): Promise<boolean> {
  for (const one of listed(condition)) if (!(await isOneMet(one, run, lookup, takePatternWork))) return false
  return true
}

/** Throws the failure of a condition that is not valid, true or not. */
export async function checkCondition(condition: unknown): Promise<void> {
  for (const written of listed(condition)) {
    if (typeof written !== 'object' || written === null) throw invalid(commandErrors.conditionNotAnObject.of())
    const { matches } = read(written)
    if (matches !== undefined) await patternOf(matches)
  }
}

function listed(condition: unknown): readonly unknown[] {
  if (condition === undefined) return []
  const all = Array.isArray(condition) ? condition : [condition]
  if (all.length > maxConditions) throw invalid(commandErrors.tooManyConditions.of({ max: maxConditions }))
  return all
}

async function isOneMet(
  written: unknown,
  run: Run,
  lookup: Lookup,
  takePatternWork: (work: number) => void,
): Promise<boolean> {
  if (typeof written !== 'object' || written === null) throw invalid(commandErrors.conditionNotAnObject.of())
  // A blank text is a value here, while the input reader drops it: so texts are taken as written.
  const given = written as Readonly<Record<string, unknown>>
  const { above, below, role, matches } = read(written)
  const fill = async (value: unknown) => (typeof value === 'string' ? (await render(value, lookup)).trim() : '')
  const value = await fill(given.value)
  const same = async (other: unknown) => nameKey(await fill(other)) === nameKey(value)
  if ('is' in given && !(await same(given.is))) return false
  if ('is_not' in given && (await same(given.is_not))) return false
  if ('contains' in given && !nameKey(value).includes(nameKey(await fill(given.contains)))) return false
  if (above !== undefined && !(numberIn(value) > above)) return false
  if (below !== undefined && !(numberIn(value) < below)) return false
  if (role !== undefined && !isMeant([role], run.user.username, run.user.roles)) return false
  if (matches === undefined) return true
  const pattern = await patternOf(matches)
  takePatternWork(workOf(pattern, value))
  return pattern(value)
}

/** A text that is not a number is neither above nor below any number. */
function numberIn(value: string): number {
  return value === '' ? Number.NaN : Number(value)
}
