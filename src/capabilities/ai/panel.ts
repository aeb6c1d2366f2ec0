import { Failure } from '../../kernel/operation/contract/failures.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Static,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import { platforms } from '../../platforms/contract/platforms.ts'
import { ownsFirstChannel, requireFirstChannel } from '../people/require-first-channel.ts'
import { aiLimits } from './contract/ai.ts'
import type { AiProvider } from './provider-rows.ts'
import type { EnteredProvider } from './providers.ts'
import { shownDollars } from './spending.ts'

/** Prices are entered in US dollars for a million tokens, and stored as millionths of them. */
const priceUnits = 1_000_000
const maxPrice = 10_000
const shownCharacters = 4
const minLengthToShow = 16

const providerRecord = object({
  id: integer({ description: '0 for the one of the environment.' }),
  name: text(),
  url: text(),
  model: text(),
  has_key: boolean(),
  key_end: nullable(text({ description: 'The last characters of the key.' })),
  unreadable: boolean({ description: 'The key was stored with another secret of this server: enter it again.' }),
  input_price: number({ description: 'US dollars for a million tokens.' }),
  output_price: number({ description: 'US dollars for a million tokens.' }),
  timeout_seconds: integer(),
  set_by: nullable(text({ description: 'The variable that sets it.' })),
})

function providerOut(provider: AiProvider): Static<typeof providerRecord> {
  const { id, name, url, model, key, isUnreadable, inputPrice, outputPrice, timeoutSeconds, setBy } = provider
  return {
    id,
    name,
    url,
    model,
    has_key: key !== undefined,
    key_end: key === undefined || key.length < minLengthToShow ? null : key.slice(-shownCharacters),
    unreadable: isUnreadable,
    input_price: inputPrice / priceUnits,
    output_price: outputPrice / priceUnits,
    timeout_seconds: timeoutSeconds,
    set_by: setBy ?? null,
  }
}

const amount = object({ tokens: integer(), cost: number({ description: 'US dollars.' }) })

export const getAiBot = definePanelOperation({
  name: 'get-ai-bot',
  summary: 'The settings of the AI bot, its providers, what it has used and whether it is muted.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    settings: anyObject(),
    providers: list(providerRecord),
    may_change_providers: boolean(),
    names: list(text(), { description: 'The names of its accounts, which it listens to.' }),
    muted_until: nullable(integer()),
    memory: integer({ description: 'The number of exchanges it remembers.' }),
    hour: amount,
    day: amount,
    hour_limit: amount,
    day_limit: amount,
  }),
  failures: [],
  example: {
    input: {},
    output: {
      settings: { enabled: true },
      providers: [],
      may_change_providers: true,
      names: ['showcaller'],
      muted_until: null,
      memory: 0,
      hour: { tokens: 0, cost: 0 },
      day: { tokens: 0, cost: 0 },
      hour_limit: { tokens: 200_000, cost: 0.25 },
      day_limit: { tokens: 1_000_000, cost: 1 },
    },
  },
  async handle({ caller, ctx }) {
    const { id } = caller.channel
    const { ai } = await ctx.settings.of(id)
    const { providers, spending, state, memory, botNames } = ctx.aiParts
    const { hour, day, limits } = await spending.meter(caller.channel, ai)
    const { mutedUntil } = await state.read(id)
    const names = await Promise.all(platforms.map((platform) => botNames(id, platform)))
    const shown = ({ tokens, cost }: { tokens: number; cost: number }) => ({ tokens, cost: shownDollars(cost) })
    const mayChange = caller.role === 'owner'
    const found = (await providers.list(id)).map(providerOut)
    return {
      settings: { ...ai },
      providers: mayChange ? found : found.map((one) => ({ ...one, key_end: null })),
      may_change_providers: mayChange,
      names: [...new Set(names.flat())],
      muted_until: mutedUntil > ctx.clock.now() ? mutedUntil : null,
      memory: await memory.count(id),
      hour: shown(hour),
      day: shown(day),
      hour_limit: shown(limits.hour),
      day_limit: shown(limits.day),
    }
  },
})

