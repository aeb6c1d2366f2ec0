import { Failure } from '../../kernel/operation/contract/failures.ts'
import { toLine } from '../../kernel/schema/text.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Speech } from '../speech/speech.ts'
import type { Run, StepResult } from '../steps/run.ts'
import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import { valueLimits } from '../values/contract/values.ts'
import { newDefinition } from '../values/new-definition.ts'
import type { Values } from '../values/values.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { AiQuestion } from './ai.ts'
import type { aiSteps } from './contract/steps.ts'
import { inChat } from './memory.ts'
import type { AiParts } from './open.ts'
import type { Asker } from './tools.ts'

/** What these steps use. */
export interface AiStepServices {
  readonly db: Database
  readonly aiParts: Pick<AiParts, 'ai' | 'delivery' | 'recaps'>
  readonly speech: Speech
  readonly values: Values
  readonly viewers: Viewers
}

/** A step of ours never acts: it answers, and other steps act. */

export const aiStepHandlers: StepHandlersFor<typeof aiSteps, AiStepServices> = {
  ask_ai: limitingItsTime(async ({ text, ...wanted }, { run }, services) => {
    const asker = await askerOf(run, services)
    // What a key, a reward or a slash command ran was not asked in public.
    const memory = run.messageId === undefined ? undefined : inChat
    return answer(run, services, { caller: run.caller, asker, text, trigger: 'step', memory }, wanted)
  }),

  summarise: limitingItsTime(async ({ minutes, ...wanted }, { run }, services) => {
    const question = await services.aiParts.recaps.recap(run.caller, await askerOf(run, services), minutes)
    return answer(run, services, question, wanted)
  }),

  title_ideas: limitingItsTime(async ({ topic, count, ...wanted }, { run }, services) => {
    const asker = await askerOf(run, services)
    const question = await services.aiParts.recaps.titleIdeas(run.caller, asker, topic, count)
    return answer(run, services, question, wanted)
  }),
}

interface Wanted {
  readonly output: 'reply' | 'tts' | 'none'
  readonly into?: string | undefined
}

async function askerOf({ caller, user, platform, messageId }: Run, { db, viewers }: AiStepServices): Promise<Asker> {
  const { username, displayname, roles, viewerId } = user
  const viewer = viewerId === undefined ? undefined : await viewers.getById(db, caller.channel.id, viewerId)
  return { username, displayname, platform, viewer, roles, messageId }
}

/** A model may take longer than a command waits for its steps, so the answer is sent from here. */
async function answer(run: Run, services: AiStepServices, question: AiQuestion, wanted: Wanted): Promise<StepResult> {
  const { db, speech, aiParts } = services
  const { ai, delivery } = aiParts
  const { caller, asker } = question
  const answered = await ai.ask(question)
  const { text, provider, model } = answered
  const sent = wanted.output === 'reply' && text !== '' ? await delivery.toChat(caller, text, run.repliesTo) : undefined
  const isSent = sent !== undefined && sent.sentTo.length > 0
  await db.write(async (tx) => {
    await sent?.note(tx)
    await ai.note(tx, question, answered, isSent)
  })
  if (text === '') throw ai.whyEmpty(answered)
  if (sent !== undefined && !isSent) throw sent.error ?? new Failure('platform_not_connected')
  run.response.text = text
  if (wanted.into !== undefined) await store(run, services, wanted.into, text)
  if (wanted.output === 'tts') await speech.say(caller, { text, username: asker.displayname })
  return { provider, model, characters: text.length }
}

async function store({ caller }: Run, { db, values }: AiStepServices, name: string, text: string): Promise<void> {
  const value = toLine(text).slice(0, valueLimits.textLength).toWellFormed()
  const creates = () => newDefinition(name, 'channel', { value, action: undefined })
  const changes = [{ kind: 'set', value }] as const
  await db.write((tx) => values.change(tx, caller, { name, changes: [...changes], creates, viewer: undefined }))
}
