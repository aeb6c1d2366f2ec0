import { nameKey } from '../../kernel/schema/text.ts'
import { impersonalFields, personalFields } from '../../kernel/storage/personal-data.ts'
import { type Identity, userKey } from '../viewers/identity.ts'

const ids = new Set<string>(personalFields.ids)
const names = new Set<string>(personalFields.names)
const words = new Set<string>(personalFields.words)
const impersonal = new Set<string>(impersonalFields)

/** A shorter name is part of too many sentences to be recognised without an @ before it. */
const shortestMention = 3

export interface PersonalRecord {
  readonly viewerId: number | null
  readonly platform: string | null
  readonly data: unknown
}

export type Cleaner = ReturnType<typeof createCleaner>

/** Finds a person in records, and removes what identifies the person and what the person wrote. */
export function createCleaner(identity: Identity) {
  const mention = mentionOf([...identity.names])

  function isUser(platform: string | null, userId: string): boolean {
    if (platform !== null) return identity.userIds.has(userKey(platform, userId))
    return identity.accounts.some((account) => account.userId === userId)
  }

  /** `userid` is the id on Kick wherever the account is linked to one there. */
  function isId(key: string, platform: string | null, id: string): boolean {
    return isUser(platform, id) || (key === 'userid' && isUser('kick', id))
  }

  function isName(text: string): boolean {
    return identity.names.has(nameKey(text.replace(/^@/, '')))
  }

  /** Whether the person caused the record or is its subject. */
  function isOwn({ viewerId, platform, data }: PersonalRecord): boolean {
    return (viewerId !== null && identity.viewerIds.has(viewerId)) || namesPerson(data, platform)
  }

  function namesPerson(value: unknown, platform: string | null): boolean {
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).some(([key, inner]) => {
      if (typeof inner !== 'string') return namesPerson(inner, platform)
      if (ids.has(key)) return isId(key, platform, inner)
      return (key === 'username' || key === 'displayname') && isName(inner)
    })
  }

  function cleanText(key: string, text: string, platform: string | null, own: boolean): string {
    if (impersonal.has(key) || text === '') return text
    if (ids.has(key)) return isId(key, platform, text) ? '' : text
    if (isName(text)) return identity.erased
    if (own && words.has(key)) return ''
    return names.has(key) ? text : text.replace(mention, identity.erased)
  }

  function cleanValue(key: string, value: unknown, platform: string | null, own: boolean): unknown {
    if (typeof value === 'string') return cleanText(key, value, platform, own)
    if (Array.isArray(value)) return value.map((item: unknown) => cleanValue(key, item, platform, own))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([inner, item]) => [inner, cleanValue(inner, item, platform, own)]),
    )
  }

  return {
    isOwn,

    isViewer: (viewerId: number): boolean => identity.viewerIds.has(viewerId),

    /** A cheap check of stored JSON, before it is parsed. */
    mayContain(json: string): boolean {
      const folded = nameKey(json)
      for (const name of identity.names) if (folded.includes(name)) return true
      return identity.accounts.some(({ userId }) => json.includes(userId))
    },

    /** The same record without the person. */
    clean(record: PersonalRecord): unknown {
      return cleanValue('', record.data, record.platform, isOwn(record))
    },

    cleanLine: (text: string): string => text.replace(mention, identity.erased),
  }
}

/** Whole words only, in any case, with or without an @. */
function mentionOf(all: readonly string[]): RegExp {
  const written = all.toSorted((a, b) => b.length - a.length)
  const plain = written.filter((name) => name.length >= shortestMention).map(escaped)
  const called = written.map((name) => `@${escaped(name)}`)
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${[...called, ...plain].join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
