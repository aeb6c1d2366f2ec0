import type { WrittenStep } from '../../../src/definitions/define-step.ts'

/** Where a step stands in a list of steps that may contain lists: `[2, 'then', 0]`. A list has the path without the last number. */
export type StepPath = readonly (string | number)[]
export type Steps = readonly WrittenStep[]

let lastKey = 0
const keys = new WeakMap<object, number>()

/** Identifies a step while it is edited and moved. */
export function keyOf(step: WrittenStep): number {
  const known = keys.get(step)
  if (known !== undefined) return known
  keys.set(step, ++lastKey)
  return lastKey
}

/** `[2].then[0]`, as the server names it in an error. */
export function pathText(path: StepPath): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
}

export function isSamePath(a: StepPath, b: StepPath): boolean {
  return a.length === b.length && isInside(a, b)
}

/** Whether the path is that of the step or of something in it. */
export function isInside(path: StepPath, step: StepPath): boolean {
  return step.every((part, index) => path[index] === part)
}

export function valueAt(steps: Steps, path: StepPath): unknown {
  return path.reduce<unknown>((value, part) => (value as Readonly<Record<string, unknown>> | undefined)?.[part], steps)
}

export function listAt(steps: Steps, list: StepPath): Steps {
  const value = valueAt(steps, list)
  return Array.isArray(value) ? value.filter((step) => typeof step === 'object' && step !== null) : []
}

export function changeAt(steps: Steps, path: StepPath, change: (value: unknown) => unknown): Steps {
  return changed(steps, path, change) as Steps
}

export function insertAt(steps: Steps, list: StepPath, index: number, step: WrittenStep): Steps {
  return changeAt(steps, list, (value) => (Array.isArray(value) ? value : []).toSpliced(index, 0, step))
}

export function removeAt(steps: Steps, path: StepPath): Steps {
  const { list, index } = placeOf(path)
  return changeAt(steps, list, (value) => (Array.isArray(value) ? value : []).toSpliced(index, 1))
}

/** Moves a step in front of what stands at `index` of the list. A step cannot move into itself. */
export function moveTo(steps: Steps, from: StepPath, list: StepPath, index: number): Steps {
  if (isInside(list, from)) return steps
  const step = valueAt(steps, from) as WrittenStep | undefined
  if (step === undefined) return steps
  // The gap keeps every index valid until the step stands in its new place.
  const gap: WrittenStep = {}
  const opened = changeAt(steps, from, () => gap)
  return without(insertAt(opened, list, index, step), gap) as Steps
}

/** One place up or down; out of a nested list at its ends. Undefined at the ends of the whole. */
export function moveBy(steps: Steps, path: StepPath, by: 1 | -1): { steps: Steps; step: WrittenStep } | undefined {
  const { list, index } = placeOf(path)
  const step = valueAt(steps, path) as WrittenStep
  const target = index + by
  if (target >= 0 && target < listAt(steps, list).length) {
    return { steps: moveTo(steps, path, list, by === 1 ? index + 2 : index - 1), step }
  }
  return moveOut(steps, path, by)
}

/** In front of or behind the step that contains it. */
export function moveOut(steps: Steps, path: StepPath, by: 1 | -1): { steps: Steps; step: WrittenStep } | undefined {
  const parent = parentOf(steps, path)
  if (parent === undefined) return undefined
  const { list, index } = placeOf(parent)
  return {
    steps: moveTo(steps, path, list, by === 1 ? index + 1 : index),
    step: valueAt(steps, path) as WrittenStep,
  }
}

export function placeOf(path: StepPath): { list: StepPath; index: number } {
  return { list: path.slice(0, -1), index: Number(path.at(-1)) }
}

/** The step whose nested list has this step. */
export function parentOf(steps: Steps, path: StepPath): StepPath | undefined {
  // The option of a choice is an entry of a list as well, but not a step: it has no type.
  for (let end = path.length - 2; end > 0; end--) {
    const outer = path.slice(0, end)
    if (typeof (valueAt(steps, outer) as WrittenStep | undefined)?.type === 'string') return outer
  }
  return undefined
}

function changed(value: unknown, path: StepPath, change: (value: unknown) => unknown): unknown {
  const [part, ...rest] = path
  if (part === undefined) return change(value)
  if (Array.isArray(value)) {
    const index = Number(part)
    const before: unknown = value[index]
    return value.with(index, sameKey(before, changed(before, rest, change)))
  }
  const record = (value ?? {}) as Readonly<Record<string, unknown>>
  return { ...record, [part]: changed(record[part], rest, change) }
}

function without(value: unknown, gap: object): unknown {
  if (Array.isArray(value))
    return value.filter((entry) => entry !== gap).map((entry) => sameKey(entry, without(entry, gap)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const next = entries.map(([name, entry]) => [name, Array.isArray(entry) ? without(entry, gap) : entry] as const)
  return Object.fromEntries(next)
}

function sameKey(before: unknown, after: unknown): unknown {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return after
  const key = keys.get(before)
  if (key !== undefined && !keys.has(after)) keys.set(after, key)
  return after
}
