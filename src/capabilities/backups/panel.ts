import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, number, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { backupKinds } from '../../kernel/storage/backups.ts'
import { requireEveryChannel } from './require-every-channel.ts'

export const getBackups = definePanelOperation({
  name: 'get-backups',
  summary: 'Lists the automatic backups of this server, and the one that is being created.',
  role: 'owner',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    storage: oneOf(['sqlite', 'postgres'], { description: 'PostgreSQL is backed up with its own tools.' }),
    folder: nullable(text({ description: 'Null when automatic backups are off.' })),
    encrypted: boolean({ description: 'Whether new backups are encrypted with a passphrase.' }),
    can_restore: boolean({ description: 'Whether this server can restart itself with a backup.' }),
    backups: list(
      object({
        name: text(),
        kind: oneOf(backupKinds),
        created_at: integer(),
        bytes: integer(),
        encrypted: boolean(),
      }),
      { description: 'Newest first. Every one was opened and checked when it was created.' },
    ),
    running: nullable(
      object({
        kind: oneOf(backupKinds),
        since: integer(),
        phase: oneOf(['copying', 'writing', 'checking']),
        share: number({ description: 'The finished part of this phase, from 0 to 1.' }),
      }),
    ),
    failure: nullable(object({ kind: oneOf(backupKinds), at: integer(), message: text() })),
  }),
  failures: ['missing_role'],
  example: {
    input: {},
    output: {
      storage: 'sqlite',
      folder: '/srv/showcaller/data/backups',
      encrypted: false,
      can_restore: true,
      backups: [
        {
          name: 'showcaller-2026-01-15T03-00-00Z-daily.tar',
          kind: 'daily',
          created_at: 1768446000000,
          bytes: 1048576,
          encrypted: false,
        },
      ],
      running: null,
      failure: null,
    },
  },
  async handle({ caller, ctx }) {
    await requireEveryChannel(ctx, caller.person)
    const { backups } = ctx
    return {
      storage: backups.isPostgres ? ('postgres' as const) : ('sqlite' as const),
      folder: backups.folder ?? null,
      encrypted: backups.isEncrypted,
      can_restore: backups.canRestore(),
      backups: backups.list().map(({ name, kind, createdAt, bytes, isEncrypted }) => ({
        name,
        kind,
        created_at: createdAt,
        bytes,
        encrypted: isEncrypted,
      })),
      running: backups.running() ?? null,
      failure: backups.failure() ?? null,
    }
  },
})

export const startBackup = definePanelOperation({
  name: 'start-backup',
  summary: 'Begins a backup on the server; get-backups shows its progress.',
  role: 'owner',
  grants: 'nothing',
  effect: 'rows',
  input: object({}),
  output: object({}),
  failures: ['missing_role', 'invalid_parameter', 'overloaded'],
  example: { input: {}, output: {} },
  async handle({ caller, ctx, commit }) {
    await requireEveryChannel(ctx, caller.person)
    ctx.backups.begin()
    return commit(async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'backup.started', data: {} })
      return {}
    })
  },
})

export const restoreBackup = definePanelOperation({
  name: 'restore-backup',
  summary: 'Restores a backup: the server restarts with it and keeps the current database beside it.',
  role: 'owner',
  grants: 'irreversible',
  effect: 'rows',
  input: object({
    name: text({ min: 1, max: 100, description: 'The backup.' }),
    confirm: oneOf(['restore'], { description: 'Everything that changed since the backup is undone.' }),
  }),
  output: object({}),
  failures: ['missing_role', 'invalid_parameter', 'not_found'],
  example: { input: { name: 'showcaller-2026-01-15T03-00-00Z-daily.tar', confirm: 'restore' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    await requireEveryChannel(ctx, caller.person)
    const staged = await ctx.backups.stage(input.name, caller.actor)
    return commit(async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'backup.restored', data: { name: input.name } })
      tx.onCommit(() => ctx.backups.startRestore(staged))
      return {}
    })
  },
})
