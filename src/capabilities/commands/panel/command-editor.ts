import { maxNameLength } from '../../../definitions/fields.ts'
import type { PanelCaller } from '../../../kernel/operation/caller.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { splitAtWords } from '../../../kernel/schema/text.ts'
import { platforms } from '../../../platforms/contract/platforms.ts'
import { commandErrors } from '../../steps/messages.ts'
import { maxLineLengths, maxLines } from '../../steps/send-to-chat.ts'
import { targetOfSource, voiceTargets } from '../../voice/contract/voice.ts'
import { type Command, defaultCommand } from '../command.ts'
import { commandFieldSchemas } from '../contract/command-columns.ts'

const maxNamed = 1000

export const getCommandParts = definePanelOperation({
  name: 'get-command-parts',
  summary:
    'Returns what the step editor needs: the prefix, and what of the channel, of OBS and of VTube Studio steps choose from.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    prefix: text({ description: 'The prefix of commands in chat.' }),
    earns_points: boolean({ description: 'Whether viewers earn points, so that they can pay a price.' }),
    alerts: list(object({ id: integer(), name: text() })),
    effects: list(object({ overlay_id: text(), name: text() })),
    voice_effects: list(object({ id: text(), name: text(), target: oneOf(voiceTargets) })),
    vts_hotkeys: list(object({ id: text(), name: text() }), {
      description: 'None while VTube Studio is not connected.',
    }),
    commands: list(text(), { description: 'The primary names of the commands.' }),
    automations: list(text(), { description: 'The names of the automations.' }),
    shows: list(text(), { description: 'The names of the shows.' }),
    values: list(text(), { description: 'The names of the values.' }),
    obs_scenes: list(text(), { description: 'None while OBS is not connected, as with the next two.' }),
    obs_sources: list(text()),
    obs_inputs: list(text()),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      prefix: '!',
      earns_points: true,
      alerts: [{ id: 1, name: 'Tada' }],
      effects: [{ overlay_id: 'confetti', name: 'Confetti' }],
      voice_effects: [{ id: 'robot', name: 'Robot', target: 'speech' }],
      vts_hotkeys: [{ id: '21bf7ade9e664f3ec29d05156e4ce5c1', name: 'Wave' }],
      commands: ['hello'],
      automations: ['Thank followers'],
      shows: ['Friday show'],
      values: ['deaths'],
      obs_scenes: ['Gameplay'],
      obs_sources: ['Camera'],
      obs_inputs: ['Mic'],
    },
  },
  async handle({ caller, ctx }) {
    const { channel } = caller
    const [settings, alerts, effects, voiceEffects, commands, automations, shows, values, obs] = await Promise.all([
      ctx.settings.of(channel.id),
      ctx.alerts.list(channel, { status: 'all', limit: maxNamed, offset: 0 }),
      ctx.effects.list(channel),
      ctx.voice.list(channel),
      ctx.commands.list(channel, { limit: maxNamed, offset: 0 }),
      ctx.automationParts.automations.listNames(channel.id, maxNamed),
      ctx.shows.listNames(channel.id),
      ctx.values.list(ctx.db, channel.id),
      obsPartsOf(ctx, caller),
    ])
    return {
      prefix: settings.commands.prefix,
      earns_points: settings.earning.enabled,
      alerts: alerts.items.map(({ id, name }) => ({ id, name })),
      effects: effects.items.map(({ overlayId, name }) => ({ overlay_id: overlayId, name })),
      voice_effects: voiceEffects.map(({ id, name, source }) => ({ id, name, target: targetOfSource(source) })),
      vts_hotkeys: (ctx.vts.snapshotOf(channel.id)?.hotkeys ?? []).map(({ id, name }) => ({ id, name })),
      commands: commands.items.map(({ command }) => command),
      automations: automations.map(({ name }) => name),
      shows,
      values: values.map(({ definition: { name } }) => name),
      obs_scenes: obs.scenes,
      obs_sources: obs.sources,
      obs_inputs: obs.inputs,
    }
  },
})

/** The names in OBS. An overlay page inside OBS can switch scenes, but does not list them. */
async function obsPartsOf(ctx: Context, caller: PanelCaller) {
  const none = { scenes: [], sources: [], inputs: [] }
  if (ctx.obs.snapshotOf(caller.channel.id) === undefined) return none
  try {
    const { scenes, inputs } = await ctx.obs.call(caller, 'list', {})
    const sources = scenes.flatMap((scene) => scene.sources.map(({ name }) => name))
    return {
      scenes: scenes.map(({ name }) => name),
      sources: [...new Set(sources)],
      inputs: inputs.map(({ name }) => name),
    }
  } catch (error) {
    // OBS may go away meanwhile; the editor then takes any text.
    if (error instanceof Failure) return none
    throw error
  }
}

