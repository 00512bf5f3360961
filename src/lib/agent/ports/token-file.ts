/** The file with the agent's token, which its kubeconfig names. Rejects as Journal does. */
export interface TokenFile {
  /** undefined: there is none. */
  read(): Promise<string | undefined>
  write(token: string): Promise<void>
}
