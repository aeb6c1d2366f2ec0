import { readFields } from '../../definitions/read-fields.ts'
import type { Fields } from '../../definitions/setting-fields.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import { englishOf } from '../../kernel/text/store-text.ts'
import type { StageWidget } from '../../registry/overlay-messages.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type KeptContent, putBack } from '../change-log/kept-rows.ts'
import { requireDefinitionRoom } from '../channels/definition-room.ts'
import { createKindSettingsCheck, type KindSettings } from '../effects/kind-settings.ts'
import type { Cause, Events } from '../events/events.ts'
import { type SourceRef, sourceKey } from '../overlay/contract/source.ts'
import type { Media } from '../uploads/media.ts'
import { widgetSettingsOf } from './contract/define-widget.ts'
import type { WidgetPlace } from './contract/widget-place.ts'
import type { SourceName } from './contract/widgets/sources.ts'
import { findWidgetDefinition, type WidgetType, widgetDefinitions } from './contract/widgets.ts'
import { widgetErrors as messages } from './messages.ts'
import {
  asWidget,
  countWidgets,
  deleteWidgetRow,
  findWidget,
  insertWidget,
  keptRow,
  keptWidget,
  listWidgetRows,
  maxWidgets,
  storeFailure,
  updateWidget,
  type Widget,
} from './widget-rows.ts'

/** What a person decides about a widget; its type stays. */
export interface WidgetDraft {
  readonly name: string
  readonly settings: KindSettings
  readonly place: WidgetPlace
  readonly isEnabled: boolean
  readonly hasOwnLink: boolean
}

/** A widget for a page, with the sources that it listens to. */
export interface PlacedWidget {
  readonly widget: Widget
  readonly shown: StageWidget
  readonly sources: readonly SourceRef<SourceName>[]
}

/** Reports of pages about one widget are stored at most this often. */
const failureIntervalMs = 60_000

const kinds = () => widgetDefinitions.map(({ type }) => ({ type, fields: fieldsOf(type) }))
const checkSettings = createKindSettingsCheck(kinds, 'settings')

export type Widgets = ReturnType<typeof createWidgets>

