import type { ObjectSchema, Schema } from '../../src/kernel/schema/schema.ts'
import { operations } from '../../src/operations.ts'
import { panelOperations } from '../../src/panel-operations.ts'
import { createTestApp } from '../create-test-app.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import type { TestAnswer } from '../test-answer.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { idsOnlyIn, makeNeighbour, rowsOf } from './neighbour.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'

/** A call of the API or the panel, and the parameter that may name a thing. */
interface EntryPoint {
  readonly name: string
  readonly isPanel: boolean
  readonly parameter: string
  readonly isList: boolean
  readonly type: 'string' | 'integer'
  readonly example: Readonly<Record<string, unknown>>
}

/** Fewer than any limit of a minute. */
const callsPerMinute = 18

/**
 * Tries the ids of another channel in every parameter that could take one. The answer must be the one to an id that
 * nobody has, it must tell nothing of the other channel, and all that the other channel has must stay as it is.
 */
export const tenants: Proof = {
  name: 'tenants',
  promise: "Another channel's ids open nothing, and are answered like ids that do not exist.",
  unit: 'tries',
  fullCount: 10_000,
  engines: ['sqlite'],

  async run({ seed, faults, goesOn }) {
    const random = createRandom(seed)
    const clock = createTestClock({ runs: true })
    const app = await createTestApp({ clock })
    const sum = { entryPoints: 0, 'kinds of ids': 0, 'not found': 0, 'other refusals': 0, done: 0 }
    try {
      const owner = await signInAsOwner(app)
      const neighbour = await makeNeighbour(app)
      // What waits to be delivered is tried again by itself.
      await app.app.webhookDeliverer.stop()
      const before = await rowsOf(app, neighbour)
      const ids = idsOnlyIn(before, await rowsOf(app, app.channel))
      const entryPoints = findEntryPoints()
      sum.entryPoints = entryPoints.length
      sum['kinds of ids'] = ids.size
      const kinds = [...ids.values()]
      const ofType = {
        string: kinds.filter(([id]) => typeof id === 'string'),
        integer: kinds.filter(([id]) => typeof id === 'number'),
      }
      const secrets = [...ids.values()]
        .flat()
        .map(String)
        .filter((id) => id.length > 5)
      let calls = 0

      /** Whoever is asked to make a thing of that name has one from then on, and its log holds what was said. */
      function isKnownTo(rows: typeof before, id: string | number): boolean {
        if (typeof id === 'string') return JSON.stringify(rows).includes(id)
        return ![...idsOnlyIn(before, rows).values()].flat().includes(id)
      }

      async function tryId(entry: EntryPoint, id: string | number): Promise<TestAnswer> {
        if (++calls % callsPerMinute === 0) clock.advance(minuteMs)
        const input = { ...entry.example, [entry.parameter]: entry.isList ? [id] : id }
        const answer = await (entry.isPanel
          ? owner.call(entry.name, input, { status: 'any' })
          : app.call(entry.name, input, { status: 'any' }))
        return answer.body.code === 'overloaded' ? tryId(entry, id) : answer
      }

      /** Both must be the same but for the id itself; names that are made up are as long as real ones. */
      async function differ(
        entry: EntryPoint,
        theirs: string | number,
        nobodys: string | number,
      ): Promise<string | undefined> {
        const answers = [await tryId(entry, theirs), await tryId(entry, nobodys)] as const
        const real = textOf(answers[0])
        const madeUp = textOf(answers[1]).replaceAll(String(nobodys), String(theirs))
        const leaked = secrets.find((secret) => real.includes(secret) && !madeUp.includes(secret))
        if (leaked !== undefined) return `reveals ${leaked}: ${real.slice(0, 300)}`
        if (verdictOf(answers[0]) !== verdictOf(answers[1]).replaceAll(String(nobodys), String(theirs)))
          return `${verdictOf(answers[0])} for theirs, ${verdictOf(answers[1])} for nobody's`
        const { status } = answers[0]
        sum[status === 200 ? 'done' : status === 404 ? 'not found' : 'other refusals']++
        return undefined
      }

      for (let done = 0; goesOn(done); done++) {
        const entry = random.pick(entryPoints)
        const theirs = random.pick(random.pick(ofType[entry.type]))
        // What was made meanwhile may change an answer once; what tells the two apart does so again.
        let odd = await differ(entry, theirs, madeUpLike(theirs, random))
        if (odd !== undefined) odd = await differ(entry, theirs, madeUpLike(theirs, random))
        if (odd === undefined) continue
        if (!isKnownTo(await rowsOf(app, app.channel), theirs))
          faults.add(`${entry.name} with ${entry.parameter} ${theirs}: ${odd}`)
      }
      const after = await rowsOf(app, neighbour)
      for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const isSame = JSON.stringify(after[table]) === JSON.stringify(before[table])
        if (!isSame) faults.add(`${table} of the neighbour has changed`)
      }
      if (sum['not found'] === 0) faults.add('nothing was not found, so nothing was proven')
    } finally {
      await app.close()
    }
    return sum
  },
}

const mayName = /(^|_)(ids?|seq|before|userid|username|name|command|sound|image|video|source|actor|search|operation)$/

function findEntryPoints(): EntryPoint[] {
  const all = [
    ...operations.map((operation) => ({ ...operation, isPanel: false })),
    ...panelOperations.map((operation) => ({ ...operation, isPanel: true })),
  ]
  return all.flatMap(({ name, isPanel, input, example }) =>
    Object.entries((input as ObjectSchema).properties).flatMap(([parameter, schema]) => {
      const isList = schema.type === 'array'
      const type = plainType(isList ? schema.items : schema)
      if (type === undefined || !mayName.test(parameter)) return []
      return { name, isPanel, parameter, isList, type, example: example.input }
    }),
  )
}

function plainType(schema: Schema | undefined): 'string' | 'integer' | undefined {
  if (schema === undefined || schema.enum !== undefined) return undefined
  return schema.type === 'string' || schema.type === 'integer' ? schema.type : undefined
}

/** Of the same shape, and nobody's. */
function madeUpLike(id: string | number, random: Random): string | number {
  if (typeof id === 'number') return id + random.between(100_000_000, 200_000_000)
  const start = /^[a-z]+_/.exec(id)?.[0] ?? ''
  const letters = [...id.slice(start.length)].map((letter) => {
    if (/[0-9]/.test(letter)) return String(random.between(0, 9))
    if (/[a-z]/.test(letter)) return String.fromCharCode(random.between(97, 122))
    return /[A-Z]/.test(letter) ? String.fromCharCode(random.between(65, 90)) : letter
  })
  return start + letters.join('')
}

function textOf({ body }: TestAnswer): string {
  const { request_id: _, ...rest } = body as Record<string, unknown>
  return JSON.stringify(rest)
}

function verdictOf({ status, body }: TestAnswer): string {
  return `${status} ${body.code ?? ''} ${body.error ?? ''}`.trim()
}
