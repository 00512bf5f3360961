/** Counts how often a client waits for a server that is far away. */
export class RoundTrips {
  #rounds = 0
  #handshakes = 0
  #open = 0
  /** Connections that are kept alive for the next request. */
  #idle = 0
  /** Whether this round has opened a connection. */
  #connecting = false

  get rounds(): number {
    return this.#rounds
  }

  /** TCP and TLS take one each, at the same time for all connections that a round opens. */
  get roundTrips(): number {
    return this.#rounds + 2 * this.#handshakes
  }

  /** A request is sent. */
  begin(): void {
    if (this.#open++ === 0) {
      this.#rounds++
      this.#connecting = false
    }
    if (this.#idle > 0) this.#idle--
    else if (!this.#connecting) {
      this.#connecting = true
      this.#handshakes++
    }
  }

  /** Its answer is there, or has failed. */
  end(): void {
    this.#open--
  }

  /** Its answer has been read, and the connection is free for the next request. */
  keep(): void {
    this.#idle++
  }

  /** The next request opens a connection. */
  forgetConnections(): void {
    this.#idle = 0
  }
}
