import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { keptTables } from '../../src/capabilities/change-log/kept-rows.ts'
import { migrate } from '../../src/kernel/storage/migrate.ts'
import { listTables } from '../../src/kernel/storage/moving/tables.ts'
import '../../src/panel-operations.ts'

describe('what the change log keeps of a thing', () => {
  const database = new DatabaseSync(':memory:')
  before(() => migrate(database))
  after(() => database.close())

  it('is every column of its tables, so that nothing is lost in the trash', () => {
    const columnsOf = new Map(listTables(database).map(({ name, columns }) => [name, columns]))
    assert.ok(keptTables().length >= 11)
    for (const { table, columns } of keptTables()) {
      const all = columnsOf.get(table)?.filter((column) => column !== 'channel_id')
      assert.deepEqual(columns.toSorted(), all?.toSorted(), table)
    }
  })
})
