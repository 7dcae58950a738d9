#!/usr/bin/env bash
# Applies the Jobs of check.yaml one after the other, and prints the report. The exit code is that of `assay check`.
set -euo pipefail

jobs=$(dirname "$0")/check.yaml

# Waits until a Job has ended. Returns 1 if it has failed. (`kubectl wait` waits for one condition, but a Job has two ends.)
wait_for_end() {
  local conditions
  while true; do
    conditions=$(kubectl get "job/$1" --output 'jsonpath={.status.conditions[?(@.status=="True")].type}')
    case " $conditions " in
      *" Complete "*) return 0 ;;
      *" Failed "*) return 1 ;;
    esac
    sleep 5
  done
}

for step in list plan index merge-index check follow report; do
  echo "step: $step" >&2
  # A Job cannot be changed, so the one of an earlier check is removed. Results that exist are used again.
  kubectl delete job "assay-$step" --ignore-not-found >&2
  kubectl apply --filename "$jobs" --selector "assay-step=$step" >&2
  if ! wait_for_end "assay-$step" && [[ $step != report ]]; then
    kubectl logs --selector "batch.kubernetes.io/job-name=assay-$step" --prefix --tail 20 >&2
    echo "error: the step \`$step\` failed" >&2
    exit 2
  fi
done

kubectl logs job/assay-report
# The pod of the report ends with 0, 1 or 2. A pod that was removed from its node has another code.
codes='jsonpath={range .items[*]}{.status.containerStatuses[0].state.terminated.exitCode}{"\n"}{end}'
code=$(kubectl get pods --selector batch.kubernetes.io/job-name=assay-report --output "$codes" | grep -x -m 1 '[012]') || code=2
exit "$code"
