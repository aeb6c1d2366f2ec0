/** The checklist on Home, in its order. */
export const firstSteps = ['try', 'overlay', 'account', 'command', 'key'] as const
export type FirstStep = (typeof firstSteps)[number]