/** What stays on the overlay: goals, labels, chat and more, each with its settings and its place. */
export function createWidgets(needs: {
  db: Database
  clock: Clock
  events: Events
  bus: Bus
  media: Media
  changeLog: ChangeLog
}) {
  const { db, clock, events, bus, media, changeLog } = needs

  async function get(reader: Reader, channel: number, id: number): Promise<Widget> {
    const row = await reader.get(findWidget, { channel, id })
    if (row === undefined) throw new Failure('widget_not_found', { message: messages.notFound.of({ id }) })
    return asWidget(row)
  }

  async function list(channel: number): Promise<Widget[]> {
    return (await db.all(listWidgetRows, { channel, limit: maxWidgets })).map(asWidget)
  }

  async function check(tx: Writer, channel: number, type: string, given: KindSettings): Promise<KindSettings> {
    const settings = checkSettings(type, given)
    for (const { name, source, kind } of filesOf(fieldsOf(type), settings)) {
      await media.require(tx, channel, { path: `settings.${name}`, source, kinds: [kind] })
    }
    return settings
  }

  /** The settings as a page gets them: files by their addresses. */
  async function resolved(channel: number, { type, settings }: Widget): Promise<KindSettings> {
    const shown: Record<string, unknown> = { ...settings }
    for (const { name, source, address } of filesOf(fieldsOf(type), settings)) {
      delete shown[name]
      const url = await media.urlOf(db, channel, source)
      if (url !== undefined) shown[address] = url
    }
    return shown
  }

  async function placed(channel: number, widget: Widget): Promise<PlacedWidget> {
    const definition = findWidgetDefinition(widget.type)
    const sources = definition?.sources(readFields(definition.settings, widget.settings)) ?? []
    const keys = sources.map((ref) => ({ source: ref.source, key: sourceKey(ref) }))
    const { id, type, place } = widget
    return { widget, sources, shown: { id, type, settings: await resolved(channel, widget), place, sources: keys } }
  }

  async function requireRoom(tx: Writer, channel: number, settings: string): Promise<void> {
    const { count = 0 } = (await tx.get(countWidgets, { channel })) ?? {}
    if (count >= maxWidgets) {
      throw new Failure('invalid_parameter', { message: messages.tooMany.of({ max: maxWidgets }) })
    }
    await requireDefinitionRoom(tx, channel, settings)
  }

  async function insert(tx: Writer, cause: Cause, type: string, draft: WidgetDraft): Promise<Widget> {
    const channel = cause.channel.id
    await requireRoom(tx, channel, JSON.stringify(draft.settings))
    const id = await tx.next('widget', channel)
    await tx.run(insertWidget, { channel, id, type, ...written(draft), now: clock.now() })
    await changeLog.noteCreated(tx, cause, keptWidget, id, draft.name)
    await events.appendNew(tx, cause, { kind: 'widget.created', data: { widget_id: id, name: draft.name, type } })
    announce(tx, channel)
    return { id, type, ...draft, failure: undefined }
  }

  function announce(tx: Writer, channelId: number): void {
    tx.onCommit(() => bus.publish('widgets-changed', { channelId }))
  }

  async function change(tx: Writer, cause: Cause, before: Widget, draft: WidgetDraft): Promise<Widget> {
    const channel = cause.channel.id
    const { id, type } = before
    await requireDefinitionRoom(tx, channel, JSON.stringify(draft.settings), JSON.stringify(before.settings))
    await changeLog.keepSaved(tx, cause, keptWidget, id, before.name)
    await tx.run(updateWidget, { channel, id, ...written(draft), now: clock.now() })
    await events.appendNew(tx, cause, { kind: 'widget.changed', data: { widget_id: id, name: draft.name, type } })
    announce(tx, channel)
    return { id, type, ...draft, failure: undefined }
  }

  return {
    get,
    list,

    async create(tx: Writer, cause: Cause, type: WidgetType, draft: WidgetDraft): Promise<Widget> {
      const settings = await check(tx, cause.channel.id, type, draft.settings)
      return insert(tx, cause, type, { ...draft, settings })
    },

    /** Replaces everything but the type; a switch that is not named stays. */
    async save(
      tx: Writer,
      cause: Cause,
      id: number,
      { isEnabled, ...draft }: Omit<WidgetDraft, 'isEnabled'> & { isEnabled: boolean | undefined },
    ): Promise<Widget> {
      const widget = await get(tx, cause.channel.id, id)
      const settings = await check(tx, cause.channel.id, widget.type, draft.settings)
      return change(tx, cause, widget, { ...draft, settings, isEnabled: isEnabled ?? widget.isEnabled })
    },

    /** Changes what is named and leaves the rest; a setting of null goes back to its default. Code stays. */
    async update(
      tx: Writer,
      cause: Cause,
      id: number,
      {
        settings: changed = {},
        place = {},
        ...rest
      }: Partial<Omit<WidgetDraft, 'place'>> & { place?: Partial<WidgetPlace> },
    ): Promise<Widget> {
      const channel = cause.channel.id
      const widget = await get(tx, channel, id)
      const fields = fieldsOf(widget.type)
      const code = Object.keys(changed).find((name) => fields[name]?.control.kind === 'code')
      if (code !== undefined)
        throw new Failure('invalid_parameter', { message: messages.codeInPanel.of({ name: code }) })
      const merged = Object.entries({ ...widget.settings, ...changed }).filter(([, value]) => value !== null)
      const { name, isEnabled, hasOwnLink } = widget
      return change(tx, cause, widget, {
        ...{ name, isEnabled, hasOwnLink, ...rest },
        place: { ...widget.place, ...place },
        settings: await check(tx, channel, widget.type, Object.fromEntries(merged)),
      })
    },

    async duplicate(tx: Writer, cause: Cause, id: number): Promise<Widget> {
      const { type, id: _id, failure: _failure, ...draft } = await get(tx, cause.channel.id, id)
      const name = messages.copy({ name: [...draft.name].slice(0, 90).join('') })
      // Beside the other, so that both are seen.
      const place = { ...draft.place, x: shifted(draft.place.x), y: shifted(draft.place.y) }
      return insert(tx, cause, type, { ...draft, name, place })
    },

    async remove(tx: Writer, cause: Cause, id: number): Promise<void> {
      const channel = cause.channel.id
      const { name, type } = await get(tx, channel, id)
      await changeLog.keepDeleted(tx, cause, keptWidget, id, name)
      await tx.run(deleteWidgetRow, { channel, id })
      await events.appendNew(tx, cause, { kind: 'widget.deleted', data: { widget_id: id, name, type } })
      announce(tx, channel)
    },

    async restore(tx: Writer, cause: Cause, content: KeptContent): Promise<void> {
      const channel = cause.channel.id
      const { id, name, type, settings } = keptRow(content)
      await requireRoom(tx, channel, settings)
      await putBack(tx, channel, keptWidget, content)
      await events.appendNew(tx, cause, { kind: 'widget.created', data: { widget_id: id, name, type } })
      announce(tx, channel)
    },

    /** The widgets that a page with this filter shows, those behind others first. */
    async listFor(channel: number, only: string | undefined): Promise<PlacedWidget[]> {
      const wanted = (await list(channel)).filter((widget) => widget.isEnabled && isShownBy(widget, only))
      const ordered = wanted.sort((one, other) => one.place.layer - other.place.layer || one.id - other.id)
      const all = await Promise.all(ordered.map((widget) => placed(channel, widget)))
      const isAlone = /^widget-\d+$/.test(only ?? '')
      return isAlone ? all.map((one) => ({ ...one, shown: { ...one.shown, isAlone: true } })) : all
    },

    /** A page removed it. The first report of a reason, a stored text, is an entry of the log. */
    async noteFailure(channel: { readonly id: number }, id: number, reason: string): Promise<void> {
      await db.write(async (tx) => {
        const row = await tx.get(findWidget, { channel: channel.id, id })
        if (row === undefined) return
        const now = clock.now()
        const noted = { channel: channel.id, id, failure: reason, now, before: now - failureIntervalMs }
        if ((await tx.run(storeFailure, noted)) === 0) return
        const data = { widget_id: id, name: row.name, type: row.type, error: englishOf(reason) }
        await events.appendNew(
          tx,
          { channel, actor: 'overlay', requestId: `widget-${id}` },
          { kind: 'widget.failed', data, texts: { error: reason } },
        )
      })
    },
  }
}

/** A page without a filter shows all widgets of the main overlay; one may be asked for by `widget-<id>`. */
export function isShownBy({ id, hasOwnLink }: Pick<Widget, 'id' | 'hasOwnLink'>, only: string | undefined): boolean {
  const words = only?.split(',') ?? ['widget']
  return words.includes(`widget-${id}`) || (!hasOwnLink && words.includes('widget'))
}

function fieldsOf(type: string): Fields {
  const definition = findWidgetDefinition(type)
  return definition === undefined ? {} : widgetSettingsOf(definition)
}

function filesOf(fields: Fields, settings: KindSettings) {
  return Object.entries(fields).flatMap(([name, { control }]) => {
    const source = settings[name]
    if (control.kind !== 'media' || typeof source !== 'string') return []
    return { name, source, kind: control.media, address: control.address }
  })
}

function written({ name, settings, place, isEnabled, hasOwnLink }: WidgetDraft) {
  return {
    name,
    settings: JSON.stringify(settings),
    place: JSON.stringify(place),
    enabled: isEnabled ? 1 : 0,
    ownLink: hasOwnLink ? 1 : 0,
  }
}

function shifted(percent: number): number {
  return percent > 90 ? percent - 4 : percent + 4
}
