import { DatabaseSync } from 'node:sqlite'
import { listAutomations } from '../../src/capabilities/automations/operations/list-automations.ts'
import { listCommands } from '../../src/capabilities/commands/operations/list-commands.ts'
import { listStreams } from '../../src/capabilities/stream-reports/panel.ts'
import type { PanelCaller } from '../../src/kernel/operation/caller.ts'
import type { Runnable } from '../../src/kernel/operation/operation.ts'
import { prepareOperation, runOperation } from '../../src/kernel/operation/run-operation.ts'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { createNames } from '../../src/registry/names.ts'
import { firstChannel, longestTurnMsOf, openApp } from '../app.ts'
import { insertAutomations } from '../automation-data.ts'
import type { Part } from '../bench.ts'
import { commandInserter } from '../command-data.ts'

const firstId = 20_000
const steps = [{ type: 'points', amount: 1 }]

/** Lists that are answered whole, at their limits: how long other callers wait for the main thread meanwhile. */
export const listsPart: Part = {
  name: 'lists',
  async run(bench) {
    const { sizes } = bench
    const { folder } = await bench.data(sizes.fewViewers)
    bench.say(`  lists of ${sizes.commands.toLocaleString('en')} commands and as many automations`)
    insertCommands(folder, sizes.commands)
    insertAutomations(folder, sizes.automations)
    const app = await openApp(folder)
    bench.closeAtEnd(app.close)
    const caller = { channel: await firstChannel(app), actor: 'bench', requestId: 'bench', may: () => true }
    const names = createNames('spec')
    const run = (operation: Runnable<PanelCaller>, body = {}) => {
      const prepared = prepareOperation(operation, names)
      return () => runOperation(app.ctx, prepared, caller as unknown as PanelCaller, body, undefined)
    }
    const calls = [
      run(listCommands as Runnable),
      run(listAutomations as Runnable, { limit: sizes.automations }),
      run(listStreams),
    ]
    // Compiles what they run.
    for (const call of calls) await call()
    const rounds: number[] = []
    for (let round = 0; round < sizes.rounds; round++) {
      const longest: number[] = []
      for (const call of calls) longest.push(await longestTurnMsOf(call))
      rounds.push(Math.max(...longest))
    }
    return { measured: { 'lists/longest-turn': { rounds } } }
  },
}

function insertCommands(folder: string, count: number): void {
  const db = new DatabaseSync(databaseFile(folder))
  try {
    db.exec('BEGIN')
    const insert = commandInserter(db)
    for (let n = 0; n < count; n++)
      insert(firstId + n, `benchlist${n}`, { message: `The reply of command ${n}`, steps })
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}
