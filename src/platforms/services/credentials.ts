import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { createSeal } from '../../kernel/seal.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'

const listRows = sql<Record<never, never>, { service: string; sealed: string }>(
  'SELECT service, sealed FROM service_credentials ORDER BY service LIMIT 1000',
)
const findRow = sql<{ service: string }, { sealed: string }>(
  'SELECT sealed FROM service_credentials WHERE service = :service',
)
const upsertRow = sql<{ service: string; sealed: string; now: number }>(
  `INSERT INTO service_credentials (service, sealed, changed_at) VALUES (:service, :sealed, :now)
   ON CONFLICT (service) DO UPDATE SET sealed = excluded.sealed, changed_at = excluded.changed_at`,
)
const deleteRow = sql<{ service: string }>('DELETE FROM service_credentials WHERE service = :service')

const retryMs = 1_000

/** The entered value of each field. */
export type CredentialValues = Readonly<Record<string, string>>

interface Known {
  readonly sealed: string
  /** Undefined if they were encrypted with another secret. */
  readonly values: CredentialValues | undefined
}

type Listener = (service: string) => Promise<void> | void

export type Credentials = ReturnType<typeof createCredentials>

/**
 * The credentials that were entered in the panel: encrypted at rest, cached on every node, and applied there as soon as
 * they change. What changed is found by comparing the encrypted rows, so a message that was missed loses nothing.
 */
export function createCredentials(needs: { db: Database; clock: Clock; log: Log; bus: Bus; secret: () => string }) {
  const { db, clock, log, bus } = needs
  const seal = createSeal({ secret: needs.secret, purpose: 'service credentials' })
  const listeners: Listener[] = []
  let known: ReadonlyMap<string, Known> = new Map()
  let applied: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined

  bus.subscribe('credentials-changed', refresh)
  bus.subscribe('missed-messages', refresh)

  function open(service: string, sealed: string): Known {
    const opened = seal.open(sealed, service)
    if (opened === undefined) log.warn('stored credentials cannot be decrypted with this secret', { service })
    return { sealed, values: opened === undefined ? undefined : (JSON.parse(opened) as CredentialValues) }
  }

  async function read(): Promise<readonly string[]> {
    const before = known
    const rows = await db.all(listRows, {})
    known = new Map(
      rows.map(({ service, sealed }) => {
        const same = before.get(service)
        return [service, same?.sealed === sealed ? same : open(service, sealed)]
      }),
    )
    const names = new Set([...before.keys(), ...known.keys()])
    return [...names].filter((name) => before.get(name) !== known.get(name))
  }

  async function apply(): Promise<void> {
    let changed: readonly string[]
    try {
      changed = await read()
    } catch (error) {
      log.warn('changed credentials could not be read and are read again', { error })
      retry ??= setTimeout(() => {
        retry = undefined
        refresh()
      }, retryMs).unref()
      return
    }
    for (const service of changed) {
      for (const listener of listeners) {
        try {
          await listener(service)
        } catch (error) {
          log.error('changed credentials could not be applied', { service, error })
        }
      }
    }
  }

  /** One after the other, so that the newest credentials are applied last. */
  function refresh(): void {
    applied = applied.then(apply)
  }

  return {
    /** Reads what is stored, before anything listens. */
    async load(): Promise<void> {
      await read()
    },

    /** What is stored for a service; undefined if nothing is, or if it cannot be decrypted. */
    of: (service: string): CredentialValues | undefined => known.get(service)?.values,

    /** What is stored by now, whichever node stored it. */
    async find(reader: Reader, service: string): Promise<CredentialValues | undefined> {
      const row = await reader.get(findRow, { service })
      return row && open(service, row.sealed).values
    },

    isUnreadable: (service: string): boolean => known.has(service) && known.get(service)?.values === undefined,

    /** Called with each service whose credentials have changed; the next change waits for it. */
    onChange(listener: Listener): void {
      listeners.push(listener)
    },

    /** Replaces all values of a service. */
    async save(tx: Writer, service: string, values: CredentialValues): Promise<void> {
      if (Object.keys(values).length === 0) await tx.run(deleteRow, { service })
      else {
        const sealed = seal.close(JSON.stringify(values), service)
        await tx.run(upsertRow, { service, sealed, now: clock.now() })
      }
      tx.onCommit(() => bus.publish('credentials-changed', {}))
    },

    /** Resolves once every change so far is applied on this node. */
    settled: (): Promise<void> => applied,

    close(): void {
      clearTimeout(retry)
    },
  }
}

/** Where the values of a program of a channel are stored, such as those of its OBS. */
export function programCredentialsKey(service: string, channelId: number): string {
  return `${service}:${channelId}`
}

/** Whether this is where the values of a program are stored, whichever channel it belongs to. */
export function isProgramCredentialsKey(service: string, key: string): boolean {
  return key.startsWith(`${service}:`)
}
