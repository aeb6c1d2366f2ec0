import { backup } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Database } from '../database.ts'
import { migrate } from '../migrate.ts'
import { openConnection } from './connection.ts'
import { createGroupCommit } from './group-commit.ts'

/** About 4 MiB of log before it is folded into the database, by a thread of its own so that no request waits for it. */
const commitsBetweenCheckpoints = 200

export async function openSqlite(path: string): Promise<Database> {
  const writer = openConnection(path)
  await migrate(writer.raw)
  writer.raw.exec('PRAGMA wal_autocheckpoint = 0')
  const reader = openConnection(path, { readOnly: true })
  const checkpoints = createCheckpoints(path)
  const groups = createGroupCommit(writer, checkpoints.count)

  return {
    get: reader.get,
    all: reader.all,
    write: groups.write,
    async backup(to) {
      await backup(reader.raw, to)
    },
    async close() {
      await groups.close()
      await checkpoints.close()
      reader.close()
      writer.raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      writer.close()
    },
  }
}

function createCheckpoints(path: string) {
  let sinceLast = 0
  let thread: Worker | undefined
  return {
    count() {
      if (++sinceLast < commitsBetweenCheckpoints) return
      sinceLast = 0
      // Started late: most of what opens a database never writes enough to need it.
      thread ??= startThread(path)
      thread.postMessage('checkpoint')
    },
    async close() {
      await thread?.terminate()
    },
  }
}

function startThread(path: string): Worker {
  const thread = new Worker(
    new URL(import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js', import.meta.url),
    {
      workerData: { path },
    },
  )
  thread.unref()
  return thread
}
