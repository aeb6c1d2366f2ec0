// Apart from the steps: what only needs these numbers does not load the definitions of steps.

/** The longest wait in a step of a command, or before one. */
export const maxWaitSeconds = 5
/** The longest wait in a step of an automation or a cue. */
export const maxLongWaitSeconds = 3_600
