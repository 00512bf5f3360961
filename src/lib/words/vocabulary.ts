import type { Fact } from '../fact.ts'
import { agentFlowWords } from './agent-flow-words.ts'
import { agentWords } from './agent-words.ts'
import { askedWords } from './asked-words.ts'
import { autoscaleWords } from './autoscale-words.ts'
import { changeWords } from './change-words.ts'
import { connectionWords } from './connection-words.ts'
import { cordonWords } from './cordon-words.ts'
import { doctorWords } from './doctor-words.ts'
import { documentWords } from './document-words.ts'
import { editWords } from './edit-words.ts'
import { effectiveHereWords } from './effective-here-words.ts'
import { effectiveNodeWords } from './effective-node-words.ts'
import { effectiveWords } from './effective-words.ts'
import { electionWords } from './election-words.ts'
import { evidenceWords } from './evidence-words.ts'
import { fileWords } from './file-words.ts'
import { flagWords } from './flag-words.ts'
import { hostDoctorWords } from './host-doctor-words.ts'
import { reachWords, unseenWords } from './host-look-words.ts'
import { hostWords } from './host-words.ts'
import { unknownEvidenceWords } from './impact-words.ts'
import { installWords } from './install-words.ts'
import { installationWords } from './installation-words.ts'
import { jsonpathWords } from './jsonpath-words.ts'
import { kubeWords } from './kube-words.ts'
import { kubeletWords } from './kubelet-words.ts'
import { layoutWords } from './layout-words.ts'
import { loginWords } from './login-words.ts'
import { loopWords } from './loop-words.ts'
import { nodeDoctorWords } from './node-doctor-words.ts'
import { obstacleWords } from './obstacle-words.ts'
import type { Phrase } from './phrase.ts'
import { portWords } from './port-words.ts'
import { programWords } from './program-words.ts'
import { pushWords } from './push-words.ts'
import { quantityWords } from './quantity-words.ts'
import { reconcileWords } from './reconcile-words.ts'
import { reconcilerWords } from './reconciler-words.ts'
import { releaseWords } from './release-words.ts'
import { reportWords } from './report-words.ts'
import { resizeWords } from './resize-words.ts'
import { reviewWords } from './review-words.ts'
import { serviceWords } from './service-words.ts'
import { sizeDoctorWords } from './size-doctor-words.ts'
import { sizeFileWords } from './size-file-words.ts'
import { sizeWords } from './size-words.ts'
import { startWords } from './start-words.ts'
import { thresholdWords } from './threshold-words.ts'
import { upgradeWords } from './upgrade-words.ts'
import { waitWords } from './wait-words.ts'
import { watchWords } from './watch-words.ts'

type Speaker = (fact: never) => Phrase

export const rooms: readonly Readonly<Record<string, Speaker>>[] = [
  agentWords,
  unknownEvidenceWords,
  startWords,
  releaseWords,
  flagWords,
  askedWords,
  changeWords,
  documentWords,
  pushWords,
  editWords,
  fileWords,
  hostWords,
  reachWords,
  unseenWords,
  obstacleWords,
  programWords,
  portWords,
  serviceWords,
  electionWords,
  evidenceWords,
  effectiveHereWords,
  effectiveNodeWords,
  effectiveWords,
  doctorWords,
  nodeDoctorWords,
  hostDoctorWords,
  sizeDoctorWords,
  upgradeWords,
  layoutWords,
  jsonpathWords,
  kubeWords,
  connectionWords,
  loginWords,
  kubeletWords,
  quantityWords,
  reviewWords,
  sizeWords,
  sizeFileWords,
  thresholdWords,
  cordonWords,
  resizeWords,
  autoscaleWords,
  reconcileWords,
  reconcilerWords,
  installWords,
  installationWords,
  watchWords,
  reportWords,
  agentFlowWords,
  waitWords,
  loopWords,
]

/** The words of every reason that a fact can have. */
export const vocabulary = Object.assign({}, ...rooms) as Readonly<Record<string, (fact: Fact) => Phrase>>
