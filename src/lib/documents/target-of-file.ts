import { globalTarget, nodeTarget, type Target, targetOfConfigMap } from './target.ts'

/**
 * The target in the name of a ConfigMap; undefined when the ConfigMap is not for a document. Throws Failure 'usage' as
 * nodeTarget does.
 */
export function validTargetOfConfigMap(name: string): Target | undefined {
  const target = targetOfConfigMap(name)
  return target?.kind === 'node' ? nodeTarget(target.node) : target
}

/**
 * The target in the name of a file: `global.yaml` and `node-a.yaml`, or the name of the ConfigMap, such as
 * `node-a-kubelet-configuration.yaml`. Throws Failure 'usage' as nodeTarget does.
 */
export function targetOfFile(path: string): Target {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
  return name === 'global' ? globalTarget : (validTargetOfConfigMap(name) ?? nodeTarget(name))
}
