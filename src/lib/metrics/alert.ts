/** An alert of Prometheus. */
export interface Alert {
  readonly name: string
  readonly expression: string
  readonly for: string
  readonly severity: 'warning' | 'critical'
  readonly summary: string
  readonly description: string
}

/** As a rule of a PrometheusRule. */
export const alertRule = ({ name, expression, for: duration, severity, summary, description }: Alert) => ({
  alert: name,
  expr: expression,
  for: duration,
  labels: { severity },
  annotations: { summary, description },
})
