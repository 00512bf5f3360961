import type { Subject } from '../../fact.ts'

/** Why systemd did not do with the kubelet what it was asked for. */
export type ServiceFact =
  /** `systemMessage`: what systemctl printed. */
  | {
      readonly reason: 'SystemdRefused'
      readonly subject: Subject
      readonly verb: string
      readonly systemMessage: string
    }
  /** No process was started in time. systemd goes on with what it was asked for. */
  | { readonly reason: 'KubeletNotStarted'; readonly subject: Subject; readonly state: string }
  /** It is still running, or being stopped: what needs a stopped kubelet was not done. */
  | { readonly reason: 'KubeletNotStopped'; readonly subject: Subject; readonly state: string }
  /** The program of the kubelet does not say which version it is. */
  | { readonly reason: 'VersionNotReported'; readonly program: string }
  /** A file of the rescue is missing, or somebody changed it. */
  | { readonly reason: 'RescueFileChanged'; readonly subject: Subject }
  /** systemd has not read the drop-in of the rescue. */
  | { readonly reason: 'RescueNotLoaded'; readonly subject: Subject }
  /** Later settings of the unit drop the command of the rescue. `by`: the drop-ins that do. */
  | { readonly reason: 'RescueReset'; readonly subject: Subject; readonly by: readonly string[] }
