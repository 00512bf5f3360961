/** The header of each KubeletConfiguration. */
export const expected = { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' } as const
