import type { PanelCaller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { reaches } from '../../kernel/operation/contract/panel-roles.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { integer, list, nullable, object, oneOf, optional, text, withDefault } from '../../kernel/schema/schema.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { ChangeRow } from './change-rows.ts'
import { type ThingKind, thingKinds, trashDays } from './contract/things.ts'
import { changeLogErrors } from './messages.ts'
import { restoreDeleted, rolesOfKinds } from './restore.ts'

const dayMs = 24 * 60 * 60 * 1000
const entryId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'The entry in the trash.' })
const emptiedAtOnce = 200

const restored = object({
  kind: oneOf(thingKinds),
  thing: text({ description: 'Its id, which is the one it had.' }),
  name: text(),
})
const exampleRestored = { kind: 'command', thing: '1', name: 'hello' } as const

export const listTrash = definePanelOperation({
  name: 'list-trash',
  summary: 'Lists what was deleted in the last 30 days, newest first.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({
    before: optional(integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only entries before this one.' })),
    limit: withDefault(integer({ min: 1, max: 200, description: 'The maximum number of results.' }), 100),
  }),
  output: object({
    entries: list(
      object({
        id: integer(),
        kind: oneOf(thingKinds),
        thing: text({ description: 'Its id.' }),
        name: text(),
        actor: text({ description: 'Who deleted it.' }),
        deleted_at: integer(),
        ends_at: integer({ description: 'When it is deleted for good.' }),
      }),
    ),
    next_before: nullable(integer({ description: 'Where the next page starts; null on the last one.' })),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      entries: [
        {
          ...{ id: 7, ...exampleRestored, actor: 'person:person_1' },
          ...{ deleted_at: 1_763_236_800_000, ends_at: 1_765_828_800_000 },
        },
      ],
      next_before: null,
    },
  },
  async handle({ input, caller, ctx }) {
    const found = await ctx.changeLog.listDeleted(ctx.db, caller.channel.id, input)
    const entries = found
      .filter(({ kind }) => maySee(caller, kind))
      .map(({ id, kind, thing, name, actor, at }) => {
        return { id, kind, thing, name, actor, deleted_at: at, ends_at: at + trashDays * dayMs }
      })
    return { entries, next_before: found.length < input.limit ? null : (found.at(-1)?.id ?? null) }
  },
})

export const restoreFromTrash = definePanelOperation({
  name: 'restore-from-trash',
  summary: 'Restores something from the trash under the id it had, so that what pointed to it works again.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: entryId }),
  output: restored,
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { id: 7 }, output: exampleRestored },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const deleted = visible(caller, await ctx.changeLog.getDeleted(tx, caller.channel.id, input.id))
      await restoreDeleted(ctx, tx, caller, deleted)
      return { kind: deleted.kind, thing: deleted.thing, name: deleted.name }
    })
  },
})

export const undoDeletion = definePanelOperation({
  name: 'undo-deletion',
  summary: 'Restores what was just deleted, by its kind and its id.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    kind: oneOf(thingKinds, { description: 'What was deleted.' }),
    thing: text({ min: 1, max: 100, description: 'The id it had; of a value, its name.' }),
  }),
  output: restored,
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { kind: 'command', thing: '1' }, output: exampleRestored },
  handle({ input: { kind, thing }, caller, ctx, commit }) {
    return commit(async (tx) => {
      const deleted = visible(
        caller,
        await ctx.changeLog.findLastDeleted(tx, caller.channel.id, kind, idOf(kind, thing)),
      )
      await restoreDeleted(ctx, tx, caller, deleted)
      return { kind, thing: deleted.thing, name: deleted.name }
    })
  },
})

export const deleteFromTrash = definePanelOperation({
  name: 'delete-from-trash',
  summary: 'Deletes something in the trash for good.',
  role: 'owner',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: entryId }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 7 }, output: {} },
  handle({ input: { id }, caller, ctx, commit }) {
    const channel = caller.channel.id
    return commit(async (tx) => {
      const { kind, name } = await ctx.changeLog.getDeleted(tx, channel, id)
      await ctx.changeLog.forget(tx, channel, id)
      await ctx.events.appendNew(tx, caller, { kind: 'trash.deleted', data: { type: kind, name } })
      return {}
    })
  },
})

export const emptyTrash = definePanelOperation({
  name: 'empty-trash',
  summary: 'Deletes up to 200 entries of the trash for good. Call it again while `left` is above 0.',
  role: 'owner',
  grants: 'nothing',
  effect: 'rows',
  input: object({}),
  output: object({ deleted: integer(), left: integer({ description: '1 if there are more, else 0.' }) }),
  failures: [],
  example: { input: {}, output: { deleted: 3, left: 0 } },
  handle({ caller, ctx, commit }) {
    const channel = caller.channel.id
    return commit(async (tx) => {
      const entries = await ctx.changeLog.listDeleted(tx, channel, { limit: emptiedAtOnce + 1 })
      const gone = entries.slice(0, emptiedAtOnce)
      for (const { id } of gone) await ctx.changeLog.forget(tx, channel, id)
      if (gone.length > 0) {
        await ctx.events.appendNew(tx, caller, { kind: 'trash.emptied', data: { count: gone.length } })
      }
      return { deleted: gone.length, left: entries.length - gone.length }
    })
  },
})

/** A value is found by its name, however it is written. */
function idOf(kind: ThingKind, thing: string): string {
  return kind === 'value' ? nameKey(thing) : thing
}

function maySee({ role }: PanelCaller, kind: ThingKind): boolean {
  return reaches(role, rolesOfKinds[kind])
}

/** What somebody may not see is not there. */
function visible(caller: PanelCaller, deleted: ChangeRow): ChangeRow {
  if (maySee(caller, deleted.kind)) return deleted
  throw new Failure('not_found', { message: changeLogErrors.notInTrash.of() })
}