export const getCategoryNames = definePanelOperation({
  name: 'get-category-names',
  summary: 'The names of categories by the ids that commands store.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ ids: list(integer(), { max: 200, description: 'The ids, as search-games shows them.' }) }),
  output: object({ categories: list(object({ id: integer(), name: text() })) }),
  failures: [],
  example: { input: { ids: [7] }, output: { categories: [{ id: 7, name: 'Minecraft' }] } },
  async handle({ input, caller, ctx }) {
    const kick = (await ctx.platforms.find(caller.channel.id, 'kick'))?.connector
    const categories = []
    for (const id of input.ids) {
      try {
        categories.push({ id, name: (await ctx.games.getByPublicId(id, kick)).name })
      } catch (error) {
        // A category that no longer exists is left out; the panel shows its id, so that it can be removed.
        if (!(error instanceof Failure)) throw error
      }
    }
    return { categories }
  },
})

export const previewReply = definePanelOperation({
  name: 'preview-reply',
  summary: 'Previews a reply for a sample viewer. Nothing is sent.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    message: commandFieldSchemas.message,
    id: optional(integer({ description: 'The command of the reply, for its run count.' })),
    args: withDefault(text({ max: 500, cleaning: 'line', description: 'The arguments of the command.' }), ''),
    username: withDefault(text({ max: maxNameLength, cleaning: 'name', description: 'Who types it.' }), 'alice'),
    platform: withDefault(oneOf(platforms, { description: 'Where it is typed.' }), 'kick'),
  }),
  output: object({
    text: text(),
    lines: list(text(), { description: 'The chat messages that the platform receives.' }),
    is_cut: boolean({ description: 'Whether the reply is truncated.' }),
  }),
  failures: [],
  example: {
    input: { message: 'Hello $(user)!' },
    output: { text: 'Hello alice!', lines: ['Hello alice!'], is_cut: false },
  },
  async handle({ input, caller, ctx }) {
    const { id, message, args, username, platform } = input
    const kept = id === undefined ? undefined : await ctx.commands.find(ctx.db, caller.channel.id, { id })
    const command: Command = { ...(kept ?? unmade), message }
    const text = await ctx.commandRunner.preview(caller, command, { args: args.trim(), username, platform })
    const all = splitAtWords(text, maxLineLengths[platform], Number.POSITIVE_INFINITY)
    return { text, lines: all.slice(0, maxLines), is_cut: all.length > maxLines }
  },
})

export const previewTexts = definePanelOperation({
  name: 'preview-texts',
  summary: 'Fills the variables of texts for a sample viewer and a sample event. Nothing is sent.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    texts: list(text({ max: 1500 }), { min: 1, max: 50, description: 'The texts, with their variables.' }),
    args: withDefault(text({ max: 500, cleaning: 'line', description: 'The arguments of the command.' }), ''),
    username: withDefault(text({ max: maxNameLength, cleaning: 'name', description: 'The viewer.' }), 'alice'),
    platform: withDefault(oneOf(platforms, { description: 'Where it happens.' }), 'kick'),
    data: optional(anyObject({ description: 'What $(event.<field>) reads.' })),
  }),
  output: object({ texts: list(text(), { description: 'In the same order.' }) }),
  failures: [],
  example: { input: { texts: ['Hello $(user)!'] }, output: { texts: ['Hello alice!'] } },
  async handle({ input, caller, ctx }) {
    const { texts, args, username, platform, data = {} } = input
    const sample = { args: args.trim(), username, platform, data }
    return { texts: await ctx.commandRunner.previewTexts(caller, unmade, texts, sample) }
  },
})

const unmade: Command = {
  ...defaultCommand,
  id: 0,
  command: '',
  runCount: 0,
  lastRunAt: null,
  lastGlobalRunAt: null,
  lastUserRuns: {},
}

export const testCommand = definePanelOperation({
  name: 'test-command',
  summary: 'Runs a command, with its real effects, as the broadcaster or a given viewer.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'outside',
  input: object({
    id: integer({ description: 'The command.' }),
    args: withDefault(text({ max: 500, cleaning: 'line', description: 'The arguments of the command.' }), ''),
    username: optional(
      text({ max: maxNameLength, cleaning: 'name', description: 'Who runs it; the broadcaster when left out.' }),
    ),
  }),
  output: object({
    response: text({ description: 'The reply.' }),
    outcomes: list(object({ type: text(), ok: boolean(), message: nullable(text()) })),
  }),
  failures: ['command_not_found', 'command_disabled', 'platform_not_connected', 'platform_unavailable'],
  example: {
    input: { id: 1, username: 'alice' },
    output: { response: 'Hello alice!', outcomes: [{ type: 'reply', ok: true, message: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const command = await ctx.commands.get(ctx.db, caller.channel.id, { id: input.id })
    if (!command.active) {
      throw new Failure('command_disabled', { message: commandErrors.disabled.of({ name: command.command }) })
    }
    const by = input.username === undefined ? 'broadcaster' : { username: input.username }
    const finished = await ctx.commandRunner.run(caller, command, { args: input.args.trim(), by })
    finished.throwIfNothingHappened()
    return commit(async (tx) => {
      await finished.write(tx)
      const outcomes = finished.outcomes.map(({ type, ok, failure }) => ({
        type,
        ok,
        message: failure?.message ?? null,
      }))
      return { response: finished.response, outcomes }
    })
  },
})
