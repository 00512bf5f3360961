/** Makes the file that carries a document to the kubelet one that no kubelet starts with. */
export const spoil = `
for flag in $(tr "\\0" "\\n" </proc/$(systemctl show --property=MainPID --value kubelet)/cmdline | grep -E '^--config(-dir)?='); do
  for file in $(grep -rl "containerLogMaxFiles: 33" "\${flag#*=}"); do
    echo 'featureGates: {NoSuchGate: true}' >>"$file"
    echo spoiled
  done
done`
