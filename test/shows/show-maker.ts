import assert from 'node:assert/strict'
import type { SentCue } from '../../src/capabilities/shows/contract/shows.ts'
import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'

/** A clock that a test pushes. */
interface PushedClock {
  advance(ms: number): void
}

/** A step whose effect can be read in the chat of the sandbox. */
export const say = (text: string) => ({ type: 'say', text, as: 'bot', platform: 'kick' })

export function cue(number: string, more: Partial<SentCue> = {}): SentCue {
  return { number, name: `Cue ${number}`, steps: [say(`cue ${number} ran`)], ...more }
}

/** A show under test: each test has its own, and nobody else's run disturbs it. */
export async function makeShow(app: TestApp, cues: readonly SentCue[], name = 'Test show') {
  const { id } = (await app.call('save-show', { name, cues })).body
  const seq = await lastSeq(app)

  const call = async (operation: string, input: object = {}, options: Parameters<TestApp['call']>[2] = {}) =>
    (await app.call(operation, { show: id, ...input }, options)).body
  const list = () => call('list-cues')
  // Read without calls where a test waits, since these are limited.
  const lines = async (): Promise<string[]> =>
    (await eventsSince(app, seq)).flatMap(({ kind, data }) => (kind === 'chat.sent' ? [data.text] : []))
  const read = async () => {
    const { db, shows, showViews } = app.ctx
    return showViews.read(db, app.channel.id, await shows.get(db, app.channel.id, id))
  }

  return {
    id: id as number,
    call,
    list,
    /** A Go that is no second press of the one before. */
    async go(clock: PushedClock, input: object = {}) {
      clock.advance(400)
      return call('go-cue', input)
    },
    /** Where the show is: its state, the current cue and the next one. */
    async place() {
      const { state, current, next } = await list()
      return [state, current, next]
    },
    async until(state: string, number: string) {
      await eventually(`cue ${number} to be ${state}`, async () => {
        const found = (await read()).cues.find((one) => one.cue.number === number)
        return found?.state === state
      })
    },
    async untilState(state: string) {
      await eventually(`the show to be ${state}`, async () => (await read()).state === state)
    },
    /** What this show wrote into the chat, oldest first. */
    async said(prefix = 'cue') {
      return (await lines()).filter((text) => text.startsWith(prefix))
    },
    async hasSaid(text: string) {
      await eventually(`the chat to show ${text}`, async () => (await lines()).includes(text))
    },
    async hasNotSaid(text: string) {
      assert.ok(!(await lines()).includes(text), `${text} was said`)
    },
    since: seq,
  }
}

/** Lets time pass, and what is due happen. */
export async function pass(app: TestApp, clock: PushedClock, ms: number): Promise<void> {
  clock.advance(ms)
  await app.app.cuePlayer.tick()
}