const saveAiSettingsUnchecked = definePanelOperation({
  name: 'save-ai-settings',
  summary: 'Changes settings of the AI bot. Fields that are left out keep their value.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ settings: anyObject({ description: 'The fields that change.' }) }),
  output: object({ settings: anyObject() }),
  failures: ['invalid_parameter'],
  example: { input: { settings: { enabled: true } }, output: { settings: { enabled: true } } },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      // The reader of the setting checks what was sent.
      const saved = await ctx.settings.update(tx, caller, 'ai', (value) => ({ ...value, ...input.settings }))
      return { settings: { ...saved } }
    })
  },
})

export const saveAiSettings = ifUnchanged(saveAiSettingsUnchecked, async ({ settings }, { reader, caller, ctx }) => {
  const { ai } = await ctx.settings.readIn(reader, caller.channel.id)
  return Object.fromEntries(Object.entries(ai).filter(([name]) => Object.hasOwn(settings, name)))
})

const price = withDefault(number({ min: 0, max: maxPrice, description: 'US dollars for a million tokens.' }), 0)

const enteredFields = {
  id: optional(integer({ description: 'The provider to change; a new one without it.' })),
  name: text({ min: 1, max: aiLimits.providerNameLength, cleaning: 'line', description: 'Its name in the panel.' }),
  url: text({
    min: 1,
    max: 300,
    cleaning: 'name',
    description: 'The base address, such as https://api.openai.com/v1.',
  }),
  model: withDefault(text({ max: aiLimits.modelLength, cleaning: 'name', description: 'The model.' }), ''),
  key: optional(
    text({ max: aiLimits.keyLength, description: 'The key. Left out: the stored one stays. remove_key deletes it.' }),
  ),
  remove_key: withDefault(boolean({ description: 'Deletes the stored key.' }), false),
  input_price: price,
  output_price: price,
  timeout_seconds: withDefault(integer({ min: 1, max: 120, description: 'How long an answer may take.' }), 20),
}

const entered = object(enteredFields)

function enteredProvider(input: Static<typeof entered>): EnteredProvider {
  const { id, name, url, model, key, remove_key: isRemoved, timeout_seconds: timeoutSeconds } = input
  return {
    id,
    name,
    url,
    model,
    key: isRemoved ? '' : key,
    inputPrice: Math.round(input.input_price * priceUnits),
    outputPrice: Math.round(input.output_price * priceUnits),
    timeoutSeconds,
  }
}

const exampleProvider = {
  name: 'OpenAI',
  url: 'https://api.openai.com/v1',
  model: 'gpt-5-mini',
  key: 'example-key-4Jx0mTqYc2LwPz7R',
  input_price: 0.25,
  output_price: 2,
} as const

const saveAiProviderUnchecked = definePanelOperation({
  name: 'save-ai-provider',
  summary: 'Stores a provider of the AI bot, with its key encrypted.',
  role: 'owner',
  grants: 'account',
  effect: 'rows',
  input: entered,
  output: object({ id: integer() }),
  failures: ['invalid_parameter', 'not_found'],
  example: { input: exampleProvider, output: { id: 1 } },
  async handle({ input, caller, ctx, commit }) {
    const mayUseLocal = await ownsFirstChannel(ctx, caller.person)
    return commit(async (tx) => ({
      id: await ctx.aiParts.providers.save(tx, caller, enteredProvider(input), mayUseLocal),
    }))
  },
})

// The key is not compared: a save without a new one leaves it as it is.
export const saveAiProvider = ifUnchanged(saveAiProviderUnchecked, async ({ id }, { reader, caller, ctx }) => {
  if (id === undefined) return undefined
  const provider = providerOut(await ctx.aiParts.providers.get(caller.channel.id, id, reader))
  const { name, url, model, input_price, output_price, timeout_seconds } = provider
  return { name, url, model, input_price, output_price, timeout_seconds }
})

