export interface Leader {
  /** Whether this node runs the jobs now. */
  isMine(): boolean
  start(onChange: (isMine: boolean) => Promise<void> | void): Promise<void>
  close(): Promise<void>
}

/** A single node is always the leader. */
export function createSoleLeader(): Leader {
  return {
    isMine: () => true,
    start: async (onChange) => void (await onChange(true)),
    close: async () => {},
  }
}
