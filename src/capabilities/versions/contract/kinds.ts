import type { ThingKind } from '../../change-log/contract/things.ts'

/** What has versions. */
export const versionedKinds = [
  'command',
  'automation',
  'show',
  'deck',
  'widget',
] as const satisfies readonly ThingKind[]
export type VersionedKind = (typeof versionedKinds)[number]
