import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { reaches } from '../../kernel/operation/contract/panel-roles.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { anyObject, integer, list, nullable, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { writtenOf as writtenAutomation } from '../automations/automation.ts'
import { asAutomation, keptRow as automationRow, keptAutomation } from '../automations/automation-rows.ts'
import { contentOf } from '../change-log/change-log.ts'
import { type Kept, type KeptContent, readKept } from '../change-log/kept-rows.ts'
import { changeLogErrors } from '../change-log/messages.ts'
import { rolesOfKinds } from '../change-log/restore.ts'
import { keptRow as commandRow, keptCommand } from '../commands/command-rows.ts'
import { writtenOf as writtenCommand } from '../commands/panel/command-fields.ts'
import { keptDeck, keptDeckOf } from '../decks/decks.ts'
import { keptShow, showOf, keptRow as showRow } from '../shows/show-rows.ts'
import { asWidget, keptWidget, keptRow as widgetRow } from '../widgets/widget-rows.ts'
import { type VersionedKind, versionedKinds } from './contract/kinds.ts'

interface Versioned {
  readonly kept: Kept
  /** As its save operation takes it. */
  written(ctx: Context, content: KeptContent): Readonly<Record<string, unknown>>
}

const versioned: Readonly<Record<VersionedKind, Versioned>> = {
  command: { kept: keptCommand, written: (_, content) => ({ ...writtenCommand(commandRow(content)) }) },
  automation: {
    kept: keptAutomation,
    written: (_, content) => ({ ...writtenAutomation(asAutomation(automationRow(content))) }),
  },
  show: {
    kept: keptShow,
    written(_, content) {
      const { name, cues } = showOf(showRow(content))
      return { version: 1, name, cues }
    },
  },
  deck: {
    kept: keptDeck,
    written({ deckCalls }, content) {
      const { name, pages } = keptDeckOf(content)
      return { name, pages: deckCalls.writePages(pages) }
    },
  },
  widget: {
    kept: keptWidget,
    written(_, content) {
      const { name, settings, place, isEnabled, hasOwnLink } = asWidget(widgetRow(content))
      return { name, settings, place, enabled: isEnabled, own_link: hasOwnLink }
    },
  },
}

const author = {
  actor: nullable(text({ description: 'Who saved it; null where that is not known any more.' })),
  saved_at: nullable(integer()),
}
const exampleContent = { name: 'Friday show', cues: [] }

export const listVersions = definePanelOperation({
  name: 'list-versions',
  summary: 'Lists what something was before each of its last saves, newest first, as its save operation takes it.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({
    kind: oneOf(versionedKinds, { description: 'What it is.' }),
    id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Which one.' }),
  }),
  output: object({
    current: object({ ...author, content: anyObject() }),
    versions: list(object({ id: integer(), ...author, content: anyObject() })),
  }),
  failures: ['not_found'],
  example: {
    input: { kind: 'show', id: 1 },
    output: {
      current: { actor: 'person:person_1', saved_at: 1_763_236_800_000, content: exampleContent },
      versions: [{ id: 7, actor: null, saved_at: null, content: { ...exampleContent, name: 'Thursday show' } }],
    },
  },
  async handle({ input: { kind, id }, caller, ctx }) {
    const channel = caller.channel.id
    const { kept, written } = versioned[kind]
    const stored = await readKept(ctx.db, channel, kept, id)
    if (!reaches(caller.role, rolesOfKinds[kind]) || stored[kept.tables[0]?.table ?? '']?.length !== 1) {
      throw new Failure('not_found', { message: changeLogErrors.noSuchThing.of() })
    }
    const changes = await ctx.changeLog.listChanges(ctx.db, channel, kind, String(id))
    // The content of an entry was saved by the entry before it.
    const authorOf = (index: number) => ({ actor: changes[index]?.actor ?? null, saved_at: changes[index]?.at ?? null })
    return {
      current: { ...authorOf(0), content: written(ctx, stored) },
      versions: changes.flatMap((change, index) =>
        change.content === null
          ? []
          : { id: change.id, ...authorOf(index + 1), content: written(ctx, contentOf(change.content)) },
      ),
    }
  },
})
