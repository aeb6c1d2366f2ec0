/** Clients of Streamer.bot expect the id of an action to look like a GUID, so ours carry kind and number in one. */
const kinds = { automation: '5c000000-0000-4000-8000-', command: '5c000000-0000-4000-9000-' } as const
const digits = 12

export interface ActionReference {
  readonly kind: keyof typeof kinds
  readonly id: number
}

/** `automation:4` and `command:2`, as list-automations names them. */
export function actionIdOf(source: string): string | undefined {
  const [, kind, id] = /^(automation|command):(\d+)$/.exec(source) ?? []
  if (kind === undefined) return undefined
  return kinds[kind as ActionReference['kind']] + Number(id).toString(16).padStart(digits, '0')
}

export function readActionId(text: string): ActionReference | undefined {
  const lower = text.trim().toLowerCase()
  for (const kind of Object.keys(kinds) as ActionReference['kind'][]) {
    const rest = lower.startsWith(kinds[kind]) ? lower.slice(kinds[kind].length) : ''
    if (/^[0-9a-f]{12}$/.test(rest)) return { kind, id: Number.parseInt(rest, 16) }
  }
  return undefined
}
