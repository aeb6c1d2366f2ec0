import { StoppableConnection } from './stoppable-connection.ts'

/** A connection with the number of its requests under way, and the request at which its parser stopped. */
export class HttpConnection<Waiting> extends StoppableConnection {
  underWay = 0
  /** Answers in a row that refused a key or a rate. */
  refusals = 0
  waiting: Waiting | undefined = undefined
}
