import type { Answer } from '../../api.ts'

export type Reward = Answer<'list-rewards'>['rewards'][number]