export const checkAiProvider = definePanelOperation({
  name: 'check-ai-provider',
  summary: 'Lists the models of a provider and asks the chosen one a question, without storing anything.',
  role: 'owner',
  grants: 'account',
  effect: 'outside',
  input: entered,
  output: object({ working: boolean(), message: text(), models: list(text()) }),
  failures: ['invalid_parameter', 'not_found'],
  example: {
    input: { name: 'Ollama', url: 'http://127.0.0.1:11434/v1' },
    output: { working: false, message: 'Ollama offers 2 models. Choose one.', models: ['llama3.2', 'qwen3'] },
  },
  async handle({ input, caller, ctx, commit }) {
    const mayUseLocal = await ownsFirstChannel(ctx, caller.person)
    const provider = await ctx.aiParts.providers.preview(caller.channel.id, enteredProvider(input), mayUseLocal)
    const { isWorking, message, models } = await ctx.aiParts.checks.check(caller, provider)
    return commit(async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.check-ai-provider', data: { url: provider.url } })
      return { working: isWorking, message, models }
    })
  },
})

export const findLocalAi = definePanelOperation({
  name: 'find-local-ai',
  summary: 'Looks for model servers on the machine of this server: Ollama, LM Studio and llama.cpp.',
  role: 'owner',
  grants: 'account',
  effect: 'outside',
  input: object({}),
  output: object({ found: list(object({ name: text(), url: text(), models: list(text()) })) }),
  failures: ['missing_role'],
  example: { input: {}, output: { found: [] } },
  async handle({ caller, ctx, commit }) {
    await requireFirstChannel(ctx, caller.person)
    const found = await ctx.aiParts.checks.findLocal()
    return commit(async () => ({ found: found.map(({ name, url, models }) => ({ name, url, models })) }))
  },
})

export const removeAiProvider = definePanelOperation({
  name: 'remove-ai-provider',
  summary: 'Deletes a provider of the AI bot and its key.',
  role: 'owner',
  grants: 'account',
  effect: 'rows',
  input: object({ id: integer({ description: 'The provider.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 1 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.aiParts.providers.remove(tx, caller, input.id)
      return {}
    })
  },
})

export const sortAiProviders = definePanelOperation({
  name: 'sort-ai-providers',
  summary: 'Changes the order in which the providers of the AI bot are asked.',
  role: 'owner',
  grants: 'account',
  effect: 'rows',
  input: object({
    ids: list(integer(), { max: aiLimits.providers, description: 'Every provider, in the new order.' }),
  }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { ids: [] }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.aiParts.providers.sort(tx, caller, input.ids)
      return {}
    })
  },
})

export const muteAi = definePanelOperation({
  name: 'mute-ai',
  summary: 'Mutes the AI bot in chat for some minutes, or unmutes it.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    minutes: integer({ min: 0, max: aiLimits.muteMinutes, description: '0 unmutes it.' }),
  }),
  output: object({ muted_until: nullable(integer()) }),
  failures: [],
  example: { input: { minutes: 0 }, output: { muted_until: null } },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const until = await ctx.aiParts.state.mute(tx, caller, input.minutes)
      return { muted_until: until === 0 ? null : until }
    })
  },
})

export const listAiMemory = definePanelOperation({
  name: 'list-ai-memory',
  summary: 'Lists what the AI bot remembers, newest first.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'none',
  input: object({ before: optional(integer({ description: 'Only exchanges before this one.' })) }),
  output: object({
    total: integer(),
    exchanges: list(
      object({
        id: integer(),
        at: integer(),
        username: nullable(text()),
        platform: nullable(oneOf(platforms)),
        question: text(),
        answer: text(),
      }),
    ),
  }),
  failures: [],
  example: { input: {}, output: { total: 0, exchanges: [] } },
  async handle({ input, caller, ctx }) {
    const { id: channelId } = caller.channel
    const { total, items } = await ctx.aiParts.memory.list(channelId, { before: input.before, limit: shownExchanges })
    const exchanges = await Promise.all(
      items.map(async ({ id, at, viewerId, question, answer }) => {
        const viewer = viewerId === undefined ? undefined : await ctx.viewers.getById(ctx.db, channelId, viewerId)
        return { id, at, username: viewer?.username ?? null, platform: viewer?.platform ?? null, question, answer }
      }),
    )
    return { total, exchanges }
  },
})

const shownExchanges = 50

export const forgetAi = definePanelOperation({
  name: 'forget-ai',
  summary: 'Deletes one exchange that the AI bot remembers.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: integer({ description: 'The exchange.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 1 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      if (!(await ctx.aiParts.memory.forget(tx, caller, input.id))) throw new Failure('not_found')
      return {}
    })
  },
})
