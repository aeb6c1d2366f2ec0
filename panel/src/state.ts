import { computed, signal } from '@preact/signals'
import { type PanelRole, reaches } from '../../src/contract/panel-roles.ts'
import { type Answer, call, Trouble, whenSignedOut } from './api.ts'

export type Me = Answer<'get-me'>
export type DeskState = Answer<'get-desk'>['state']
export type Booth = DeskState['booths'][number]
export type Need = Answer<'get-desk'>['needs'][number]
export type LogEvent = Answer<'get-desk'>['recent'][number]
export type Quota = Answer<'get-key-usage'>['quotas'][number]

/** Undefined while we ask, null when nobody is signed in. */
export const me = signal<Me | null | undefined>(undefined)
export const desk = signal<DeskState | undefined>(undefined)
export const needs = signal<readonly Need[]>([])
/** Newest first. */
export const recent = signal<readonly LogEvent[]>([])
export const online = signal(true)
/** What a key has left, by `keyId operation`. */
export const quotas = signal<ReadonlyMap<string, Quota>>(new Map())
/** What the actors of the log are called, by `key:<id>` and `person:<id>`. */
export const actorNames = signal<ReadonlyMap<string, string>>(new Map())
/** Counts up whenever an item of the overlay changed its state. */
export const firingChanges = signal(0)
/** Counts up whenever the player or its queue changed. */
export const playerChanges = signal(0)
/** The clock that durations on screen go by. */
export const now = signal(Date.now())
setInterval(() => {
  now.value = Date.now()
}, 1000)

export const liveBooths = computed(() => desk.value?.booths.filter(({ live }) => live) ?? [])
export const viewers = computed(() => liveBooths.value.reduce((sum, booth) => sum + booth.viewers, 0))
export const startedAt = computed(() => {
  const starts = liveBooths.value.flatMap((booth) => booth.startedAt ?? [])
  return starts.length === 0 ? null : Math.min(...starts)
})
export const channelLight = computed((): 'off' | 'standby' | 'go' | 'stop' => {
  if (!online.value || desk.value === undefined) return 'standby'
  if (desk.value.booths.some(({ trouble }) => trouble !== null)) return 'stop'
  return liveBooths.value.length > 0 ? 'go' : 'off'
})

export function may(role: PanelRole): boolean {
  return me.value !== null && me.value !== undefined && reaches(me.value.role, role)
}

whenSignedOut(() => {
  me.value = null
})

/** Who is here and how things stand. Answers where the event stream goes on from. */
export async function begin(): Promise<number | undefined> {
  try {
    const [who, state] = await Promise.all([call('get-me', {}), call('get-desk', {})])
    me.value = who
    takeDesk(state)
    return state.last_seq
  } catch (error) {
    if (error instanceof Trouble && error.status === 0) online.value = false
    else me.value = null
    return undefined
  }
}

/** The log holds ids; people know names. Keys are named to those who may see them. */
export async function loadActorNames(): Promise<void> {
  const [people, keys] = await Promise.all([
    call('list-people', {}),
    may('editor') ? call('list-keys', {}) : Promise.resolve({ keys: [] }),
  ])
  actorNames.value = new Map([
    ...people.people.map(({ id, name }) => [`person:${id}`, name] as const),
    ...keys.keys.map(({ id, name }) => [`key:${id}`, name] as const),
  ])
}

export function takeDesk(answer: Answer<'get-desk'>): void {
  desk.value = answer.state
  needs.value = answer.needs
  recent.value = answer.recent
}

export async function refreshDesk(): Promise<void> {
  takeDesk(await call('get-desk', {}))
}
