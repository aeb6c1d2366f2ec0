import type { NewCommand } from '../../src/capabilities/commands/command.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import type { TestApp } from '../create-test-app.ts'

let made = 0

/** A command of the test's own, under a word that nothing else answers to. */
export async function makeCommand(
  app: TestApp,
  fields: Partial<NewCommand> = {},
): Promise<{ id: number; word: string }> {
  const word = fields.command ?? `made${++made}`
  const id = await app.ctx.db.write((tx) =>
    app.ctx.commands.create(tx, app.channel.id, { platforms: ['kick'], ...fields, command: word }),
  )
  return { id, word }
}

export function withSteps(...steps: readonly unknown[]): Pick<NewCommand, 'actions'> {
  return { actions: { version: 1, steps } }
}

const listRan = sql<{ channel: number }, { data: string; actor: string }>(
  `SELECT data, actor FROM events WHERE channel_id = :channel AND kind = 'command.ran' ORDER BY seq`,
)

/** The runs in the log so far, oldest first. */
export async function runsOf(app: TestApp) {
  const rows = await app.ctx.db.all(listRan, { channel: app.channel.id })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into outcomes of every shape
  return rows.map(({ data, actor }) => ({ actor, ...(JSON.parse(data) as Record<string, any>) }) as any)
}

/** Each step of the newest run as `type ok` or `type error`. */
export async function outcomes(app: TestApp): Promise<string[]> {
  return outcomesOf((await runsOf(app)).at(-1).steps)
}

interface LoggedStep {
  readonly type: string
  readonly ok: boolean
  readonly error?: string
  readonly skipped?: boolean
}

export function outcomesOf(steps: readonly LoggedStep[]): string[] {
  return steps.map((step) => {
    if (step.skipped === true) return `${step.type} skipped`
    return `${step.type} ${step.ok ? 'ok' : step.error}`
  })
}
