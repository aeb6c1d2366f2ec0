import { maxNameLength } from '../../definitions/fields.ts'
import type { Reword } from '../../definitions/starter-texts.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { isDeepStrictEqual } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import { readInTurns } from '../../kernel/turns.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type KeptContent, putBack } from '../change-log/kept-rows.ts'
import { requireDefinitionRoom } from '../channels/definition-room.ts'
import type { Cause, Events } from '../events/events.ts'
import { invalid } from '../steps/invalid.ts'
import type { AutomationReference } from '../steps/run.ts'
import { type Automation, definitionOf, writtenOf } from './automation.ts'
import {
  type AutomationRow,
  asAutomation,
  countAll,
  deleteAutomation,
  deleteTimes,
  findById,
  findByName,
  insertAutomation,
  keptAutomation,
  keptRow,
  listNames,
  listPage,
  setActive,
  updateAutomation,
} from './automation-rows.ts'
import { maxAutomations, type WrittenAutomation } from './contract/automations.ts'
import { automationErrors } from './messages.ts'

export type Automations = ReturnType<typeof createAutomations>

/** The automations of a channel as people write them. The engine runs them. */
export function createAutomations(needs: {
  db: Database
  clock: Clock
  events: Events
  bus: Bus
  changeLog: ChangeLog
}) {
  const { db, clock, events, bus, changeLog } = needs

  async function findRow(reader: Reader, channel: number, { id, name }: AutomationReference) {
    if (id === undefined && name === undefined) throw invalid(automationErrors.referenceRequired.of())
    return id === undefined
      ? reader.get(findByName, { channel, nameKey: nameKey(name ?? '') })
      : reader.get(findById, { channel, id })
  }

  async function find(reader: Reader, channel: number, reference: AutomationReference) {
    const row = await findRow(reader, channel, reference)
    return row && asAutomation(row)
  }

  async function get(reader: Reader, channel: number, reference: AutomationReference): Promise<Automation> {
    return asAutomation(await getRow(reader, channel, reference))
  }

  async function getRow(reader: Reader, channel: number, reference: AutomationReference): Promise<AutomationRow> {
    const found = await findRow(reader, channel, reference)
    if (found !== undefined) return found
    const { id, name = '' } = reference
    const message = id === undefined ? automationErrors.notFound.of({ name }) : automationErrors.notFoundById.of({ id })
    throw new Failure('automation_not_found', { message })
  }

  /** The name, with a number if it is taken, so that a file can be added twice. */
  async function freeName(tx: Writer, channel: number, wanted: string): Promise<string> {
    const stem = wanted.slice(0, maxNameLength - 7).trimEnd()
    let name = wanted
    for (let number = 2; (await tx.get(findByName, { channel, nameKey: nameKey(name) })) !== undefined; number++) {
      name = `${stem} ${number}`
    }
    return name
  }

  async function requirePlace(tx: Writer, channel: number): Promise<void> {
    const { count = 0 } = (await tx.get(countAll, { channel })) ?? {}
    if (count >= maxAutomations) throw invalid(automationErrors.tooMany.of({ max: maxAutomations }))
  }

  async function requireFreeName(tx: Writer, channel: number, name: string, id?: number): Promise<void> {
    const other = await tx.get(findByName, { channel, nameKey: nameKey(name) })
    if (other !== undefined && other.id !== id) throw invalid(automationErrors.nameTaken.of({ name }))
  }

  function announce(tx: Writer, channelId: number): void {
    tx.onCommit(() => bus.publish('automations-changed', { channelId }))
  }

  return {
    find,
    get,

    async listNames(channelId: number, limit: number = maxAutomations) {
      const rows = await db.all(listNames, { channel: channelId, limit })
      return rows.map(({ id, name, active }) => ({ id, name, active: active === 1 }))
    },

    async list(
      channelId: number,
      page: { readonly limit: number; readonly offset: number },
    ): Promise<{ total: number; items: Automation[] }> {
      const { count: total = 0 } = (await db.get(countAll, { channel: channelId })) ?? {}
      const read = (part: { after: number; limit: number; offset: number }) =>
        db.all(listPage, { channel: channelId, ...part })
      return { total, items: await readInTurns(page, read, asAutomation) }
    },

    /** Creates one, or changes the one with this id. The caller has checked its steps. */
    async save(tx: Writer, cause: Cause, asked: WrittenAutomation, id?: number) {
      const channel = cause.channel.id
      const before = id === undefined ? undefined : await getRow(tx, channel, { id })
      const name = id === undefined ? await freeName(tx, channel, asked.name) : asked.name
      const written = { ...asked, name }
      await requireFreeName(tx, channel, name, id)
      const stored = {
        channel,
        name,
        nameKey: nameKey(name),
        active: written.active,
        trigger: written.trigger.type,
        definition: JSON.stringify(definitionOf(written)),
      }
      await requireDefinitionRoom(tx, channel, stored.definition, before?.definition)
      let saved = id
      if (saved === undefined) {
        await requirePlace(tx, channel)
        saved = await tx.next('automation', channel)
        await tx.run(insertAutomation, { ...stored, id: saved, now: clock.now() })
        await changeLog.noteCreated(tx, cause, keptAutomation, saved, name)
      } else {
        await changeLog.keepSaved(tx, cause, keptAutomation, saved, before?.name ?? name)
        await tx.run(updateAutomation, { ...stored, id: saved })
      }
      await events.appendNew(tx, cause, { kind: 'automation.saved', data: { id: saved, name } })
      announce(tx, channel)
      return { id: saved, name }
    },

    /** Replaces texts that nobody has edited. It is no change by a person, so none is recorded. */
    async reword(
      tx: Writer,
      channel: number,
      reword: Reword,
      /** New names by the ones that nobody has changed. */
      names: ReadonlyMap<string, string> = new Map(),
    ): Promise<void> {
      for (const row of await tx.all(listPage, { channel, after: 0, limit: maxAutomations, offset: 0 })) {
        const stored = asAutomation(row)
        const { steps } = reword({ steps: stored.steps })
        const wanted = names.get(stored.name) ?? stored.name
        const isFree = wanted !== stored.name && (await find(tx, channel, { name: wanted })) === undefined
        const name = isFree ? wanted : stored.name
        if (name === stored.name && isDeepStrictEqual(steps, stored.steps)) continue
        await tx.run(updateAutomation, {
          ...{ channel, id: stored.id, name, nameKey: nameKey(name), active: stored.active ? 1 : 0 },
          ...{
            trigger: stored.trigger.type,
            definition: JSON.stringify(definitionOf(writtenOf({ ...stored, steps }))),
          },
        })
      }
      announce(tx, channel)
    },

    async remove(tx: Writer, cause: Cause, reference: AutomationReference): Promise<void> {
      const channel = cause.channel.id
      const { id, name } = await getRow(tx, channel, reference)
      await changeLog.keepDeleted(tx, cause, keptAutomation, id, name)
      await tx.run(deleteAutomation, { channel, id })
      await tx.run(deleteTimes, { channel, id })
      await events.appendNew(tx, cause, { kind: 'automation.deleted', data: { id, name } })
      announce(tx, channel)
    },

    /** Puts a deleted automation back. Refused where another one has its name by now. */
    async restore(tx: Writer, cause: Cause, content: KeptContent): Promise<void> {
      const channel = cause.channel.id
      const { id, name, definition } = keptRow(content)
      await requirePlace(tx, channel)
      await requireFreeName(tx, channel, name)
      await requireDefinitionRoom(tx, channel, definition)
      await putBack(tx, channel, keptAutomation, content)
      await events.appendNew(tx, cause, { kind: 'automation.saved', data: { id, name } })
      announce(tx, channel)
    },

    /** Toggles without `active`. Both states are read in this transaction, so that two toggles cancel each other. */
    async toggle(tx: Writer, cause: Cause, reference: AutomationReference, active?: boolean) {
      const channel = cause.channel.id
      const { id, name, active: stored } = await getRow(tx, channel, reference)
      const previousActive = stored === 1
      const wanted = active ?? !previousActive
      if (wanted !== previousActive) {
        await tx.run(setActive, { channel, id, active: wanted ? 1 : 0 })
        await events.appendNew(tx, cause, { kind: 'automation.toggled', data: { id, name, active: wanted } })
        announce(tx, channel)
      }
      return { id, name, active: wanted, previousActive }
    },
  }
}
