/** Every operation is called below this path. */
export const operationPrefix = '/v1/'
/** The stream of events: the one page below `operationPrefix`. */
export const eventsPath = '/v1/events'
